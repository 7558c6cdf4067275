import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { warmUp } from '../../src/build/warm.ts';
import { type Round, rounds } from '../../src/editor/pages/rounds.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { once } from '../../src/shared/once.ts';
import { TEXT_PARTS } from '../../src/website/search/text-parts.ts';
import { readCurrentFile } from '../support/current-site.ts';
import { ownDirectory } from '../support/own-server.ts';

const SITE_URL = 'http://127.0.0.1:4321';
const FILES = {
	'organizations.csv': 'slug,name,website_url\nacme,Acme,https://acme.example\n',
	'programs.csv': 'slug,name,organization,commission_type,website_url\nacme,Acme,acme,recurring,https://acme.example\n',
};

const directory = ownDirectory('site');

/** Rounds for the snapshot, or for CSV files that are imported into it. */
function roundsOf(folder?: string): () => Promise<Round> {
	const { snapshot, out: preview } = directory;
	const [warm, visits] = [once(() => warmUp(preview)), () => undefined];
	return rounds({ folder, snapshot, preview, siteUrl: SITE_URL, historyDays: 90, visits, warm });
}

function change(sql: string): void {
	const db = new Database(directory.snapshot);
	// Other tools may leave foreign keys off.
	db.pragma('foreign_keys = OFF');
	db.exec(sql);
	db.close();
}

describe('rounds for a snapshot that another tool writes', () => {
	test('do nothing if the current release has the same content', async () => {
		const before = currentRelease(directory.out);
		expect(await roundsOf()()).toMatchObject({ outcome: 'unchanged', left: 0 });
		expect(currentRelease(directory.out)).toBe(before);
	});

	test('build a change, and count the records that differ', async () => {
		const round = roundsOf();
		change("UPDATE categories SET description = 'Edited.' WHERE rowid = (SELECT min(rowid) FROM categories)");
		const none = { organizations: 0, categories: 0, programs: 0, reviews: 0 };
		expect(await round()).toMatchObject({
			outcome: 'built',
			changes: { added: none, changed: { ...none, categories: 1 }, removed: none },
			pages: { removed: 0 },
		});
		expect(await round()).toMatchObject({ outcome: 'unchanged', left: 0 });
	});

	test('keep the text index while they run, and bring it up to date when they start again', async () => {
		const parts = () => readCurrentFile(directory.out, TEXT_PARTS.slice(1));
		const rename = (name: string) =>
			change(
				`UPDATE programs SET name = '${name}', updated_at = '2026-11-01T00:00:00Z' WHERE slug = (SELECT min(slug) FROM programs)`,
			);
		const round = roundsOf();
		rename('First');
		await round();
		const first = await parts();
		rename('Second');
		expect(await round()).toMatchObject({ outcome: 'built' });
		expect(await parts()).toBe(first);
		change("UPDATE categories SET description = 'Again.'");
		await roundsOf()();
		expect(await parts()).not.toBe(first);
	});

	test('name the problems of a snapshot that cannot be built, until it is corrected', async () => {
		const round = roundsOf();
		change("CREATE TABLE kept AS SELECT * FROM programs; UPDATE programs SET organization = 'none'");
		expect(await round()).toMatchObject({
			outcome: 'failed',
			problems: expect.arrayContaining([expect.stringMatching(/^error: programs \S+, column organization: "none" /)]),
		});
		change(
			'UPDATE programs SET organization = (SELECT organization FROM kept WHERE kept.slug = programs.slug); DROP TABLE kept',
		);
		expect(await round()).toMatchObject({ outcome: 'unchanged', left: 0 });
	});
});

describe('rounds for CSV files', () => {
	let folder: string;
	let round: () => Promise<Round>;
	let logo: string;

	beforeAll(() => {
		folder = join(directory.folder, 'files');
		logo = join(directory.folder, 'logos/acme.svg');
		mkdirSync(folder);
		mkdirSync(join(directory.folder, 'logos'));
		for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
		round = roundsOf(folder);
	});

	test('import the files', async () => {
		expect(await round()).toMatchObject({
			outcome: 'built',
			changes: { added: { organizations: 1, programs: 1 }, changed: { programs: 0 } },
			left: 0,
		});
	});

	test('name a half-written file in one line', async () => {
		const file = join(folder, 'programs.csv');
		for (const part of ['', 'slug,na', `${FILES['programs.csv'].trimEnd()}\nnew,"Ne`]) {
			writeFileSync(file, part);
			const result = await round();
			expect(result).toMatchObject({ outcome: 'failed' });
			expect(JSON.stringify(result)).not.toContain('    at ');
		}
		writeFileSync(file, FILES['programs.csv']);
		await round();
	});

	test('build what was edited elsewhere, even if the files have errors, and name the file, row and column of these', async () => {
		const file = join(folder, 'programs.csv');
		writeFileSync(file, FILES['programs.csv'].replace('recurring', 'often'));
		const before = currentRelease(directory.out);
		change("UPDATE categories SET description = 'Edited in a browser.'");
		expect(await round()).toMatchObject({
			outcome: 'failed',
			problems: [
				expect.stringContaining(`error: ${file} row 2, column commission_type: "often" must be one of`),
				'1 error. Nothing was written.',
			],
		});
		expect(currentRelease(directory.out)).not.toBe(before);
		writeFileSync(file, FILES['programs.csv']);
		await round();
	});

	test('build again if only a logo has changed', async () => {
		writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>');
		expect(await round()).toMatchObject({ outcome: 'built', changes: { changed: { programs: 0 } } });
		expect(await round()).toMatchObject({ outcome: 'unchanged', left: 0 });
	});

	test('keep failing until a wrong logo is corrected, whatever else changes', async () => {
		const good = readFileSync(logo);
		writeFileSync(logo, 'no image');
		const failed = { outcome: 'failed', problems: [expect.stringContaining(logo)] };
		expect(await round()).toMatchObject(failed);
		expect(await round()).toMatchObject(failed);
		writeFileSync(logo, good);
		expect(await round()).toMatchObject({ outcome: 'unchanged', left: 0 });
		rmSync(logo);
		expect(await round()).toMatchObject({ outcome: 'built' });
	});
});
