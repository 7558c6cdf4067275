/**
 * What a browser knows about the list in the visitor's account. The list itself is stored like the list of a visitor
 * without an account, and this beside it.
 */
import { MOST_SAVED, readSavedProgram, type SavedProgram } from '../../catalog/saved-program.ts';
import { isSlug } from '../../catalog/slug.ts';

/** A change that the account does not have yet. */
export interface Unsent {
	readonly slug: string;
	/** When the visitor made the change, in milliseconds since 1970, by the server's clock. */
	readonly at: number;
	/** The program as it is now, or null if it was removed. */
	readonly program: SavedProgram | null;
	/** Whether the program was saved without an account. Then the account's own status wins, and the notes are joined. */
	readonly merges: boolean;
	/** Whether the account's list is full. The change waits until the visitor has removed programs. */
	readonly waits?: boolean;
}

export interface AccountCopy {
	readonly account: string;
	/** The version of the account's list. Empty if it was never loaded. */
	readonly version: string;
	/** How far the server's clock is ahead of this one, in milliseconds. */
	readonly ahead: number;
	/** When the browser last had the account's list, in milliseconds since 1970, by its own clock. */
	readonly synced: number;
	/** Whether the last request failed. */
	readonly failed: boolean;
	/** Whether the session has ended. The browser then has no list of the account, only the changes that were not sent. */
	readonly ended: boolean;
	/** At most one change of each program, oldest first. */
	readonly unsent: readonly Unsent[];
}

const MOST_UNSENT = 2 * MOST_SAVED;
/** Reads a stored copy. Returns undefined if there is none, or if it is damaged. */
export function readCopy(json: string | null): AccountCopy | undefined {
	try {
		const stored: AccountCopy = JSON.parse(json ?? '');
		const unsent = stored.unsent.flatMap(readUnsent);
		return typeof stored.account === 'string' ? { ...stored, unsent } : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the change, or nothing if it is none. */
function readUnsent(change: Unsent): Unsent[] {
	const { slug, at, program } = change;
	if (!isSlug(slug) || !Number.isSafeInteger(at)) return [];
	const read = program && readSavedProgram(program);
	return read === undefined ? [] : [{ ...change, program: read }];
}

/** Adds changes, each in place of the earlier change of its program. */
export function withUnsent(copy: AccountCopy, changes: readonly Unsent[]): AccountCopy {
	const bySlug = new Map(copy.unsent.map((change) => [change.slug, change]));
	for (const change of changes) {
		const before = bySlug.get(change.slug);
		bySlug.delete(change.slug);
		bySlug.set(change.slug, { ...change, merges: change.merges || before?.merges === true });
	}
	return { ...copy, unsent: [...bySlug.values()].slice(-MOST_UNSENT) };
}

/** The changes of programs to what they are in the list now. */
export function changesOf(list: readonly SavedProgram[], slugs: readonly string[], at: number): Unsent[] {
	return slugs.map((slug) => {
		const program = list.find((saved) => saved.slug === slug) ?? null;
		return { slug, at, program, merges: false };
	});
}
