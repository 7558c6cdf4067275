import { spawnSync } from 'node:child_process';

/** Returns the IDs of a process's child processes that have not ended. */
export function childProcesses(parent: number): number[] {
	const { pid: ps, stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
	return stdout.split('\n').flatMap((line) => {
		const [pid, ppid, state] = line.trim().split(/\s+/);
		return Number(ppid) === parent && Number(pid) !== ps && !state!.startsWith('Z') ? [Number(pid)] : [];
	});
}
