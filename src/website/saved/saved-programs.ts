/** The programs that a visitor has saved, with the visitor's notes. The browser stores them as JSON. */
import { isSlug } from '../../catalog/slug.ts';

/**
 * The statuses that a visitor can give to a saved program, and the text shown for each status. A program may have no
 * status.
 */
export const STATUS_WORDS = { applied: 'Applied', joined: 'Joined', rejected: 'Rejected' } as const;

export type Status = keyof typeof STATUS_WORDS;

export interface SavedProgram {
	readonly slug: string;
	readonly name: string;
	/** The day on which the visitor saved the program: `2026-09-02`. */
	readonly day: string;
	readonly status: Status | null;
	readonly note: string;
}

/** The fields that the visitor can edit. */
export type OwnFields = Pick<SavedProgram, 'status' | 'note'>;

export const MOST_SAVED = 500;
/** The maximum length of a note in UTF-16 code units, because text fields count in this unit. */
export const LONGEST_NOTE = 2000;
const LONGEST_NAME = 200;

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
		const program = readEntry(entry);
		if (program !== undefined && bySlug.size < MOST_SAVED) bySlug.set(program.slug, program);
	}
	return [...bySlug.values()];
}

function readEntry(entry: unknown): SavedProgram | undefined {
	if (typeof entry !== 'object' || entry === null) return undefined;
	const { slug, name, day, status, note } = entry as { readonly [field: string]: unknown };
	if (typeof slug !== 'string' || !isSlug(slug)) return undefined;
	return {
		slug,
		name: textOf(name, LONGEST_NAME) || slug,
		day: typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? day : '',
		status: readStatus(status),
		note: textOf(note, LONGEST_NOTE),
	};
}

function textOf(value: unknown, longest: number): string {
	return typeof value === 'string' ? value.slice(0, longest) : '';
}

/** Returns the value if it is a status, otherwise null. */
export function readStatus(value: unknown): Status | null {
	return typeof value === 'string' && Object.hasOwn(STATUS_WORDS, value) ? (value as Status) : null;
}

/** Puts a program at the start of the list, unless the list is full or already contains the program. */
export function withProgram(list: readonly SavedProgram[], program: SavedProgram): readonly SavedProgram[] {
	if (list.length >= MOST_SAVED || list.some(({ slug }) => slug === program.slug)) return list;
	return [program, ...list];
}

export function withoutProgram(list: readonly SavedProgram[], slug: string): readonly SavedProgram[] {
	return list.filter((program) => program.slug !== slug);
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
