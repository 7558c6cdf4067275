import { type ProvenanceFields, provenanceOf } from '../../catalog/provenance.ts';
import { excerpt } from '../../shared/text.ts';
import { dayOf } from '../format/dates.ts';

const LONGEST_NAME = 40;

/** The note in a row of a list: `Checked 2 September 2026`, or null if no editor has checked the program. */
export function checkedNote(program: ProvenanceFields): string | null {
	return provenanceOf(program) === 'checked' ? `Checked ${dayOf(program.checked_at!)}` : null;
}

/**
 * Combines the notes of all rows of a list into one for the whole list: `All checked 2 September 2026`. Returns null if
 * the notes differ, or if there is only one.
 */
export function commonNote(notes: readonly (string | null)[]): string | null {
	const [note, ...others] = notes;
	if (note === undefined || others.length === 0 || others.some((other) => other !== note)) return null;
	return note === null ? 'None of them checked yet' : `All ${note.charAt(0).toLowerCase()}${note.slice(1)}`;
}

/** `Listed by OpenAffiliate`, for a program with imported facts that no editor has checked. Otherwise null. */
export function listedBy(program: ProvenanceFields): string | null {
	const { source_name } = program;
	if (source_name === null || provenanceOf(program) !== 'imported') return null;
	return `Listed by ${excerpt(source_name, LONGEST_NAME)}`;
}

/**
 * Says in one line where the facts about a program come from: `From OpenAffiliate, not yet checked` or
 * `Checked by an editor on 2 September 2026`.
 *
 * @param withDate whether to add the date of the source: `From OpenAffiliate, as of 17 April 2026, …`
 */
export function provenanceLine(program: ProvenanceFields, withDate = false): string {
	const { checked_at, imported_at, source_name } = program;
	switch (provenanceOf(program)) {
		case 'checked':
			return `Checked by an editor on ${dayOf(checked_at!)}`;
		case 'imported': {
			const source = source_name === null ? 'another source' : excerpt(source_name, LONGEST_NAME);
			const check = checked_at === null ? 'not yet checked' : `last checked ${dayOf(checked_at)}`;
			const date = withDate && imported_at !== null ? `, as of ${dayOf(imported_at)}` : '';
			return `From ${source}${date}, ${check}`;
		}
		case 'unchecked':
			return 'Not yet checked by an editor';
	}
}
