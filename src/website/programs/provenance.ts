import { type ProvenanceFields, provenanceOf } from '../../catalog/provenance.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { dayOf } from '../format/dates.ts';

const LONGEST_NAME = 40;
const UNCHECKED = 'Not checked';

/** The short form of `provenanceLine`, for lists: `Imported 17 April 2026`, `Checked 2 September 2026`. */
export function provenanceNote(program: ProvenanceFields): string {
	const { checked_at, imported_at } = program;
	switch (provenanceOf(program)) {
		case 'checked':
			return `Checked ${dayOf(checked_at!)}`;
		case 'imported':
			return imported_at === null ? 'Imported' : `Imported ${dayOf(imported_at)}`;
		case 'unchecked':
			return UNCHECKED;
	}
}

/**
 * Combines the notes of all rows of a list into one for the whole list: `All imported 17 April 2026`. Returns null if
 * the notes differ, or if there is only one.
 */
export function commonNote(notes: readonly string[]): string | null {
	const [note, ...others] = notes;
	if (note === undefined || others.length === 0 || others.some((other) => other !== note)) return null;
	return note === UNCHECKED ? 'None of them checked yet' : `All ${note.charAt(0).toLowerCase()}${note.slice(1)}`;
}

/** `Listed by OpenAffiliate`, for a program with imported facts that no editor has checked. Otherwise null. */
export function listedBy(program: ProvenanceFields): string | null {
	const { source_name } = program;
	if (source_name === null || provenanceOf(program) !== 'imported') return null;
	return `Listed by ${excerpt(source_name, LONGEST_NAME)}`;
}

/**
 * Says in one line where the facts about a program come from:
 * `Imported 17 April 2026 from OpenAffiliate, not yet checked` or `Checked by an editor on 2 September 2026`.
 */
export function provenanceLine(program: ProvenanceFields): string {
	const { checked_at, source_name, imported_at } = program;
	switch (provenanceOf(program)) {
		case 'checked':
			return `Checked by an editor on ${dayOf(checked_at!)}`;
		case 'imported': {
			const day = imported_at === null ? '' : ` ${dayOf(imported_at)}`;
			const source = source_name === null ? '' : ` from ${excerpt(source_name, LONGEST_NAME)}`;
			return `Imported${day}${source}, ${checked_at === null ? 'not yet checked' : `last checked ${dayOf(checked_at)}`}`;
		}
		case 'unchecked':
			return 'Not yet checked by an editor';
	}
}
