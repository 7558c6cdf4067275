import type { HistoryOptions } from '../../src/release/make-current.ts';

/** Options for builds whose history must be complete. */
export const HISTORY: HistoryOptions = {
	historyDays: 90,
	warn(message) {
		throw new Error(message);
	},
};
