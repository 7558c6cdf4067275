import type { Claim } from '../state/claim-store.ts';
import type { State } from '../state/state.ts';
import { count } from '../website/format/numbers.ts';
import type { Log } from './log.ts';

const MINUTE = 60_000;
/** How often expired entries are removed and the clock is checked, in milliseconds. */
const INTERVAL = 6 * 60 * MINUTE;

/**
 * Checks the clock, and removes expired entries from the state if the clock can be trusted, both now and at regular
 * intervals. Returns a function that stops this, and resolves when the state is no longer used.
 *
 * @param proveAgain checks claims again that were proved long ago
 */
export function startUpkeep(
	state: State,
	log: Log,
	proveAgain: (due: readonly Claim[], signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
	const stopping = new AbortController();
	async function work(): Promise<void> {
		try {
			checkClock((await state.clockAhead?.()) ?? 0, log);
			const now = await state.clock.now();
			if (now === undefined) return;
			const removed = await state.prune(now, stopping.signal);
			if (Object.keys(removed).length > 0) log.info({ removed }, 'removed old entries from the state');
			const due = await state.claims.due(now);
			if (due.length > 0) await proveAgain(due, stopping.signal);
		} catch (error) {
			log.error({ err: error }, 'could not remove old entries from the state, or check the clock or claims');
		}
	}
	let working = work();
	const timer = setInterval(() => {
		working = working.then(work);
	}, INTERVAL).unref();
	return () => {
		clearInterval(timer);
		stopping.abort();
		return working;
	};
}

/** Logs a warning if the clocks of this machine and of PostgreSQL differ by a minute or more. */
function checkClock(ahead: number, log: Log): void {
	const difference = Math.abs(ahead);
	if (difference < MINUTE) return;
	log.warn(
		`the clock of this machine is ${count(Math.round(difference / MINUTE), 'minute')} ${ahead > 0 ? 'ahead of' : 'behind'} PostgreSQL, so keys and sessions expire at the wrong time, and this server removes nothing old; synchronize the clocks of both machines, for example with NTP`,
	);
}
