import { type ProvenanceFields, provenanceOf } from '../../catalog/provenance.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { dayOf } from './dates.ts';

const LONGEST_NAME = 40;

/** The short form of `provenanceLine`, for lists: `Imported 17 April 2026`, `Checked 2 September 2026`. */
export function provenanceNote(program: ProvenanceFields): string {
	const { checked_at, imported_at } = program;
	switch (provenanceOf(program)) {
		case 'checked':
			return `Checked ${dayOf(checked_at!)}`;
		case 'imported':
			return imported_at === null ? 'Imported' : `Imported ${dayOf(imported_at)}`;
		case 'unchecked':
			return 'Not checked';
	}
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
