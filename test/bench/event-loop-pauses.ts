/**
 * This module is loaded before a server's own code (`NODE_OPTIONS=--import=…`). On SIGUSR2, it writes the longest pause
 * of the event loop since the last signal, in milliseconds, to the file named by `LONGEST_PAUSE`.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	process.on('SIGUSR2', () => {
		const file = process.env.LONGEST_PAUSE!;
		writeFileSync(`${file}.new`, String(delay.max / 1e6));
		renameSync(`${file}.new`, file);
		delay.reset();
	});
}
