import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRelease } from '../../src/release/release.ts';
import { currentFolder } from '../support/current-folder.ts';
import { openFilesIn } from '../support/open-files.ts';
import { packsIn } from '../support/packs-in.ts';
import { copyDirectory } from '../support/small-directory.ts';

test.runIf(existsSync('/proc/self/fd'))('A release that cannot be opened leaves no file open', async () => {
	const directory = copyDirectory('site');
	const folder = currentFolder(directory.out);
	const release = await openRelease(folder);
	expect(openFilesIn(directory.out)).not.toEqual([]);
	release.close();
	for (const pack of packsIn(directory.out)) {
		const away = join(directory.out, 'away');
		renameSync(pack, away);
		await expect(openRelease(folder)).rejects.toThrow(`The pack ${pack} is missing.`);
		expect(openFilesIn(directory.out)).toEqual([]);
		renameSync(away, pack);
	}
	directory.remove();
});
