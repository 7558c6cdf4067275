import { renameSync } from 'node:fs';
import { syncToDisk } from '../shared/sync-to-disk.ts';
import { releaseFolder, releasesFolder } from './layout.ts';
import { removeRelease } from './publish.ts';
import { isComplete } from './verify.ts';

/**
 * Moves a release to its final place. Another command may have put the same release there in the meantime. A server may
 * already be using that copy, so the copy is replaced only if it is damaged.
 */
export async function putInPlace(folder: string, out: string, id: string): Promise<void> {
	await move(folder, out, id);
	syncToDisk(releasesFolder(out));
}

async function move(folder: string, out: string, id: string): Promise<void> {
	const target = releaseFolder(out, id);
	for (;;) {
		try {
			return renameSync(folder, target);
		} catch (error) {
			if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
		}
		if (await isComplete(target)) return;
		removeRelease(out, id);
	}
}
