import { toTimestamp } from '../catalog/fields.ts';

/** How often uses are written, in milliseconds: what is lost at most when the process is killed. */
const INTERVAL = 60_000;
const MINUTE = 60_000;

export interface LastUsed {
	/** Notes that a key was used now. */
	note(keyId: string): void;
	/** Writes what is noted and stops. */
	close(): void;
}

/**
 * Keeps when each key was last used, to the minute, with one write a minute for all of them.
 *
 * @param failed is told when a write fails; what it held is written with the next
 */
export function keepLastUsed(
	write: (lastUsed: ReadonlyMap<string, string>) => void,
	failed: (error: unknown) => void,
): LastUsed {
	const uses = new Map<string, number>();
	const timer = setInterval(flush, INTERVAL);
	timer.unref();

	function flush(): void {
		if (uses.size === 0) return;
		try {
			write(new Map([...uses].map(([id, time]) => [id, toTimestamp(new Date(time - (time % MINUTE)))])));
			uses.clear();
		} catch (error) {
			failed(error);
		}
	}

	return {
		note: (keyId) => void uses.set(keyId, Date.now()),
		close() {
			clearInterval(timer);
			flush();
		},
	};
}
