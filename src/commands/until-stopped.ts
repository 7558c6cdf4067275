/**
 * The time within which several signals count as one, in milliseconds. A terminal signals all processes of a command at
 * once, and npm and the launcher each pass the signal on.
 */
const SAME_SIGNAL = 500;

/** How often a timer runs that keeps the process alive, in milliseconds. Handlers of signals alone do not. */
const ALIVE = 1_000_000_000;

/**
 * Resolves when the process receives SIGTERM or SIGINT. Until then, the process does not end by itself. A later signal ends
 * it immediately.
 */
export function untilStopped(): Promise<void> {
	return new Promise((resolve) => {
		const alive = setInterval(() => {}, ALIVE);
		let firstSignal: number | undefined;
		function stop(): void {
			firstSignal ??= performance.now();
			clearInterval(alive);
			resolve();
			if (performance.now() - firstSignal > SAME_SIGNAL) process.exit(1);
		}
		for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
	});
}
