/**
 * Keeps the saved programs in the browser's local storage, so that all tabs of the site show the same programs. If the
 * visitor has an account, the list is that of the account. See saved-sync.client.ts.
 */
import { MOST_SAVED, type SavedProgram } from '../../catalog/saved-program.ts';
import { type AccountCopy, changesOf, programsOf, readCopy, withChanges } from './account-copy.ts';
import { type OwnFields, readSaved, withFields, withProgram } from './saved-programs.ts';

const KEY = 'saved';
const COPY_KEY = 'saved-account';
/** The event for a change in this tab. For a change in another tab, the browser sends `storage`. */
const CHANGED = 'saved-change';
const MESSAGE = 'saved-message';

export interface SavedMessage {
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
addEventListener('storage', ({ key }) => {
	forget();
	if (key === COPY_KEY && accountCopy()?.ended !== false) removed.clear();
});
addEventListener('pageshow', forget);

/** Returns the saved programs, most recently saved first. Returns an empty list if the browser has no storage. */
export function savedPrograms(): readonly SavedProgram[] {
	if (read === undefined) {
		const copy = accountCopy();
		read = copy === undefined || copy.ended ? readSaved(stored(KEY)) : programsOf(copy);
	}
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
	if (!write(list, programs)) return false;
	const isComplete = programs.every(({ slug }) => list.some((saved) => saved.slug === slug));
	if (!isComplete) tell(FULL, true);
	return isComplete;
}

/** Removes a program. Its note is kept until the page is closed. Returns whether the program was removed. */
export function unsave(slug: string): boolean {
	const list = latest();
	const program = list.find((saved) => saved.slug === slug);
	if (program === undefined) return false;
	removed.set(slug, program);
	const others = list.filter((saved) => saved.slug !== slug);
	if (write(others, [{ slug }])) return true;
	removed.delete(slug);
	return false;
}

/** Whether a program was removed since this page was opened, on this page. */
export function wasRemovedHere(slug: string): boolean {
	return removed.has(slug);
}

/** Stores the visitor's status and note for a program. */
export function annotate(slug: string, fields: OwnFields): void {
	write(withFields(latest(), slug, fields), [{ slug }]);
}

/** Calls a function after each change to the saved programs, in any tab, until the signal is aborted. */
export function onSavedChange(listener: () => void, signal?: AbortSignal): void {
	const options = signal && { signal };
	document.addEventListener(CHANGED, listener, options);
	addEventListener('storage', ({ key }) => (key === null || key.startsWith(KEY)) && listener(), options);
	// A page restored from the browser's cache may have missed changes.
	addEventListener('pageshow', ({ persisted }) => persisted && listener(), options);
}

export function tell(text: string, isProblem = false): void {
	document.dispatchEvent(new CustomEvent<SavedMessage>(MESSAGE, { detail: { text, isProblem } }));
}

export function onMessage(listener: (message: SavedMessage) => void): void {
	document.addEventListener(MESSAGE, (event) => listener((event as CustomEvent<SavedMessage>).detail));
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

function stored(key: string): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

/** What this browser knows about the account. Undefined if the visitor has none, or has signed out. */
export function accountCopy(): AccountCopy | undefined {
	return readCopy(stored(COPY_KEY));
}

/** Stores what this browser knows about the account. An account's list takes the place of one without an account. */
export function keepCopy(copy: AccountCopy | undefined): void {
	try {
		if (copy === undefined || copy.ended) removed.clear();
		if (copy === undefined) localStorage.removeItem(COPY_KEY);
		else localStorage.setItem(COPY_KEY, JSON.stringify(copy));
		if (copy?.ended === false) localStorage.removeItem(KEY);
	} catch {
		tell(REFUSED, true);
	}
	forget();
	document.dispatchEvent(new Event(CHANGED));
}

/** @param changed the programs that have changed */
function write(programs: readonly SavedProgram[], changed: readonly { readonly slug: string }[]): boolean {
	const copy = accountCopy();
	try {
		if (copy === undefined || copy.ended) localStorage.setItem(KEY, JSON.stringify(programs));
		else {
			const slugs = changed.map(({ slug }) => slug);
			const changes = changesOf(programs, slugs, Date.now() + copy.ahead);
			localStorage.setItem(COPY_KEY, JSON.stringify(withChanges(copy, changes)));
		}
	} catch {
		tell(REFUSED, true);
		return false;
	}
	read = programs;
	document.dispatchEvent(new Event(CHANGED));
	return true;
}
