import { isLocked } from '../shared/retry-while-locked.ts';
import type { HistoryReader } from './history/history-reader.ts';
import { lastSwitch } from './readable-snapshots.ts';

/** How long a publication may take to write the history after it has switched to its release, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Returns why the public history lacks what the current release has changed, as sentences. Returns undefined if it lacks
 * nothing, if the release was published less than a minute ago, or if there is no history.
 */
export async function historyProblem(
	out: string,
	history: Pick<HistoryReader, 'lastRelease'>,
): Promise<string | undefined> {
	const current = await lastSwitch(out).catch(() => undefined);
	if (current === undefined || Date.now() - current.at < PATIENCE) return undefined;
	try {
		const last = history.lastRelease();
		if (last === undefined || last === current.release) return undefined;
		return `The history of changes ends with the release ${last}. It lacks what ${current.release} has changed.`;
	} catch (error) {
		return isLocked(error) ? undefined : `The history of changes cannot be read: ${(error as Error).message}`;
	}
}
