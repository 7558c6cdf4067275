/** Resolves when the process is asked to stop. Asked again, the process ends at once. */
export function untilStopped(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGTERM', 'SIGINT'] as const) {
			process.once(signal, () => {
				resolve();
				process.once(signal, () => process.exit(1));
			});
		}
	});
}
