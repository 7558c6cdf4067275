import { toTimestamp } from '../shared/to-timestamp.ts';
import { UserError } from '../shared/user-error.ts';
import { outsideEdits } from '../snapshot/changes/outside-edits.ts';
import type { RecordChanges } from '../snapshot/compare.ts';
import { lockSnapshot } from '../snapshot/write.ts';

/**
 * Logs the edits that another tool has made to a snapshot since its last publication, as one change. If the snapshot
 * cannot be written now, warns, because a build needs no log.
 *
 * @param published the copy of the snapshot in the current release
 * @param changes the records that differ
 */
export function logOutsideEdits(
	snapshot: string,
	published: string,
	changes: RecordChanges,
	warn: (message: string) => void,
): void {
	const edits = outsideEdits(published, snapshot, changes);
	if (edits.length === 0) return;
	try {
		lockSnapshot(snapshot, (write) =>
			write({ command: 'made outside', at: toTimestamp(new Date()), isOutside: true }, (writer) => {
				for (const edit of edits) writer.logOutside(edit);
			}),
		);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		warn(`edits that another tool made to ${snapshot} were published, but not logged: ${error.message}`);
	}
}
