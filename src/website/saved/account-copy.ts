/** What a browser knows about the list in the visitor's account. */
import { readSavedEntry, type SavedEntry, type SavedProgram } from '../../catalog/saved-program.ts';

export interface AccountCopy {
	readonly account: string;
	/** How far the server's clock is ahead of this one, in milliseconds. */
	readonly ahead: number;
	/** When the browser last had the account's list, in milliseconds since 1970, by its own clock. */
	readonly synced: number;
	/** Whether the last request failed. */
	readonly failed: boolean;
	/** Whether the session has ended. The browser then has no list of the account, only the changes that were not sent. */
	readonly ended: boolean;
	/** The list, most recently saved first, with the programs that were removed since it was sent. */
	readonly entries: readonly SavedEntry[];
	/** The slugs of the entries that have changed since the list was sent. */
	readonly unsent: readonly string[];
}

export function newCopy(account: string, ahead: number): AccountCopy {
	return { account, ahead, synced: 0, failed: false, ended: false, entries: [], unsent: [] };
}

/** Reads a stored copy. Returns undefined if there is none, or if it is damaged. */
export function readCopy(json: string | null): AccountCopy | undefined {
	try {
		const stored: AccountCopy = JSON.parse(json ?? '');
		const entries = stored.entries.flatMap((entry) => readSavedEntry(entry) ?? []);
		const known = new Set(entries.map(({ slug }) => slug));
		const unsent = stored.unsent.filter((slug) => known.has(slug));
		return typeof stored.account === 'string' ? { ...stored, entries, unsent } : undefined;
	} catch {
		return undefined;
	}
}

export function programsOf({ entries }: AccountCopy): readonly SavedProgram[] {
	return entries.flatMap(({ program }) => program ?? []);
}

/** Returns the copy after changes that this visitor has made. Programs that were not in the list come first. */
export function withChanges(copy: AccountCopy, changes: readonly SavedEntry[]): AccountCopy {
	const bySlug = new Map(copy.entries.map((entry) => [entry.slug, entry]));
	const added: SavedEntry[] = [];
	for (const change of changes) {
		const before = bySlug.get(change.slug);
		const at = before === undefined ? change.at : Math.max(change.at, before.at + 1);
		const entry = { ...change, at, merges: change.merges || before?.merges === true };
		if (before?.program) bySlug.set(change.slug, entry);
		else {
			bySlug.delete(change.slug);
			added.push(entry);
		}
	}
	const unsent = new Set([...copy.unsent, ...changes.map(({ slug }) => slug)]);
	return { ...copy, entries: [...added, ...bySlug.values()], unsent: [...unsent] };
}

/** The changes of programs to what they are in a list now. */
export function changesOf(list: readonly SavedProgram[], slugs: readonly string[], at: number): SavedEntry[] {
	return slugs.map((slug) => {
		const program = list.find((saved) => saved.slug === slug) ?? null;
		return { slug, at, program, merges: false };
	});
}

/** The changes that add a list that was made without an account. */
export function mergeOf(list: readonly SavedProgram[], at: number): SavedEntry[] {
	return list.map((program) => ({ slug: program.slug, at, program, merges: true }));
}

/**
 * Returns the copy with the account's list. What has changed in the copy since it was sent stays, and is sent next: then the
 * account has the newest change of each entry.
 *
 * @param sent the entries that were sent
 */
export function afterSending(copy: AccountCopy, sent: readonly SavedEntry[], list: readonly SavedEntry[]): AccountCopy {
	const times = new Map(sent.map(({ slug, at }) => [slug, at]));
	const changed = copy.entries.filter(({ slug, at }) => times.get(slug) !== at);
	const unsent = changed.map(({ slug }) => slug);
	const others = list.filter(({ slug }) => !unsent.includes(slug));
	return { ...copy, entries: [...changed, ...others], unsent };
}
