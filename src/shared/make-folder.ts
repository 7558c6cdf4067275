import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, where they are missing. The `recursive` of Node's own `mkdirSync` never returns
 * where a file system says ENOENT although the folder above is there, as /proc does.
 *
 * @param mode of those that are made
 * @throws what the file system refuses
 */
export function makeFolder(folder: string, mode = 0o777): void {
	if (isFolder(folder)) return;
	if (!existsSync(dirname(folder))) makeFolder(dirname(folder), mode);
	try {
		mkdirSync(folder, mode);
	} catch (error) {
		// Another process may have made it in between.
		if (!isFolder(folder)) throw error;
	}
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
