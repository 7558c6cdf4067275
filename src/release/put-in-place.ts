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
	const target = releaseFolder(out, id);
	for (;;) {
		try {
			renameSync(folder, target);
			break;
		} catch (error) {
			if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
		}
		if (await isComplete(target)) break;
		removeRelease(out, id);
	}
	syncToDisk(releasesFolder(out));
}
