import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parent folders. (Node's `mkdirSync` with `recursive` is not used, because it never
 * returns if a file system reports ENOENT although the parent folder exists, as /proc does.)
 *
 * @param mode the permissions of new folders
 * @throws errors of the file system
 */
export function makeFolder(folder: string, mode = 0o777): void {
	if (isFolder(folder)) return;
	if (!existsSync(dirname(folder))) makeFolder(dirname(folder), mode);
	try {
		mkdirSync(folder, mode);
	} catch (error) {
		// Another process may have made the folder in the meantime.
		if (!isFolder(folder)) throw error;
	}
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
