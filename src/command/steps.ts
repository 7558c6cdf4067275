import { performance } from 'node:perf_hooks';
import { SingleBar } from 'cli-progress';
import type { RunStep } from '../build/build.ts';

export interface StepTimes {
	readonly run: RunStep;
	/** Seconds by name, in order. */
	readonly seconds: ReadonlyMap<string, number>;
}

/** Runs steps with a progress bar (only on a terminal) and measures how long each takes. */
export function steps(): StepTimes {
	const seconds = new Map<string, number>();
	const run: RunStep = async (name, work) => {
		const bar = new SingleBar({
			format: `${name.padEnd(20)} {bar} {percentage}%`,
			barCompleteChar: '━',
			barIncompleteChar: '─',
			hideCursor: true,
			clearOnComplete: true,
			stream: process.stderr,
		});
		const start = performance.now();
		bar.start(100, 0);
		try {
			return await work((done) => bar.update(Math.floor(done * 100)));
		} finally {
			bar.update(100);
			bar.stop();
			seconds.set(name, (performance.now() - start) / 1000);
		}
	};
	return { run, seconds };
}
