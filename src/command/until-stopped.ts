/**
 * What follows within this time says the same again, in milliseconds: a terminal tells all processes of a command at once,
 * and npm and the launcher each tell theirs what they were told.
 */
const SAME = 500;

/** Resolves when the process is asked to stop. Asked again later, the process ends at once. */
export function untilStopped(): Promise<void> {
	return new Promise((resolve) => {
		let asked: number | undefined;
		function stop(): void {
			asked ??= performance.now();
			resolve();
			if (performance.now() - asked > SAME) process.exit(1);
		}
		for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
	});
}
