/** A program that a visitor has saved, with the visitor's notes. Browsers and accounts keep the same. */
import { toTimestamp } from '../shared/to-timestamp.ts';
import { isSlug } from './slug.ts';

/** The statuses that a visitor can give to a saved program. A program may have no status. */
export const SAVED_STATUSES = ['applied', 'joined', 'rejected'] as const;

export type Status = (typeof SAVED_STATUSES)[number];

export interface SavedProgram {
	readonly slug: string;
	readonly name: string;
	/** The day on which the visitor saved the program: `2026-09-02`. Empty if it is unknown. */
	readonly day: string;
	readonly status: Status | null;
	readonly note: string;
}

/** A program in a list, or one that was removed from it. Of two entries of a program, the one that changed last counts. */
export interface SavedEntry {
	readonly slug: string;
	/** When the visitor last changed it, in milliseconds since 1970, by the server's clock. */
	readonly at: number;
	/** The program as it is since then, or null if it was removed. */
	readonly program: SavedProgram | null;
	/** Whether it was saved without an account. Then the account's own status wins, and the notes are joined. */
	readonly merges: boolean;
}

export const MOST_SAVED = 500;
/** The maximum length of a note in UTF-16 code units, because text fields count in this unit. */
export const LONGEST_NOTE = 2000;
const LONGEST_NAME = 200;

/**
 * Reads a saved program. Cuts what is too long and leaves out what is not a value of its field, because browsers can
 * store and send anything. Returns undefined if it names no program.
 */
export function readSavedProgram(entry: unknown): SavedProgram | undefined {
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

/** Reads an entry that a browser has stored or sent. Returns undefined if it is none. */
export function readSavedEntry(sent: unknown): SavedEntry | undefined {
	if (typeof sent !== 'object' || sent === null) return undefined;
	const { slug, at, program, merges = false } = sent as { readonly [field: string]: unknown };
	if (typeof slug !== 'string' || !isSlug(slug) || typeof merges !== 'boolean') return undefined;
	if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0) return undefined;
	if (program === null) return { slug, at, program, merges };
	const read = readSavedProgram(program);
	return read?.slug === slug ? { slug, at, program: read, merges } : undefined;
}

function textOf(value: unknown, longest: number): string {
	return typeof value === 'string' ? value.slice(0, longest) : '';
}

/** How much earlier a day begins in the first time zone than in UTC, in milliseconds. */
const FIRST_ZONE = 14 * 60 * 60 * 1000;

/**
 * Returns the earliest time at which a visitor can have saved a program, in ISO 8601: when the day began in the first time
 * zone. Empty if the day is unknown.
 *
 * @param changedAt when the visitor last changed the saved program, in ISO 8601. A day after that is wrong
 */
export function savedSince(day: string, changedAt: string): string {
	const begin = Date.parse(`${day}T00:00:00Z`) - FIRST_ZONE;
	return Number.isNaN(begin) ? '' : toTimestamp(new Date(Math.min(begin, Date.parse(changedAt))));
}

export function readStatus(value: unknown): Status | null {
	return SAVED_STATUSES.find((status) => status === value) ?? null;
}

/** Joins the notes that a visitor has written about a program in two places. Joining the same notes again changes nothing. */
export function joinedNotes(note: string, other: string): string {
	if (note.includes(other)) return note;
	return (note && `${note}\n\n`).concat(other).slice(0, LONGEST_NOTE);
}
