import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Returns when what was written to a file, or which names a folder has, outlives a loss of power. */
export function syncToDisk(path: string): void {
	const descriptor = openSync(path, 'r');
	try {
		fsyncSync(descriptor);
	} catch (error) {
		// Some network file systems cannot do it for folders.
		if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
	} finally {
		closeSync(descriptor);
	}
}
