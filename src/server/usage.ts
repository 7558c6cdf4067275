import { toTimestamp } from '../catalog/fields.ts';
import type { KeyUse } from '../state/usage-store.ts';

/** How often uses are written, in milliseconds: what is lost at most when the process is killed. */
const INTERVAL = 60_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface Usage {
	/** Counts a request of a key. */
	note(keyId: string): void;
	/** Writes what is counted and stops. Where that fails, the counts are lost. */
	close(): Promise<void>;
}

/**
 * Counts the requests of each key by UTC day, and keeps when it was last used to the minute, with one write a minute for
 * all keys. Processes count each for itself; what they write is added up.
 *
 * @param failed is told when a write fails, and how many requests it held; they are written with the next, unless it was
 *   the last
 */
export function keepUsage(
	write: (uses: readonly KeyUse[]) => Promise<void>,
	failed: (error: unknown, requests: number, isLast: boolean) => void,
): Usage {
	/** Of the day that ends at `dayEnd`. */
	const uses = new Map<string, { requests: number; at: number }>();
	let dayEnd = 0;
	/** What is to be written, by key and day. */
	let waiting = new Map<string, KeyUse>();
	/** The writes so far, one after the other. */
	let writing = Promise.resolve();
	const timer = setInterval(() => flush(), INTERVAL);
	timer.unref();

	function collect(): void {
		const day = toTimestamp(new Date(dayEnd - DAY)).slice(0, 10);
		for (const [id, { requests, at }] of uses) {
			wait({ id, day, requests, lastUsed: toTimestamp(new Date(at - (at % MINUTE))) });
		}
		uses.clear();
	}

	function wait(use: KeyUse): void {
		const name = `${use.id} ${use.day}`;
		const before = waiting.get(name);
		const later = before !== undefined && before.lastUsed > use.lastUsed ? before.lastUsed : use.lastUsed;
		waiting.set(name, { ...use, requests: use.requests + (before?.requests ?? 0), lastUsed: later });
	}

	function flush(isLast = false): Promise<void> {
		writing = writing.then(() => writeDown(isLast));
		return writing;
	}

	async function writeDown(isLast: boolean): Promise<void> {
		collect();
		if (waiting.size === 0) return;
		const batch = [...waiting.values()];
		waiting = new Map();
		try {
			await write(batch);
		} catch (error) {
			for (const use of batch) wait(use);
			failed(
				error,
				batch.reduce((sum, { requests }) => sum + requests, 0),
				isLast,
			);
		}
	}

	return {
		note(keyId) {
			const now = Date.now();
			if (now >= dayEnd) {
				collect();
				dayEnd = now - (now % DAY) + DAY;
			}
			const use = uses.get(keyId);
			if (use === undefined) uses.set(keyId, { requests: 1, at: now });
			else {
				use.requests++;
				use.at = now;
			}
		},
		async close() {
			clearInterval(timer);
			await flush(true);
		},
	};
}
