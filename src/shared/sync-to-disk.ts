import { closeSync, fsyncSync, openSync } from 'node:fs';

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
