/** What a browser sends to the account, and what it makes of the answer. */
import { joinedNotes, MOST_SAVED, type SavedProgram } from '../../catalog/saved-program.ts';
import type { AccountCopy, Unsent } from './account-copy.ts';

/**
 * The maximum length of the changes in one request, encoded as in a form. A server accepts forms of 64 kB, and browsers
 * send as much after a page was closed.
 */
const LONGEST_BATCH = 50_000;

export function newCopy(account: string, ahead: number): AccountCopy {
	return { account, ahead, version: '', synced: 0, failed: false, ended: false, unsent: [] };
}

/** The changes that add a list that was made without an account, so that the list's order stays. */
export function mergeOf(list: readonly SavedProgram[], at: number): Unsent[] {
	return list.toReversed().map((program) => ({ slug: program.slug, at, program, merges: true }));
}

/** The next changes that fit into one request. Removed programs come first, because they make room. */
export function nextBatch({ unsent }: AccountCopy): readonly Unsent[] {
	let length = 0;
	const removed = unsent.filter(({ program }) => program === null);
	const saved = unsent.filter(({ program, waits }) => program !== null && (removed.length > 0 || waits !== true));
	const sendable = [...removed, ...saved];
	const end = sendable.findIndex((change) => {
		length += new URLSearchParams([['', JSON.stringify(change)]]).toString().length;
		return length > LONGEST_BATCH;
	});
	return end === -1 ? sendable : sendable.slice(0, end);
}

/** Returns the copy after the server has got a batch. Changes that were made in the meantime are still not sent. */
export function afterBatch(copy: AccountCopy, batch: readonly Unsent[], refused: readonly string[]): AccountCopy {
	const sent = new Map(batch.map(({ slug, at }) => [slug, at]));
	const unsent = copy.unsent.flatMap((change) => {
		if (sent.get(change.slug) !== change.at) return [change];
		return refused.includes(change.slug) ? [{ ...change, waits: true }] : [];
	});
	return { ...copy, unsent };
}

/** Returns the account's list with the changes that the account does not have yet. */
export function withChanges(list: readonly SavedProgram[], unsent: readonly Unsent[]): readonly SavedProgram[] {
	const bySlug = new Map(list.map((program) => [program.slug, program]));
	const added: SavedProgram[] = [];
	for (const { slug, program, merges } of unsent) {
		const known = bySlug.get(slug);
		if (program === null) bySlug.delete(slug);
		else if (known === undefined) added.unshift(program);
		else if (merges)
			bySlug.set(slug, {
				...known,
				status: known.status ?? program.status,
				note: joinedNotes(known.note, program.note),
			});
		else bySlug.set(slug, { ...known, ...program });
	}
	return [...added.slice(0, Math.max(0, MOST_SAVED - bySlug.size)), ...bySlug.values()];
}

/** Returns the copy after the account's list was loaded, and may have room for the programs that wait. */
export function withRoom(copy: AccountCopy, list: readonly SavedProgram[]): AccountCopy {
	if (list.length >= MOST_SAVED) return copy;
	return { ...copy, unsent: copy.unsent.map(({ waits, ...change }) => change) };
}
