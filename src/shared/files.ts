import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Makes a folder and its missing parent folders. Node's own `recursive` never returns in /proc, and reports ENOENT on a
 * read-only disk.
 *
 * @param mode the permissions of new folders
 */
export function makeFolder(folder: string, mode = 0o777): void {
	if (!existsSync(dirname(folder))) makeFolder(dirname(folder), mode);
	try {
		mkdirSync(folder, mode);
	} catch (error) {
		// The folder exists. On a read-only disk, this can be reported in other words.
		if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
	}
}

/** Waits until the content of a file, or the list of files in a folder, is on the disk and survives a loss of power. */
export function syncToDisk(path: string): void {
	const descriptor = openSync(path, 'r');
	try {
		fsyncSync(descriptor);
	} catch (error) {
		// Some network file systems cannot sync folders.
		if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
	} finally {
		closeSync(descriptor);
	}
}

/** Returns the paths of all files in a folder and its subfolders, sorted. They are relative to the folder. */
export function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
		.sort();
}
