import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How often it is looked, in milliseconds. */
const INTERVAL = 250;

/**
 * The most memory that a process and all it starts hold at once until it ends, in megabytes; what they share counts once.
 * Undefined where the system does not tell.
 *
 * @throws when it ends with another status than 0
 */
export async function memoryWhile(child: ChildProcess): Promise<number | undefined> {
	let most = 0;
	const timer = setInterval(() => {
		most = Math.max(most, sum(family(child.pid!).map(memoryOf)));
	}, INTERVAL);
	for (const stream of [child.stdout, child.stderr]) stream?.resume();
	const status = await new Promise((resolve) => child.once('exit', resolve));
	clearInterval(timer);
	if (status !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with status ${status}.`);
	return most === 0 ? undefined : most / 1000;
}

/** A process and all that it started, and they. */
function family(pid: number): number[] {
	const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
	return [pid, ...children.flatMap(family)];
}

/** In kilobytes: the share of a process in what it holds. */
function memoryOf(pid: number): number {
	return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** Empty where there is none, such as of a process that has gone. */
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
