/** Commands that run at the same time on the same files. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FILES, releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease, listReleases } from '../../src/release/publish.ts';
import { contentHash } from '../../src/release/site-pack.ts';
import { verifyRelease } from '../../src/release/verify.ts';
import { contentId } from '../../src/snapshot/content-id.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { toCsv } from '../support/csv.ts';
import { currentSite } from '../support/current-site.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const ROUNDS = 4;

let directory: SmallDirectory;
let slug: string;

beforeAll(() => {
	directory = copyDirectory('site');
	slug = withSnapshot(
		directory.snapshot,
		(db) => db.prepare<[], string>("SELECT max(slug) FROM programs WHERE status = 'published'").pluck().get()!,
	);
});
afterAll(() => directory?.remove());

/** The arguments of an import that renames a program. */
function renaming(name: string, snapshot: string): string[] {
	const files = join(directory.folder, name);
	mkdirSync(files, { recursive: true });
	writeFileSync(join(files, 'programs.csv'), toCsv([{ slug, name }]));
	return [files, '--snapshot', snapshot];
}

const building = (snapshot: string) => ['--snapshot', snapshot, '--out', directory.out];

/** Checks every file of all kept releases, and that nothing else is in the folder. */
async function expectWhole(): Promise<void> {
	const { out } = directory;
	for (const id of listReleases(out)) {
		const folder = releaseFolder(out, id);
		await verifyRelease(folder);
		const { packs } = await readManifest(folder);
		expect(readdirSync(join(folder, FILES.packs)).sort()).toEqual(packs.map((name) => `${name}.sqlite`).sort());
	}
	expect(readdirSync(join(out, 'releases')).filter((name) => name.startsWith('.'))).toEqual([]);
	const site = await currentSite(out);
	for (const path of site.files().keys()) site.get(path)!.read();
	site.close();
}

const snapshotOfCurrent = async () =>
	(await readManifest(releaseFolder(directory.out, currentRelease(directory.out)!))).snapshot;

describe('At the same time', () => {
	test('two builds of different snapshots both succeed, and the earlier one does not replace the later one', async () => {
		const [one, two] = [join(directory.folder, 'one.sqlite'), join(directory.folder, 'two.sqlite')] as const;
		for (const snapshot of [one, two]) copyFileSync(directory.snapshot, snapshot);
		for (let round = 0; round < ROUNDS; round++) {
			for (const snapshot of [one, two])
				await succeed('import', renaming(`Name ${round} in ${snapshot}`.replaceAll('/', ' '), snapshot));
			const results = await Promise.all([one, two].map((snapshot) => runCommand('build', building(snapshot))));
			expect(results.map(({ status }) => status)).toEqual([0, 0]);
			const superseded = results.findIndex(({ stderr }) => stderr.includes('became current while this build ran'));
			if (superseded !== -1) expect(await snapshotOfCurrent()).toBe(withSnapshot([two, one][superseded]!, contentId));
			await expectWhole();
		}
	});

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
			const before = await hashesOf(out);
			await succeed('import', renaming(`Exported ${round}`, snapshot));
			await Promise.all([succeed('build', building(snapshot)), succeed('export', ['--site', exported, '--out', out])]);
			const after = await hashesOf(out);
			expect(after).not.toEqual(before);
			expect([before, after]).toContainEqual(hashesIn(exported));
		}
	});
});

/** The hashes of the files of the current website, by path. */
async function hashesOf(out: string): Promise<Map<string, string>> {
	const site = await currentSite(out);
	const hashes = new Map([...site.files().keys()].map((path) => [path, contentHash(site.get(path)!.read())]));
	site.close();
	return hashes;
}

/** The hashes of the exported files of the website, by path. */
function hashesIn(folder: string): Map<string, string> {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
	const ofSite = paths.filter((path) => !['.exported', '_headers'].includes(path));
	return new Map(ofSite.map((path) => [path, contentHash(readFileSync(join(folder, path)))]));
}
