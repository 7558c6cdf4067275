import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findChange } from '../../../src/snapshot/changes/read-changes.ts';
import { undoChange } from '../../../src/snapshot/changes/undo.ts';
import { checkSnapshot } from '../../../src/snapshot/check.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { edit, makeEdit, recordsIn, redirectsIn, startingSnapshot, writeTo } from './random-changes.ts';

/** Redirects that exist before the edits. Edits can give these slugs to records. */
const FORMER = { delta: 'acme', epsilon: null };

test('A record that was added can be removed by an undo, although its later change was undone', () => {
	const snapshot = startingSnapshot();
	makeEdit(snapshot, ['add', 'programs', 'delta', 'acme']);
	makeEdit(snapshot, ['set', 'delta', { cookie_days: 7 }]);
	const latest = withSnapshot(snapshot, (db) => findChange(db)!.id);
	for (const id of [latest, latest - 1]) {
		writeTo(snapshot, (change) => expect(undoChange(change, id)).toEqual([]));
	}
	expect(recordsIn(snapshot)).toEqual(recordsIn(startingSnapshot()));
});

test('Undoing all changes, the latest first, restores all records and redirects, and no redirect hides a record', () => {
	fc.assert(
		fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
			const snapshot = startingSnapshot();
			const before = recordsIn(snapshot);
			writeTo(snapshot, (writer) => {
				for (const [slug, target] of Object.entries(FORMER))
					writer.redirect('programs', slug, { target, was_public: 1 });
			});
			const redirectsBefore = redirectsIn(snapshot);
			for (const one of edits) makeEdit(snapshot, one);
			const latest = withSnapshot(snapshot, (db) => findChange(db)?.id) ?? 0;
			for (let id = latest; id > 1; id--) {
				writeTo(snapshot, (change) => expect(undoChange(change, id)).toEqual([]));
			}
			expect(recordsIn(snapshot)).toEqual(before);
			expect(checkSnapshot(snapshot).errors).toEqual([]);
			expect([...redirectsIn(snapshot)]).toEqual(expect.arrayContaining([...redirectsBefore]));
		}),
		{ numRuns: randomRuns(5) },
	);
});
