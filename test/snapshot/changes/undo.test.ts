import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findChange } from '../../../src/snapshot/changes/read-changes.ts';
import { applyUndo, planUndo } from '../../../src/snapshot/changes/undo.ts';
import { checkSnapshot } from '../../../src/snapshot/check.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { LATER, randomCommands, recordsIn, runCommands, startingSnapshot, writeTo } from './random-commands.ts';

test('Undoing all changes, the latest first, restores all records, and no redirect hides one', () => {
	fc.assert(
		fc.property(randomCommands, (commands) => {
			const snapshot = startingSnapshot();
			const before = recordsIn(snapshot);
			runCommands(snapshot, commands);
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
