import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { UserError } from '../shared/user-error.ts';
import { type Facts, FIRST_TEXT, type Key } from './pack.ts';

/**
 * A row of a pack without its body, so that SQLite does not read the separate pages on which it stores large bodies.
 * If `checksum` is null, the entry was removed.
 */
export interface Row extends Facts {
	readonly number: number;
	readonly key: string | null;
	readonly checksum: number | null;
}

export type WholeRow = Row & { readonly body: Buffer };
export type TextRow = Row & { readonly key: string };

export type OpenPack = ReturnType<typeof openPack>;

/** An entry that could not be read. */
export interface PackDamage {
	/** The path of the pack. */
	readonly file: string;
	/** The entry's key, or what else could not be read. */
	readonly key: Key;
	readonly error: Error;
}

/**
 * @param cache the size of SQLite's page cache for the file, in KiB
 * @throws Error naming the pack if it is missing or damaged
 */
export function openPack(file: string, cache: number) {
	const size = statSync(file, { throwIfNoEntry: false })?.size;
	if (size === undefined) throw new Error(`The pack ${file} is missing.`);
	let db: Database.Database | undefined;
	try {
		db = new Database(file, { readonly: true, fileMustExist: true });
		if (size !== sizeOf(db)) throw new Error('Its length is wrong.');
		db.pragma(`cache_size = -${cache}`);
		// Keep one read transaction open. A pack never changes, so a look-up does not need a lock of its own.
		db.exec('BEGIN');
		/** The last damage that was found. */
		const damage: PackDamage | undefined = undefined;
		return { file, ...statements(db), close: db.close.bind(db), damage: damage as PackDamage | undefined };
	} catch (cause) {
		db?.close();
		throw new Error(`The pack ${file} is damaged.`, { cause });
	}
}

function statements(db: Database.Database) {
	const facts = 'SELECT number, key, tag, fingerprint, encoding, size, checksum FROM entries WHERE';
	const keys = 'SELECT key FROM entries WHERE';
	const range = "key >= $from AND key < $from || '\u{10FFFF}'";
	return {
		string: db.prepare<[Key], Row>(`${facts} key = ?`),
		number: db.prepare<[Key], Row>(`${facts} number = ?`),
		wholeString: db.prepare<[Key], WholeRow>('SELECT * FROM entries WHERE key = ?'),
		wholeNumber: db.prepare<[Key], WholeRow>('SELECT * FROM entries WHERE number = ?'),
		strings: db.prepare<[string], WholeRow>('SELECT e.* FROM json_each(?) JOIN entries e ON e.key = value'),
		numbers: db.prepare<[string], WholeRow>('SELECT e.* FROM json_each(?) JOIN entries e ON e.number = value'),
		body: db.prepare<[number], Buffer>('SELECT body FROM entries WHERE number = ?').pluck(),
		// Each iteration needs a statement of its own.
		range: () => db.prepare<[Range], TextRow>(`${facts} ${range} ORDER BY key`),
		allNumbers: () => db.prepare<[], number>(`SELECT number FROM entries WHERE number < ${FIRST_TEXT}`).pluck(),
		before: db.prepare<[Around], string>(`${keys} ${range} AND key < $key ORDER BY key DESC LIMIT $count`).pluck(),
		after: db.prepare<[Around], string>(`${keys} ${range} AND key >= $key ORDER BY key LIMIT $count`).pluck(),
	};
}

/** All text keys that start with `from`. */
interface Range {
	readonly from: string;
}

interface Around extends Range {
	readonly key: string;
	readonly count: number;
}

/** The size that a database's file should have, in bytes. */
function sizeOf(db: Database.Database): number {
	const read = (pragma: string) => db.pragma(pragma, { simple: true }) as number;
	return read('page_count') * read('page_size');
}

/**
 * Returns the error for an entry that cannot be read or does not match its checksum.
 *
 * @param key the entry's key, or what else cannot be read
 */
export function damagedPack(file: string, key: Key, cause: unknown): UserError {
	return new UserError(
		`The pack ${file} is damaged: ${typeof key === 'number' ? `item ${key}` : key} cannot be read. Delete the pack, then build again: the build makes a new one.`,
		{ cause },
	);
}
