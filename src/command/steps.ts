import { performance } from 'node:perf_hooks';
import { MultiBar } from 'cli-progress';
import type { RunStep } from '../release/build.ts';

export interface StepTimes {
	readonly run: RunStep;
	/** Seconds by name, in order. */
	readonly seconds: ReadonlyMap<string, number>;
}

const LOOK = {
	format: '{name} {bar} {percentage} %',
	barCompleteChar: '━',
	barIncompleteChar: '─',
	hideCursor: true,
	clearOnComplete: true,
	stream: process.stderr,
};

/** Runs steps, each behind a bar (on a terminal; nothing is drawn elsewhere), and notes how long each took. */
export function steps(): StepTimes {
	const seconds = new Map<string, number>();
	let bars: MultiBar | undefined;
	let running = 0;
	const run: RunStep = async (name, work) => {
		const start = performance.now();
		bars ??= new MultiBar(LOOK);
		running++;
		const bar = bars.create(100, 0, { name: name.padEnd(20) });
		const show = (done: number) => {
			if (!process.stderr.isTTY) return;
			bar.update(Math.floor(done * 100));
			// Drawn at once: while a step computes, no timer comes to it.
			bars?.update();
		};
		try {
			return await work(show);
		} finally {
			show(1);
			if (--running === 0) {
				bars.stop();
				bars = undefined;
			}
			seconds.set(name, (performance.now() - start) / 1000);
		}
	};
	return { run, seconds };
}
