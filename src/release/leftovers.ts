import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../shared/is-running.ts';

/** What a process calls something that is not finished; with more after it where it has several. */
export const unfinishedName = () => `.building-${process.pid}`;

/** Removes what builds left in a folder that were killed; one of them may have had this process's id, as in containers. */
export function removeLeftovers(folder: string): void {
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder)) {
		const pid = /^\.building-(\d+)(?:-|$)/.exec(name)?.[1];
		if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))) {
			rmSync(join(folder, name), { recursive: true, force: true });
		}
	}
}
