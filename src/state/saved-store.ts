import { hash } from 'node:crypto';
import { joinedNotes, MOST_SAVED, type SavedEntry, type SavedProgram, savedSince } from '../catalog/saved-program.ts';
import { all, get, lockAccount, run, runWith, Store, type Work } from './database.ts';

/** A program in the feed of an account. */
export interface FollowedProgram {
	/** As it was saved. */
	readonly slug: string;
	/** The feed has no earlier changes, in ISO 8601. Empty if it has all of them. */
	readonly since: string;
}

/** The number of removed programs of an account that are remembered, so that an old list does not bring them back. */
const MOST_REMOVED = MOST_SAVED;

const COLUMNS = {
	slug: 'TEXT',
	name: 'TEXT',
	day: 'TEXT',
	status: 'TEXT',
	note: 'TEXT',
	place: 'INTEGER',
	changed_at: 'TEXT',
	removed_at: 'TEXT',
} as const;
const NAMES = Object.keys(COLUMNS).join(', ');

interface Row extends SavedProgram {
	/** The programs saved on one day are in this order. */
	readonly place: number;
	readonly changed_at: string;
	/** Not null if the program was removed. Then the row has only the slug. */
	readonly removed_at: string | null;
}

/** The saved programs of accounts, and the addresses of their feeds. */
export class SavedStore extends Store {
	/**
	 * Unites a list with that of an account, and returns the account's programs, most recently saved first. An entry that is
	 * not later than the account's changes nothing, so lists can be sent again, and in any order. Of more than MOST_SAVED
	 * programs, those that changed last stay.
	 */
	async unite(account: string, entries: readonly SavedEntry[]): Promise<readonly SavedEntry[]> {
		return this.db.transaction(function* (): Work<readonly SavedEntry[]> {
			yield* lockAccount(account);
			const rows = yield* changedRows(account, entries);
			if (rows.length > 0) {
				yield* runWith(WRITE, { columns: COLUMNS, rows, values: { account } });
				yield* run(FORGET_SAVED, { account });
				yield* run(FORGET_REMOVED, { account });
			}
			const list = yield* all<SavedProgram & Pick<Row, 'changed_at'>>(LIST, { account });
			return list.map(({ changed_at, ...program }) => {
				return { slug: program.slug, at: Date.parse(changed_at), program, merges: false };
			});
		});
	}

	/** When the feed of an account got its present address. Undefined if the account has no feed. */
	async feedSince(account: string): Promise<string | undefined> {
		const sql = 'SELECT feed_at FROM saved_feeds WHERE account_id = @account';
		return (await this.db.get<{ feed_at: string }>(sql, { account }))?.feed_at;
	}

	/** Gives the feed of an account an address with this key. The former address stops working. */
	async openFeed(account: string, key: string, now: string): Promise<void> {
		await this.db.run(OPEN_FEED, { account, hash: feedHash(key), now });
	}

	async closeFeed(account: string): Promise<void> {
		await this.db.run('DELETE FROM saved_feeds WHERE account_id = @account', { account });
	}

	/** Returns the programs in the feed with this key. Undefined if there is no such feed. */
	async ofFeed(key: string): Promise<readonly FollowedProgram[] | undefined> {
		return this.db.snapshot(function* () {
			const find = 'SELECT account_id FROM saved_feeds WHERE feed_hash = @hash';
			const list = yield* get<{ account_id: string }>(find, { hash: feedHash(key) });
			if (list === undefined) return undefined;
			const rows = yield* all<Pick<Row, 'slug' | 'day' | 'changed_at'>>(FOLLOWED, { account: list.account_id });
			return rows.map(({ slug, day, changed_at }) => ({ slug, since: savedSince(day, changed_at) }));
		});
	}
}

const LIST = `SELECT slug, name, day, status, note, changed_at FROM saved_programs
	WHERE account_id = @account AND removed_at IS NULL ORDER BY day DESC, place DESC`;

const FOLLOWED = `SELECT slug, day, changed_at FROM saved_programs
	WHERE account_id = @account AND removed_at IS NULL ORDER BY slug`;

const WRITE = `INSERT INTO saved_programs (account_id, ${NAMES})
	SELECT id, ${NAMES.replaceAll(/\w+/g, 'given.$&')} FROM given JOIN accounts ON id = @account WHERE TRUE
	ON CONFLICT (account_id, slug) DO UPDATE SET ${Object.keys(COLUMNS)
		.map((column) => `${column} = excluded.${column}`)
		.join(', ')}`;

/** Removes the rows beyond a number. Those that changed last stay. */
function forget(rows: string, most: number): string {
	const chosen = `FROM saved_programs WHERE account_id = @account AND ${rows}`;
	return `DELETE ${chosen} AND slug NOT IN (SELECT slug ${chosen} ORDER BY changed_at DESC, slug LIMIT ${most})`;
}
const FORGET_SAVED = forget('removed_at IS NULL', MOST_SAVED);
const FORGET_REMOVED = forget('removed_at IS NOT NULL', MOST_REMOVED);

const OPEN_FEED = `INSERT INTO saved_feeds (account_id, feed_hash, feed_at)
	SELECT id, @hash, @now FROM accounts WHERE id = @account
	ON CONFLICT (account_id) DO UPDATE SET feed_hash = excluded.feed_hash, feed_at = excluded.feed_at`;

/** The key is long and random, so a hash without salt is enough. */
function feedHash(key: string): string {
	return hash('sha256', key, 'hex');
}

function* changedRows(account: string, entries: readonly SavedEntry[]): Work<readonly Row[]> {
	const find = `SELECT ${NAMES} FROM saved_programs WHERE account_id = @account`;
	const bySlug = new Map((yield* all<Row>(find, { account })).map((row) => [row.slug, row]));
	let place = Math.max(0, ...[...bySlug.values()].map((row) => row.place));
	const rows = new Map<string, Row>();
	// The most recently saved program comes first in a list, and gets the highest place.
	for (const entry of entries.toReversed()) {
		const row = bySlug.get(entry.slug);
		if (row !== undefined && entry.at <= Date.parse(row.changed_at)) continue;
		const next = changedRow(row?.removed_at === null ? row : undefined, entry, place + 1);
		if (next === row) continue;
		place = Math.max(place, next.place);
		bySlug.set(entry.slug, next);
		rows.set(entry.slug, next);
	}
	return [...rows.values()];
}

/**
 * Returns a row after a change.
 *
 * @param row the row of the program if it is saved
 * @param place the place of a program that was not saved before
 */
function changedRow(row: Row | undefined, { slug, at, program, merges }: SavedEntry, place: number): Row {
	const changed_at = new Date(at).toISOString();
	if (program === null) {
		return { slug, name: '', day: '', status: null, note: '', place: 0, changed_at, removed_at: changed_at };
	}
	if (row === undefined) return { ...program, slug, place, changed_at, removed_at: null };
	if (!merges) return { ...row, ...program, slug, changed_at };
	const [status, note] = [row.status ?? program.status, joinedNotes(row.note, program.note)];
	return status === row.status && note === row.note ? row : { ...row, status, note, changed_at };
}
