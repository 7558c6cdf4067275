import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween } from '../../../src/snapshot/changes/diff.ts';
import { logOutsideEdits, outsideEdits } from '../../../src/snapshot/changes/outside-edits.ts';
import { findChange } from '../../../src/snapshot/changes/read-changes.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { NOW, temporaryFolder } from '../made.ts';
import { makeEdits, randomEdits, startingSnapshot } from './some-edits.ts';

/** A snapshot, and a copy of it as the current release has one. */
function published(): { readonly snapshot: string; readonly release: string } {
	const snapshot = startingSnapshot();
	const release = join(temporaryFolder(), 'release.sqlite');
	copyFileSync(snapshot, release);
	return { snapshot, release };
}

function editWithSql(snapshot: string, sql: string): void {
	const db = new Database(snapshot);
	db.pragma('foreign_keys = ON');
	db.exec(sql);
	db.close();
}

const found = ({ snapshot, release }: ReturnType<typeof published>) =>
	outsideEdits(release, snapshot, changesBetween(release, snapshot));
const latest = (snapshot: string) => withSnapshot(snapshot, (db) => findChange(db));
const neverCalled = (text: string) => expect.unreachable(text);

test('Edits by commands are never taken for edits by another tool', () => {
	fc.assert(
		fc.property(randomEdits, (edits) => {
			const files = published();
			makeEdits(files.snapshot, edits);
			expect(found(files)).toEqual([]);
		}),
		{ numRuns: 30 },
	);
});

test('Edits by another tool are logged once, next to edits by commands', () => {
	const files = published();
	makeEdits(files.snapshot, [['set', 'acme', { cookie_days: 7 }]]);
	editWithSql(
		files.snapshot,
		`UPDATE programs SET cookie_days = 9, name = 'Acme 2' WHERE slug = 'acme';
		 UPDATE programs SET name = 'Beta 2' WHERE slug = 'beta';
		 DELETE FROM reviews WHERE program = 'gamma'; DELETE FROM authors WHERE username = 'gamma'`,
	);
	const edits = found(files);
	expect(edits).toEqual([
		{
			kind: 'programs',
			key: 'acme',
			before: { name: 'acme', cookie_days: 7 },
			after: { name: 'Acme 2', cookie_days: 9 },
		},
		{ kind: 'programs', key: 'beta', before: { name: 'beta' }, after: { name: 'Beta 2' } },
		{ kind: 'reviews', key: 'rev_gamma', before: expect.objectContaining({ program: 'gamma' }), after: undefined },
	]);
	logOutsideEdits(files.snapshot, edits, NOW, neverCalled);
	expect(latest(files.snapshot)).toMatchObject({ command: 'made outside', by: null, at: NOW, edits });
	expect(found(files)).toEqual([]);
});

test('Figures that a release has only because they were read from words are no edits', () => {
	const files = published();
	editWithSql(files.release, "UPDATE programs SET commission_rate = 20, availability = 'closed' WHERE slug = 'acme'");
	expect(found(files)).toEqual([]);
});

test('Without edits by another tool, the file is not written', () => {
	const { snapshot } = published();
	logOutsideEdits(snapshot, [], NOW, neverCalled);
	expect(latest(snapshot)).toBeUndefined();
});

test('If another program is writing the file, the build says that the edits are not logged', () => {
	const files = published();
	editWithSql(files.snapshot, "UPDATE programs SET name = 'Beta 2' WHERE slug = 'beta'");
	const writing = new Database(files.snapshot);
	writing.exec('BEGIN IMMEDIATE');
	const warnings: string[] = [];
	logOutsideEdits(files.snapshot, found(files), NOW, (text) => warnings.push(text));
	writing.close();
	expect(warnings).toEqual([
		expect.stringMatching(/^the edits that another tool made to .* are not in its log of changes: /),
	]);
});
