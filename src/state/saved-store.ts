import { hash } from 'node:crypto';
import { joinedNotes, MOST_SAVED, type SavedProgram, savedSince } from '../catalog/saved-program.ts';
import { all, allWith, type Database, get, run, runWith, type Work } from './database.ts';
import { randomText } from './keys/secret.ts';
import { lockAccount } from './lock-account.ts';

/** A change that a visitor has made to the saved programs. */
export interface SavedChange {
	readonly slug: string;
	/** When the visitor made the change: ISO 8601 in UTC, to the millisecond. Of two changes, the later one counts. */
	readonly at: string;
	/** The program as it is now, or null if it was removed. */
	readonly program: SavedProgram | null;
	/** Whether the program comes from a list without an account. Then it only fills in what the account's program lacks. */
	readonly merges: boolean;
}

export interface SavedList {
	/** Changes with each change to the list. */
	readonly version: string;
	/** The programs, most recently saved first. */
	readonly programs: readonly SavedProgram[];
}

export interface AppliedChanges {
	/** The versions of the list before and after the changes. */
	readonly before: string;
	readonly after: string;
	/** The programs that were not saved, because the list has MOST_SAVED programs. */
	readonly refused: readonly string[];
}

/** A program in the feed of an account. */
export interface FollowedProgram {
	/** As it was saved. */
	readonly slug: string;
	/** The feed has no earlier changes, in ISO 8601. Empty if it has all of them. */
	readonly since: string;
}

/** The version of a list that has never changed. */
const NEW_LIST = 'new';
const VERSION_LENGTH = 16;
/** The number of removed programs of an account that are remembered, so that a delayed change does not bring them back. */
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
export class SavedStore {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	async ofAccount(account: string): Promise<SavedList> {
		return this.#db.snapshot(function* () {
			const version = yield* versionOf(account);
			return { version, programs: yield* all<SavedProgram>(LIST, { account }) };
		});
	}

	/**
	 * Makes changes to the list of an account. A change that is not later than the last change of its program changes
	 * nothing, so changes can be sent again, and in any order.
	 */
	async apply(account: string, changes: readonly SavedChange[]): Promise<AppliedChanges> {
		return this.#db.transaction(function* (): Work<AppliedChanges> {
			yield* lockAccount(account);
			const before = yield* versionOf(account);
			const { rows, refused } = yield* changedRows(account, changes);
			const added = yield* runWith(WRITE, { columns: COLUMNS, rows, values: { account } });
			if (added === 0) return { before, after: before, refused };
			yield* run(FORGET, { account });
			const after = randomText(VERSION_LENGTH);
			yield* run(SET_VERSION, { account, version: after });
			return { before, after, refused };
		});
	}

	/** When the feed of an account got its present address. Undefined if the account has no feed. */
	async feedSince(account: string): Promise<string | undefined> {
		const sql = 'SELECT feed_at FROM saved_lists WHERE account_id = @account AND feed_at IS NOT NULL';
		return (await this.#db.get<{ feed_at: string }>(sql, { account }))?.feed_at;
	}

	/** Gives the feed of an account an address with this key. The former address stops working. */
	async openFeed(account: string, key: string, now: string): Promise<void> {
		await this.#db.run(OPEN_FEED, { account, version: NEW_LIST, hash: feedHash(key), now });
	}

	async closeFeed(account: string): Promise<void> {
		await this.#db.run('UPDATE saved_lists SET feed_hash = NULL, feed_at = NULL WHERE account_id = @account', {
			account,
		});
	}

	/** Returns the programs in the feed with this key. Undefined if there is no such feed. */
	async ofFeed(key: string): Promise<readonly FollowedProgram[] | undefined> {
		return this.#db.snapshot(function* () {
			const find = 'SELECT account_id FROM saved_lists WHERE feed_hash = @hash';
			const list = yield* get<{ account_id: string }>(find, { hash: feedHash(key) });
			if (list === undefined) return undefined;
			const rows = yield* all<Pick<Row, 'slug' | 'day' | 'changed_at'>>(FOLLOWED, { account: list.account_id });
			return rows.map(({ slug, day, changed_at }) => ({ slug, since: savedSince(day, changed_at) }));
		});
	}
}

const LIST = `SELECT slug, name, day, status, note FROM saved_programs
	WHERE account_id = @account AND removed_at IS NULL ORDER BY day DESC, place DESC`;

const FOLLOWED = `SELECT slug, day, changed_at FROM saved_programs
	WHERE account_id = @account AND removed_at IS NULL ORDER BY slug`;

const WRITE = `INSERT INTO saved_programs (account_id, ${NAMES})
	SELECT id, ${NAMES.replaceAll(/\w+/g, 'given.$&')} FROM given JOIN accounts ON id = @account WHERE TRUE
	ON CONFLICT (account_id, slug) DO UPDATE SET ${Object.keys(COLUMNS)
		.map((column) => `${column} = excluded.${column}`)
		.join(', ')}`;

const REMOVED = 'FROM saved_programs WHERE account_id = @account AND removed_at IS NOT NULL';
const FORGET = `DELETE ${REMOVED}
	AND slug NOT IN (SELECT slug ${REMOVED} ORDER BY removed_at DESC, slug LIMIT ${MOST_REMOVED})`;

const SET_VERSION = `INSERT INTO saved_lists (account_id, version) SELECT id, @version FROM accounts WHERE id = @account
	ON CONFLICT (account_id) DO UPDATE SET version = excluded.version`;

const OPEN_FEED = `INSERT INTO saved_lists (account_id, version, feed_hash, feed_at)
	SELECT id, @version, @hash, @now FROM accounts WHERE id = @account
	ON CONFLICT (account_id) DO UPDATE SET feed_hash = excluded.feed_hash, feed_at = excluded.feed_at`;

/** The key is long and random, so a hash without salt is enough. */
function feedHash(key: string): string {
	return hash('sha256', key, 'hex');
}

function* versionOf(account: string): Work<string> {
	const sql = 'SELECT version FROM saved_lists WHERE account_id = @account';
	return (yield* get<{ version: string }>(sql, { account }))?.version ?? NEW_LIST;
}

/** Returns the rows to write, and the programs for which the list has no room. */
function* changedRows(
	account: string,
	changes: readonly SavedChange[],
): Work<{ rows: readonly Row[]; refused: readonly string[] }> {
	const find = `SELECT ${NAMES.replaceAll(/\w+/g, 's.$&')} FROM saved_programs s
		JOIN given ON given.slug = s.slug WHERE account_id = @account`;
	const slugs = [...new Set(changes.map(({ slug }) => slug))].map((slug) => ({ slug }));
	const known = yield* allWith<Row, { slug: 'TEXT' }>(find, {
		columns: { slug: 'TEXT' },
		rows: slugs,
		values: { account },
	});
	const count = `SELECT count(CASE WHEN removed_at IS NULL THEN 1 END) AS saved, coalesce(max(place), 0) AS place
		FROM saved_programs WHERE account_id = @account`;
	let { saved, place } = (yield* get<{ saved: number; place: number }>(count, { account }))!;
	const bySlug = new Map(known.map((row) => [row.slug, row]));
	const rows = new Map<string, Row>();
	const refused: string[] = [];
	for (const change of changes) {
		const { slug, at } = change;
		const row = bySlug.get(slug);
		if (row !== undefined && at <= row.changed_at) continue;
		const isSaved = row !== undefined && row.removed_at === null;
		if (change.program !== null && !isSaved && saved >= MOST_SAVED) {
			refused.push(slug);
			continue;
		}
		const next = changedRow(isSaved ? row : undefined, change, place + 1);
		if (next === row) continue;
		saved += Number(next.removed_at === null) - Number(isSaved);
		place = Math.max(place, next.place);
		bySlug.set(slug, next);
		rows.set(slug, next);
	}
	return { rows: [...rows.values()], refused };
}

/**
 * Returns a row after a change.
 *
 * @param row the row of the program if it is saved
 * @param place the place of a program that was not saved before
 */
function changedRow(row: Row | undefined, { slug, at, program, merges }: SavedChange, place: number): Row {
	if (program === null) {
		return { slug, name: '', day: '', status: null, note: '', place: 0, changed_at: at, removed_at: at };
	}
	if (row === undefined) return { ...program, slug, place, changed_at: at, removed_at: null };
	if (!merges) return { ...row, ...program, slug, changed_at: at };
	const [status, note] = [row.status ?? program.status, joinedNotes(row.note, program.note)];
	return status === row.status && note === row.note ? row : { ...row, status, note, changed_at: at };
}
