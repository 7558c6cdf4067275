import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILES } from '../../src/release/layout.ts';
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

test('A wrong bit anywhere in the index of the program search is noticed when the release is opened', async () => {
	const directory = copyDirectory('api');
	const folder = currentFolder(directory.out);
	const file = join(folder, FILES.index);
	const right = readFileSync(file);
	const isNoticed: boolean[] = [];
	for (let part = 0; part < 50; part++) {
		const wrong = Buffer.from(right);
		wrong[Math.floor((right.length * part) / 50)]! ^= 1;
		writeFileSync(file, wrong);
		const opened = await openRelease(folder).catch(() => undefined);
		opened?.close();
		isNoticed.push(opened === undefined);
	}
	expect(isNoticed).toEqual(Array(50).fill(true));
	directory.remove();
});
