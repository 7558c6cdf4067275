/**
 * The time within which several signals count as one, in milliseconds. A terminal signals all processes of a command at
 * once, and npm and the launcher each pass the signal on.
 */
const SAME_SIGNAL = 500;

/** Resolves when the process receives SIGTERM or SIGINT. A later signal ends the process immediately. */
export function untilStopped(): Promise<void> {
	return new Promise((resolve) => {
		let firstSignal: number | undefined;
		function stop(): void {
			firstSignal ??= performance.now();
			resolve();
			if (performance.now() - firstSignal > SAME_SIGNAL) process.exit(1);
		}
		for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
	});
}
