/** Keeps the saved programs in the browser's local storage, so that all tabs of the site show the same programs. */
import {
	MOST_SAVED,
	type OwnFields,
	readSaved,
	type SavedProgram,
	withFields,
	withoutProgram,
	withProgram,
} from './saved-programs.ts';

const KEY = 'saved';
/** The event for a change in this tab. For a change in another tab, the browser sends `storage`. */
const CHANGED = 'saved-change';
const MESSAGE = 'saved-message';

export interface Message {
	readonly text: string;
	readonly isProblem: boolean;
}

const FULL = `Not saved: the list is full, with ${MOST_SAVED} programs. Remove one first.`;
const REFUSED = 'Not saved: your browser’s storage is full or turned off.';

/**
 * Caches the programs that were last read or written. Reading a large list again for each star on a page would make
 * typing slow.
 */
let read: readonly SavedProgram[] | undefined;
/**
 * The programs that were removed since the page was opened. They are kept so that saving one again restores its note.
 */
const removed = new Map<string, SavedProgram>();

// These listeners are added first, so that they run before those of `onSavedChange`.
addEventListener('storage', forget);
addEventListener('pageshow', forget);

/** Returns the saved programs, most recently saved first. Returns an empty list if the browser has no storage. */
export function savedPrograms(): readonly SavedProgram[] {
	read ??= readSaved(stored());
	return read;
}

/**
 * Saves programs that are not saved yet. Tells the visitor about problems.
 *
 * @returns whether all of the programs are saved now
 */
export function save(programs: readonly Pick<SavedProgram, 'slug' | 'name'>[]): boolean {
	const day = new Date().toISOString().slice(0, 10);
	const list = programs.reduceRight(
		(saved, { slug, name }) =>
			withProgram(saved, removed.get(slug) ?? { slug, name: name || slug, day, status: null, note: '' }),
		latest(),
	);
	if (!write(list)) return false;
	const isComplete = programs.every(({ slug }) => list.some((saved) => saved.slug === slug));
	if (!isComplete) tell(FULL, true);
	return isComplete;
}

/** Removes a program. Its note is kept until the page is closed. Returns whether the program was removed. */
export function unsave(slug: string): boolean {
	const list = latest();
	const program = list.find((saved) => saved.slug === slug);
	if (program === undefined || !write(withoutProgram(list, slug))) return false;
	removed.set(slug, program);
	return true;
}

/** Stores the visitor's status and note for a program. */
export function annotate(slug: string, fields: OwnFields): void {
	write(withFields(latest(), slug, fields));
}

/** Calls a function after each change to the saved programs, in any tab, until the signal is aborted. */
export function onSavedChange(listener: () => void, signal?: AbortSignal): void {
	const options = signal && { signal };
	document.addEventListener(CHANGED, listener, options);
	addEventListener('storage', ({ key }) => (key === KEY || key === null) && listener(), options);
	// A page restored from the browser's cache may have missed changes.
	addEventListener('pageshow', ({ persisted }) => persisted && listener(), options);
}

export function tell(text: string, isProblem = false): void {
	document.dispatchEvent(new CustomEvent<Message>(MESSAGE, { detail: { text, isProblem } }));
}

export function onMessage(listener: (message: Message) => void): void {
	document.addEventListener(MESSAGE, (event) => listener((event as CustomEvent<Message>).detail));
}

/**
 * Reads the saved programs from storage again. The result includes changes from other tabs even if their events have
 * not arrived yet.
 */
function latest(): readonly SavedProgram[] {
	forget();
	return savedPrograms();
}

function forget(): void {
	read = undefined;
}

function stored(): string | null {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}

function write(programs: readonly SavedProgram[]): boolean {
	try {
		localStorage.setItem(KEY, JSON.stringify(programs));
	} catch {
		tell(REFUSED, true);
		return false;
	}
	read = programs;
	document.dispatchEvent(new Event(CHANGED));
	return true;
}
