import { performance } from 'node:perf_hooks';
import { SingleBar } from 'cli-progress';
import type { RunStep } from '../build/build-options.ts';
import { number } from '../website/format/numbers.ts';

export interface StepTimes {
	readonly run: RunStep;
	/** The duration of each step, in seconds, by step name. The steps are in the order in which they ran. */
	readonly seconds: ReadonlyMap<string, number>;
}

/** Returns a function that runs a step and measures its duration. On a terminal, it also shows a progress bar. */
export function steps(): StepTimes {
	const seconds = new Map<string, number>();
	const run: RunStep = async (name, work) => {
		const bar = new SingleBar({
			format: `${name.padEnd(23)} {bar} {percentage}%{forecast}`,
			barCompleteChar: '━',
			barIncompleteChar: '─',
			hideCursor: true,
			clearOnComplete: true,
			stream: process.stderr,
		});
		const start = performance.now();
		const elapsed = () => (performance.now() - start) / 1000;
		bar.start(100, 0, { forecast: '' });
		try {
			return await work((done, items) =>
				bar.update(Math.floor(done * 100), { forecast: forecast(done, items, elapsed()) }),
			);
		} finally {
			bar.update(100);
			bar.stop();
			seconds.set(name, elapsed());
		}
	};
	return { run, seconds };
}

/** The time, in seconds, that a step must run before its speed is meaningful. */
const MEANINGFUL = 1;

/**
 * Returns a step's remaining time and its speed, such as `  12 s left, 1,200 per second`. Returns an empty string in
 * the first second of the step, before any progress, and at the end.
 */
export function forecast(done: number, items: number | undefined, seconds: number): string {
	if (seconds < MEANINGFUL || done <= 0 || done >= 1) return '';
	const left = Math.ceil((seconds * (1 - done)) / done);
	const time = left < 60 ? `${left} s` : `${Math.floor(left / 60)} min ${left % 60} s`;
	return `  ${time} left${items === undefined ? '' : `, ${number(Math.round(items / seconds))} per second`}`;
}
