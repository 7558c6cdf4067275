import { execFileSync } from 'node:child_process';

/** The processes that a process has started. */
export function childProcesses(parent: number): number[] {
	const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
	const rows = table
		.trim()
		.split('\n')
		.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
	return rows.filter((row) => row[1] === parent).map(([pid]) => pid);
}
