import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../shared/is-running.ts';

/** The name for the unfinished file of this process. A process with several files adds a suffix to this name. */
export const unfinishedName = () => `.building-${process.pid}`;

/**
 * Removes the unfinished files of killed builds. Files with this process's own ID are removed too, because in a
 * container an earlier build may have had the same process ID.
 */
export function removeLeftovers(folder: string): void {
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder)) {
		const pid = /^\.building-(\d+)(?:-|$)/.exec(name)?.[1];
		if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))) {
			rmSync(join(folder, name), { recursive: true, force: true });
		}
	}
}
