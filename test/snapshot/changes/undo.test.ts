import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KINDS } from '../../../src/catalog/records.ts';
import { findChange } from '../../../src/snapshot/changes/read-changes.ts';
import { applyUndo, planUndo } from '../../../src/snapshot/changes/undo.ts';
import { checkSnapshot } from '../../../src/snapshot/check.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { records } from '../../../src/snapshot/read.ts';
import { LATER, makeEdits, randomEdits, startingSnapshot, writeTo } from './some-edits.ts';

/** All records, without the fields that follow from changes. */
const recordsIn = (snapshot: string) =>
	withSnapshot(snapshot, (db) =>
		KINDS.map((kind) =>
			[...records(db, kind)]
				.map((record) => ({ ...record, updated_at: undefined }))
				.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
		),
	);

test('Undoing all changes, the latest first, restores all records, and no redirect hides one', () => {
	fc.assert(
		fc.property(randomEdits, (edits) => {
			const snapshot = startingSnapshot();
			const before = recordsIn(snapshot);
			makeEdits(snapshot, edits);
			const latest = withSnapshot(snapshot, (db) => findChange(db)?.id) ?? 0;
			for (let id = latest; id > 0; id--) {
				const undo = withSnapshot(snapshot, (db) => planUndo(db, id, LATER));
				expect(undo.conflicts).toEqual([]);
				writeTo(snapshot, (writer) => applyUndo(writer, undo));
			}
			expect(recordsIn(snapshot)).toEqual(before);
			expect(withSnapshot(snapshot, checkSnapshot).errors).toEqual([]);
		}),
		{ numRuns: 30 },
	);
});
