import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The shortest time between two measurements, in milliseconds. */
const SHORTEST_WAIT = 250;
/** The time between two measurements, as a multiple of one measurement's duration. */
const WAIT = 20;

/**
 * Waits until a process ends, and returns the peak memory of the process and its descendants, in megabytes. Shared
 * memory is counted once. Returns undefined if the system does not report memory.
 *
 * @throws Error when the process ends with a status other than 0
 */
export async function memoryWhile(child: ChildProcess): Promise<number | undefined> {
	let most = 0;
	let timer: NodeJS.Timeout;
	const measure = () => {
		const start = performance.now();
		most = Math.max(most, sum(family(child.pid!).map(memoryOf)));
		timer = setTimeout(measure, Math.max(SHORTEST_WAIT, WAIT * (performance.now() - start)));
	};
	measure();
	for (const stream of [child.stdout, child.stderr]) stream?.resume();
	const status = await new Promise((resolve) => child.once('exit', resolve));
	clearTimeout(timer!);
	if (status !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with status ${status}.`);
	return most === 0 ? undefined : most / 1000;
}

/** A process and all its descendants. */
function family(pid: number): number[] {
	const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
	return [pid, ...children.flatMap(family)];
}

/** Returns a process's proportional set size (PSS), in kilobytes. */
function memoryOf(pid: number): number {
	return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** Returns an empty string if the file is missing, for example because the process has ended. */
function read(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
