import { show } from '../../catalog/records.ts';
import type { UndoConflict } from '../../snapshot/changes/undo.ts';

/** Says which part of a change cannot be undone, and why, with both values. */
export function undoConflictSentence({ kind, key, field, now, before, because }: UndoConflict): string {
	if (field === undefined) return `${kind} ${key}, because ${because}.`;
	return `${kind} ${key}, ${field}: ${because}. It now has ${show(now, 'nothing')}; before the change it had ${show(before, 'nothing')}.`;
}
