/** The programs that a visitor has saved, with the visitor's notes. The browser stores them as JSON. */
import {
	LONGEST_NOTE,
	MOST_SAVED,
	readSavedProgram,
	type SavedProgram,
	type Status,
} from '../../catalog/saved-program.ts';

/** The text shown for each status. */
export const STATUS_WORDS: { readonly [status in Status]: string } = {
	applied: 'Applied',
	joined: 'Joined',
	rejected: 'Rejected',
};

/** The fields that the visitor can edit. */
export type OwnFields = Pick<SavedProgram, 'status' | 'note'>;

/**
 * Reads the stored programs. Skips everything that is not a saved program, because browser storage can contain
 * anything.
 */
export function readSaved(json: string | null): SavedProgram[] {
	let stored: unknown;
	try {
		stored = JSON.parse(json ?? '[]');
	} catch {
		return [];
	}
	if (!Array.isArray(stored)) return [];
	const bySlug = new Map<string, SavedProgram>();
	for (const entry of stored) {
		const program = readSavedProgram(entry);
		if (program !== undefined && bySlug.size < MOST_SAVED) bySlug.set(program.slug, program);
	}
	return [...bySlug.values()];
}

/** Puts a program at the start of the list, unless the list is full or already contains the program. */
export function withProgram(list: readonly SavedProgram[], program: SavedProgram): readonly SavedProgram[] {
	if (list.length >= MOST_SAVED || list.some(({ slug }) => slug === program.slug)) return list;
	return [program, ...list];
}

/** Returns the list with the editable fields of one program replaced. */
export function withFields(
	list: readonly SavedProgram[],
	slug: string,
	{ status, note }: OwnFields,
): readonly SavedProgram[] {
	const fields = { status, note: note.slice(0, LONGEST_NOTE) };
	return list.map((program) => (program.slug === slug ? { ...program, ...fields } : program));
}
