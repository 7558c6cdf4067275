import { cpSync, existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { currentLink } from '../../src/release/layout.ts';
import { openRelease } from '../../src/release/release.ts';
import { openFilesIn } from '../support/open-files.ts';
import { packsIn } from '../support/packs-in.ts';
import { copyDirectory } from '../support/small-directory.ts';

test.runIf(existsSync('/proc/self/fd'))('A release that cannot be opened leaves no file open', async () => {
	const directory = copyDirectory('site');
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	cpSync(realpathSync(currentLink(directory.out)), folder, { recursive: true });
	directory.remove();
	const release = await openRelease(folder);
	expect(openFilesIn(folder)).not.toEqual([]);
	release.close();
	for (const pack of packsIn(folder)) {
		const away = join(folder, 'away');
		renameSync(pack, away);
		await expect(openRelease(folder)).rejects.toThrow(`The pack ${pack} is missing.`);
		expect(openFilesIn(folder)).toEqual([]);
		renameSync(away, pack);
	}
	rmSync(folder, { recursive: true });
});
