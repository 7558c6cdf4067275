import { readFileSync } from 'node:fs';

/** Whether a process with this ID is running, no matter who owns it. */
export function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0) && !hasEnded(pid);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/**
 * Whether a process has ended, but its parent has not asked for its exit status yet. The first process of a container may
 * never ask. Only Linux tells this.
 */
function hasEnded(pid: number): boolean {
	try {
		// The name of the program, in parentheses, can contain any characters.
		return /^ [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1').split(')').at(-1)!);
	} catch {
		return false;
	}
}
