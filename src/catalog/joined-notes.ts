import { LONGEST_NOTE } from './saved-program.ts';

/** Joins the notes that a visitor has written about a program in two places. Joining the same notes again changes nothing. */
export function joinedNotes(note: string, other: string): string {
	if (note.includes(other)) return note;
	return (note && `${note}\n\n`).concat(other).slice(0, LONGEST_NOTE);
}
