import { countedEdits, editLines, opOf } from '../../commands/change-report.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import type { ChangeWithEdits } from '../../snapshot/changes/read-changes.ts';
import { openSnapshot } from '../../snapshot/open.ts';
import { lockSnapshot, type OpenChange } from '../../snapshot/write.ts';

export interface EditOptions {
	readonly snapshot: string;
	readonly dryRun?: boolean;
	readonly because?: string;
	readonly json?: boolean;
}

export type MakeEdits = (change: OpenChange) => void;

interface ChangeOptions extends Omit<EditOptions, 'json'> {
	readonly undoes?: number;
}

/**
 * Makes one change to a snapshot. With `dryRun`, only finds out what would change.
 *
 * @returns the logged change, or undefined if there was nothing to change
 * @throws UserError from `makeEdits`, if the edits cannot be made, and when the snapshot cannot be written
 */
export function changeSnapshot(
	command: string,
	{ snapshot, dryRun = false, because, undoes }: ChangeOptions,
	makeEdits: MakeEdits,
): ChangeWithEdits | undefined {
	// Only an import creates a snapshot.
	openSnapshot(snapshot).close();
	return lockSnapshot(snapshot, (write) => {
		let logged: ChangeWithEdits | undefined;
		const fill = (change: OpenChange) => {
			makeEdits(change);
			logged = change.logged();
		};
		write({ command, because, undoes, at: toTimestamp(new Date()) }, fill, { isTrial: dryRun });
		return logged;
	});
}

/** Makes one change to a snapshot, and prints it. See `changeSnapshot`. */
export function editSnapshot(command: string, options: ChangeOptions & EditOptions, makeEdits: MakeEdits): void {
	const { snapshot, dryRun = false, json = false } = options;
	const change = changeSnapshot(command, options, makeEdits);
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

function isErasure({ edits }: ChangeWithEdits): boolean {
	return edits.length > 0 && edits.every((edit) => opOf(edit) === 'erased');
}
