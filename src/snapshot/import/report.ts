import { KINDS } from '../../catalog/records.ts';
import type { Counts, Plan } from './plan.ts';
import type { Note } from './source.ts';

/** Makes one line for each kind of record, with aligned columns: `organizations:  40 added, 0 changed, 0 unchanged`. */
export function summaryLines({ added, changed, unchanged }: Pick<Plan, 'added' | 'changed' | 'unchanged'>): string[] {
	const name = Math.max(...KINDS.map((kind) => kind.length)) + 1;
	const width = (counts: Counts) => Math.max(...KINDS.map((kind) => String(counts[kind]).length));
	const cell = (counts: Counts, kind: keyof Counts) => String(counts[kind]).padStart(width(counts));
	return KINDS.map((kind) => {
		const figures = `${cell(added, kind)} added, ${cell(changed, kind)} changed, ${cell(unchanged, kind)} unchanged`;
		return `${`${kind}:`.padEnd(name)} ${figures}`;
	});
}

/**
 * Makes one line for each `about`. The line combines all notes with this `about`:
 * `ignored fields that the directory does not have: tracking_method (750)`. For tables, it names the first rows:
 * `column Payout: as percentages (225: rows 4, 5, 6, …)`.
 */
export function noteLines(notes: readonly Note[]): string[] {
	const groups = Map.groupBy(notes, (note) => note.about);
	return [...groups].map(([about, group]) => `${about}: ${group.map(noteText).join(', ')}`);
}

const MOST_ROWS = 3;

function noteText({ detail, programs, rows }: Note): string {
	if (rows === undefined) return `${detail} (${programs.length})`;
	const first = `${rows.slice(0, MOST_ROWS).join(', ')}${rows.length > MOST_ROWS ? ', …' : ''}`;
	return `${detail} (${rows.length}: ${rows.length === 1 ? 'row' : 'rows'} ${first})`;
}
