import { toTimestamp } from '../catalog/fields.ts';
import type { KeyUse } from '../state/usage-store.ts';

/** How often counts are saved, in milliseconds. If the process is killed, the counts since the last save are lost. */
const INTERVAL = 60_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface Usage {
	/** Counts a request of a key. */
	count(keyId: string): void;
	/** Saves the counts and stops. If saving fails, the counts are lost. */
	close(): Promise<void>;
}

/**
 * Counts the requests of each key by UTC day, and records the minute of its last use, with one write per minute for all
 * keys. Each process counts its own requests, and the database adds them up.
 *
 * @param failed is called when a write fails, with the number of requests in it; they are saved with the next write,
 *   unless this was the last
 */
export function keepUsage(
	write: (uses: readonly KeyUse[]) => Promise<void>,
	failed: (error: unknown, requests: number, isLast: boolean) => void,
): Usage {
	/** The requests of each key on the day that ends at `dayEnd`, and the time of the last one. */
	const uses = new Map<string, { requests: number; at: number }>();
	let dayEnd = 0;
	/** The counts that wait to be saved, by key and day. */
	let waiting = new Map<string, KeyUse>();
	/** Resolves after all writes so far. */
	let writing = Promise.resolve();
	const timer = setInterval(() => flush(), INTERVAL);
	timer.unref();

	function collect(): void {
		const day = toTimestamp(new Date(dayEnd - DAY)).slice(0, 10);
		for (const [id, { requests, at }] of uses) {
			addToWaiting({ id, day, requests, lastUsed: toTimestamp(new Date(at - (at % MINUTE))) });
		}
		uses.clear();
	}

	function addToWaiting(use: KeyUse): void {
		const name = `${use.id} ${use.day}`;
		const before = waiting.get(name);
		const later = before !== undefined && before.lastUsed > use.lastUsed ? before.lastUsed : use.lastUsed;
		waiting.set(name, { ...use, requests: use.requests + (before?.requests ?? 0), lastUsed: later });
	}

	function flush(isLast = false): Promise<void> {
		writing = writing.then(() => save(isLast));
		return writing;
	}

	async function save(isLast: boolean): Promise<void> {
		collect();
		if (waiting.size === 0) return;
		const batch = [...waiting.values()];
		waiting = new Map();
		try {
			await write(batch);
		} catch (error) {
			for (const use of batch) addToWaiting(use);
			failed(
				error,
				batch.reduce((sum, { requests }) => sum + requests, 0),
				isLast,
			);
		}
	}

	return {
		count(keyId) {
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
