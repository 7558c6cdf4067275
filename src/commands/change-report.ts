/** Prints changes, the way all commands for editors do. */
import { KINDS, show } from '../catalog/records.ts';
import type { SnapshotDifference } from '../snapshot/changes/diff.ts';
import type { Edit, LoggedChange } from '../snapshot/changes/read-changes.ts';
import { recordCount } from './figures.ts';

/** Fields that follow from others, so that they are not shown among the changes of a record. */
const FOLLOWING: readonly string[] = ['updated_at', 'commission_evidence'];

/** An edit, no matter of which change. */
export type AnyEdit = Omit<Edit, 'change'>;

/** `3 programs changed, 1 review removed`. */
export function countedEdits(edits: readonly AnyEdit[]): string {
	const counted = KINDS.flatMap((kind) =>
		(['added', 'changed', 'removed', 'erased'] as const).map((op) => {
			const keys = new Set(edits.filter((edit) => edit.kind === kind && opOf(edit) === op).map(({ key }) => key));
			return keys.size === 0 ? '' : `${recordCount(kind, keys.size)} ${op}`;
		}),
	);
	return counted.filter((part) => part !== '').join(', ');
}

/** Says what an edit does to its record. */
export function opOf({ before, after }: AnyEdit): 'added' | 'changed' | 'removed' | 'erased' {
	if (before === undefined) return after === undefined ? 'erased' : 'added';
	return after === undefined ? 'removed' : 'changed';
}

const MOST_NAMED = 5;

/** `2 programs changed: acme, beta`. Names the records if there are few. */
export function namedEdits(edits: readonly AnyEdit[]): string {
	const keys = [...new Set(edits.map(({ key }) => key))];
	return `${countedEdits(edits)}${keys.length > MOST_NAMED ? '' : `: ${keys.join(', ')}`}`;
}

/** `import openaffiliate`, or `undo of change 12`. */
export function workOf({ command, source, undoes }: LoggedChange): string {
	return undoes === null ? [command, source].filter(Boolean).join(' ') : `${command} of change ${undoes}`;
}

/** `import openaffiliate, by ada: a new feed`. */
export function titleOf(change: LoggedChange): string {
	const { by, because } = change;
	return `${workOf(change)}${by === null ? '' : `, by ${by}`}${because === null ? '' : `: ${because}`}`;
}

/** Returns one line for each field that an edit changes: `programs acme, commission_rate: 20 → 30`. */
export function editLines(edit: AnyEdit): string[] {
	const name = `${edit.kind} ${edit.key}`;
	const op = opOf(edit);
	if (op !== 'changed') return [`${name}: ${op}`];
	const { before = {}, after = {} } = edit;
	return changedFields(edit).map(
		(field) => `${name}, ${field}: ${show(before[field], 'nothing')} → ${show(after[field], 'nothing')}`,
	);
}

/** Returns the fields that an edit changes, without those that follow from others. */
export function changedFields({ after = {} }: AnyEdit): string[] {
	return Object.keys(after).filter((field) => !FOLLOWING.includes(field));
}

/** Like `editLines`, for differences. Says what is odd about them. */
export function differenceLines(differences: readonly SnapshotDifference[]): string[] {
	return differences.flatMap((difference) => [
		...difference.odd.map((odd) => `odd: ${difference.kind} ${difference.key}, ${odd}`),
		...editLines(difference),
	]);
}
