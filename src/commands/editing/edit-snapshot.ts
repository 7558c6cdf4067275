import type Database from 'better-sqlite3';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import type { LoggedChange } from '../../snapshot/changes/read-changes.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import type { SnapshotWriter } from '../../snapshot/record-writer.ts';
import { lockSnapshot } from '../../snapshot/write.ts';
import { countedEdits, editLines, isErased } from './change-report.ts';

/** The options of all commands that edit records. */
export interface EditOptions {
	readonly snapshot: string;
	readonly dryRun?: boolean;
	readonly because?: string;
	readonly json?: boolean;
}

/** Makes the edits of one command. */
export type MakeEdits = (writer: SnapshotWriter) => void;

/** Plans the edits of a command. @param now a timestamp */
export type PlanEdits = (db: Database.Database, now: string) => MakeEdits | PlannedUndo;

/** An undo: its edits, and the change that they undo. */
interface PlannedUndo {
	readonly makeEdits: MakeEdits;
	readonly undoes: number;
}

/**
 * Makes one change to a snapshot. With `dryRun`, only finds out what would change.
 *
 * @returns the logged change, or undefined if there was nothing to change
 * @throws UserError from `plan`, if the edits cannot be made, and when the snapshot cannot be written
 */
export function changeSnapshot(
	command: string,
	{ snapshot, dryRun = false, because }: Omit<EditOptions, 'json'>,
	plan: PlanEdits,
): LoggedChange | undefined {
	const now = toTimestamp(new Date());
	return lockSnapshot(snapshot, (write) => {
		const planned = withSnapshot(snapshot, (db) => plan(db, now));
		const { makeEdits, undoes } = typeof planned === 'function' ? { makeEdits: planned, undoes: undefined } : planned;
		let change: LoggedChange | undefined;
		const fill = (writer: SnapshotWriter) => {
			makeEdits(writer);
			change = writer.logged();
		};
		write({ command, because, undoes, at: now }, fill, { isTrial: dryRun });
		return change;
	});
}

/** Makes one change to a snapshot, and prints it. See `changeSnapshot`. */
export function editSnapshot(command: string, options: EditOptions, plan: PlanEdits): void {
	const { snapshot, dryRun = false, json = false } = options;
	const change = changeSnapshot(command, options, plan);
	if (json) console.log(JSON.stringify(change ?? null, null, 2));
	else if (change === undefined) console.log(`${snapshot}: nothing to change.`);
	else {
		for (const line of change.edits.flatMap(editLines)) console.log(line);
		const counted = countedEdits(change.edits) || 'Only redirects change';
		console.log(
			dryRun
				? `${snapshot}: would be written. ${counted}.`
				: `${snapshot}: written. ${counted}. ${isErasure(change) ? 'This cannot be undone.' : `To undo it: npm run undo -- ${change.id}`}`,
		);
	}
}

/** Whether a change only erases values. */
function isErasure({ edits }: LoggedChange): boolean {
	return edits.length > 0 && edits.every(isErased);
}
