/** Commands that run at the same time on the same files. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { contentId } from '../../src/snapshot/content-id.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { toCsv } from '../support/csv.ts';
import { currentFolder } from '../support/current-folder.ts';
import { ownDirectory } from '../support/own-server.ts';
import { digestOf } from '../support/release-digest.ts';
import { startReader } from '../support/release-reader.ts';
import { succeed } from '../support/run-command.ts';
import { exportedHashes, siteHashes } from '../support/site-hashes.ts';
import { expectNoLeftovers, expectWholeReleases } from '../support/whole-releases.ts';

const ROUNDS = 4;

const directory = ownDirectory('site');

const slug = withSnapshot(
	directory.snapshot,
	(db) => db.prepare<[], string>("SELECT max(slug) FROM programs WHERE status = 'published'").pluck().get()!,
);

/** The arguments of an import that renames a program. */
function renaming(name: string, snapshot: string): string[] {
	const files = join(directory.folder, name);
	mkdirSync(files, { recursive: true });
	writeFileSync(join(files, 'programs.csv'), toCsv([{ slug, name }]));
	return [files, '--snapshot', snapshot];
}

const building = (snapshot: string) => ['--snapshot', snapshot, '--out', directory.out];

async function expectWhole(): Promise<void> {
	await expectWholeReleases(directory.out);
	await expectNoLeftovers(directory.out);
}

const snapshotOfCurrent = async () =>
	(await readManifest(releaseFolder(directory.out, currentRelease(directory.out)!))).snapshot;

describe('At the same time', () => {
	test('a build and an import both succeed, and the build uses the records from before or after the import', async () => {
		const { snapshot } = directory;
		for (let round = 0; round < ROUNDS; round++) {
			const before = withSnapshot(snapshot, contentId);
			await Promise.all([
				succeed('build', building(snapshot)),
				succeed('import', renaming(`Round ${round}`, snapshot)),
			]);
			expect([before, withSnapshot(snapshot, contentId)]).toContain(await snapshotOfCurrent());
			await expectWhole();
		}
	});

	test('a build and an export both succeed, and the export is of one release', async () => {
		const { snapshot, out } = directory;
		const exported = join(directory.folder, 'exported');
		for (let round = 0; round < ROUNDS; round++) {
			const before = await siteHashes(out);
			await succeed('import', renaming(`Exported ${round}`, snapshot));
			await Promise.all([succeed('build', building(snapshot)), succeed('export', ['--site', exported, '--out', out])]);
			const after = await siteHashes(out);
			expect(after).not.toEqual(before);
			expect([before, after]).toContainEqual(exportedHashes(exported));
		}
	});

	test('five builds of the same snapshot leave one complete release, and readers always see it', async () => {
		const out = join(directory.folder, 'at-once');
		const args = ['--snapshot', directory.snapshot, '--out', out, '--only', 'api'];
		const reader = startReader(out);
		await Promise.all(Array.from({ length: 5 }, () => succeed('build', args)));
		expect((await reader.stop()).failures).toEqual([]);
		await digestOf(currentFolder(out));
		expect(readdirSync(join(out, 'releases'))).toEqual([currentRelease(out)]);
	});
});
