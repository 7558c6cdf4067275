import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween } from '../../../src/snapshot/changes/diff.ts';
import { outsideEdits } from '../../../src/snapshot/changes/outside-edits.ts';
import { findChange } from '../../../src/snapshot/changes/read-changes.ts';
import { applyUndo, planUndo } from '../../../src/snapshot/changes/undo.ts';
import { copySnapshot } from '../../../src/snapshot/copy.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { made, snapshotOf, tamper, temporaryFolder } from '../made.ts';
import { edit, LATER, makeEdit, recordsIn, startingSnapshot, writeTo } from './random-changes.ts';

/** A copy of a snapshot, as in a release. */
function published(snapshot: string): string {
	const copy = join(temporaryFolder(), 'published.sqlite');
	copyFileSync(snapshot, copy);
	return copy;
}

const found = (copy: string, snapshot: string) => outsideEdits(copy, snapshot, changesBetween(copy, snapshot));

const edits = fc.array(edit, { minLength: 1, maxLength: 8 });

/** SQL that changes records without the application. */
const sql = fc.constantFrom(
	"UPDATE programs SET cookie_days = 99, updated_at = '2026-07-01T00:00:00Z' WHERE slug = (SELECT max(slug) FROM programs)",
	"UPDATE organizations SET name = 'Changed' WHERE slug = (SELECT min(slug) FROM organizations)",
	"INSERT OR IGNORE INTO categories (slug, name) VALUES ('outside', 'Outside')",
	'DELETE FROM reviews WHERE id = (SELECT min(id) FROM reviews)',
	'UPDATE reviews SET rating = 1.5 WHERE id = (SELECT max(id) FROM reviews)',
	"UPDATE authors SET display_name = 'Somebody' WHERE username = (SELECT min(username) FROM authors)",
);

test('Edits made by commands are never taken for those of another tool', () => {
	fc.assert(
		fc.property(edits, edits, (earlier, later) => {
			const snapshot = startingSnapshot();
			for (const one of earlier) makeEdit(snapshot, one);
			const copy = published(snapshot);
			for (const one of later) makeEdit(snapshot, one);
			expect(found(copy, snapshot)).toEqual([]);
		}),
		{ numRuns: randomRuns(5) },
	);
});

test('Edits made with SQL are found among those made by commands, and can be undone', () => {
	fc.assert(
		fc.property(edits, fc.array(sql, { minLength: 1, maxLength: 4 }), (commands, statements) => {
			const snapshot = startingSnapshot();
			const copy = published(snapshot);
			for (const one of commands) makeEdit(snapshot, one);
			const before = recordsIn(snapshot);
			tamper(snapshot, statements.join(';'));
			writeTo(snapshot, (writer) => {
				for (const edit of found(copy, snapshot)) writer.logOutside(edit);
			});
			expect(found(copy, snapshot)).toEqual([]);
			if (JSON.stringify(recordsIn(snapshot)) === JSON.stringify(before)) return;
			const undo = withSnapshot(snapshot, (db) => planUndo(db, findChange(db)!.id, LATER));
			expect(undo.conflicts).toEqual([]);
			writeTo(snapshot, (writer) => applyUndo(writer, undo));
			expect(recordsIn(snapshot)).toEqual(before);
		}),
		{ numRuns: randomRuns(5) },
	);
});

test('Only the fields that another tool changed are in an edit', () => {
	const snapshot = snapshotOf();
	const copy = published(snapshot);
	tamper(snapshot, 'UPDATE programs SET cookie_days = 7, views = 1000');
	expect(found(copy, snapshot)).toEqual([
		{ kind: 'programs', key: 'acme-partners', before: { cookie_days: null }, after: { cookie_days: 7 } },
	]);
});

test('New dates and counts alone are no edits', () => {
	const snapshot = snapshotOf();
	const copy = published(snapshot);
	tamper(snapshot, "UPDATE programs SET updated_at = '2027-01-01T00:00:00Z', views = 1000");
	expect(found(copy, snapshot)).toEqual([]);
});

test('Another snapshot is not an edited state of the published one', () => {
	const other = snapshotOf({ organizations: [made('organizations', { name: 'Another' })] });
	expect(found(published(snapshotOf()), other)).toEqual([]);
});

test('A copy that lacks later changes is not an edited state of the published snapshot', () => {
	const snapshot = startingSnapshot();
	const stale = published(snapshot);
	makeEdit(snapshot, ['set', 'acme', { cookie_days: 7 }]);
	expect(found(published(snapshot), stale)).toEqual([]);
});

test('Terms that a build read from the words of programs are no edits', async () => {
	const program = { commission_text: '20% for 12 months', commission_rate: null };
	const snapshot = snapshotOf({ organizations: [made('organizations')], programs: [made('programs', program)] });
	const copy = join(temporaryFolder(), 'published.sqlite');
	await copySnapshot(snapshot, copy, () => {});
	expect(found(copy, snapshot)).toEqual([]);
	tamper(snapshot, "UPDATE programs SET commission_text = '25% for 12 months'");
	expect(found(copy, snapshot).map(({ after }) => after)).toEqual([{ commission_text: '25% for 12 months' }]);
});
