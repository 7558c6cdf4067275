import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { buildRelease } from '../../src/build/build.ts';
import type { RunStep } from '../../src/build/build-options.ts';
import { FILES, releaseFolder } from '../../src/release/layout.ts';
import { contentRoot } from '../../src/release/release-diff.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { changeDatabase } from '../support/change-database.ts';
import { flipBitIn } from '../support/flip-bit.ts';
import { HISTORY } from '../support/history-options.ts';

let folder: string;
let snapshot: string;

beforeEach(async () => {
	folder = temporaryFolder();
	snapshot = join(folder, 'snapshot.sqlite');
	generateSnapshot(snapshot, { programs: 30, reviews: 60, seed: 1 });
	change("UPDATE programs SET status = 'published'");
	await build();
});

const change = (sql: string) => changeDatabase(snapshot, sql);

/** Builds the snapshot into a folder of releases. Returns the folder of the release. */
async function build(name = 'out', step: RunStep = async (_, work) => work(() => {})): Promise<string> {
	const out = join(folder, name);
	mkdirSync(out, { recursive: true });
	const options = { snapshot, out, siteUrl: 'https://a.example', ...HISTORY };
	const result = await buildRelease(options, step);
	if (!('manifest' in result)) throw new Error(`The build was ${result.outcome}.`);
	return releaseFolder(out, result.manifest.id);
}

async function expectSameAsFirstBuild(): Promise<void> {
	const [over, fresh] = [await build(), await build('fresh')];
	expect(over.slice(-12)).toBe(fresh.slice(-12));
	expect(await contentRoot(over)).toBe(await contentRoot(fresh));
}

const EDIT = 'UPDATE programs SET views = views + 1000000, featured = 1 WHERE rowid = 3';

test('After an edit is undone with other row IDs, the next edit is built correctly', async () => {
	change("UPDATE programs SET name = name || '!'");
	await build();
	change('UPDATE programs SET rowid = 31 - rowid + 50; UPDATE programs SET rowid = rowid - 50');
	change('UPDATE programs SET name = substr(name, 1, length(name) - 1)');
	await build();
	change(EDIT);
	await expectSameAsFirstBuild();
});

test('A flipped bit in the snapshot of the current release does not change the next release', async () => {
	change("UPDATE programs SET description = 'unusual text' WHERE rowid = 7");
	flipBitIn(join(await build(), FILES.snapshot), Buffer.from('unusual'), 0);
	change(EDIT);
	await expectSameAsFirstBuild();
});
