/**
 * Watches the files that `npm run edit` builds from. A change is reported only after the files have stopped changing. Events
 * of the file system are not used, because not every one reports changes.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the files must stay the same before a change counts as complete, in milliseconds. */
const QUIET = 100;
/** How often the files are checked, in milliseconds. */
const INTERVAL = 250;

/** The watched files of a folder. The folder need not exist. */
export interface WatchedFolder {
	readonly folder: string;
	readonly isWatched: (name: string) => boolean;
}

/** Returns the state of all watched files (see `stateOf`). */
export function stateOfAll(folders: readonly WatchedFolder[]): string {
	return folders.map(stateOf).join('\n');
}

/** Resolves when the state of all files differs from `since` and has stopped changing, or when the signal aborts. */
export async function untilChanged(
	folders: readonly WatchedFolder[],
	since: string,
	signal: AbortSignal,
): Promise<void> {
	const pause = (time: number) => sleep(time, undefined, { signal }).catch(() => {});
	for (let start = performance.now(); !signal.aborted && stateOfAll(folders) === since; start = performance.now()) {
		// Looking at thousands of logos must not keep the process busy.
		await pause(Math.max(INTERVAL, 10 * (performance.now() - start)));
	}
	for (let last = ''; last !== stateOfAll(folders) && !signal.aborted; await pause(QUIET)) last = stateOfAll(folders);
}

/** Returns the names, inodes, sizes and modification times of all watched files that are not empty, as one string. */
export function stateOf({ folder, isWatched }: WatchedFolder): string {
	return namesIn(folder)
		.filter(isWatched)
		.sort()
		.flatMap((name) => {
			const file = statSync(join(folder, name), { throwIfNoEntry: false });
			// Ignore empty files, because merely reading a snapshot can create an empty file beside it.
			return file === undefined || file.size === 0 ? [] : [name, file.ino, file.size, file.mtimeMs].join(' ');
		})
		.join('\n');
}

/**
 * Returns the names of the files in a folder. Returns none if the folder is missing or cannot be read, because the
 * import then reports the reason.
 */
function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
