/** Makes and updates snapshots. */
import {
	closeSync,
	copyFileSync,
	existsSync,
	fsyncSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Program } from '../catalog/program.ts';
import type { Kind, RecordOf } from '../catalog/records.ts';
import type { Review } from '../catalog/review.ts';
import { isRunning } from '../is-running.ts';
import { UserError } from '../user-error.ts';
import { openSnapshot } from './open.ts';
import { SCHEMA_SQL, SCHEMA_VERSION } from './schema.ts';

/** Writes records by slug or id. */
export interface SnapshotWriter {
	upsert<K extends Kind>(kind: K, record: RecordOf<K>): void;
}

/** What a snapshot says of itself. */
export interface Provenance {
	/** What the records come from, in words. */
	readonly source: string;
	/** When it was written, as a timestamp. */
	readonly created_at: string;
}

/**
 * Makes the snapshot `file`, or updates the one that is there. The work is done on a copy that takes the file's place
 * when it is complete: when `work` throws or the process dies, the file is as it was, and whoever reads it meanwhile
 * reads the old one.
 *
 * @param start what the copy holds at first: what the file does, or nothing
 * @throws UserError when the file is no snapshot, another process is updating it, or the disk refuses
 */
export function writeSnapshot(
	file: string,
	provenance: Provenance,
	work: (writer: SnapshotWriter) => void,
	start: 'as it is' | 'empty' = 'as it is',
): void {
	const unlock = lock(file);
	removeLeftovers(file);
	const copy = `${file}.tmp-${process.pid}`;
	try {
		if (start === 'as it is' && existsSync(file)) copyFileSync(file, copy);
		writeCopy(copy, provenance, work);
		renameSync(copy, file);
	} catch (error) {
		if (!(error instanceof Database.SqliteError) || !/^SQLITE_(CANTOPEN|FULL|IOERR|READONLY)/.test(error.code))
			throw error;
		throw new UserError(`Could not write ${copy}, which was to become ${file}: ${error.message}.`, { cause: error });
	} finally {
		rmSync(copy, { force: true });
		unlock();
	}
}

/** Keeps other writers out of an existing snapshot: holds SQLite's own write lock on it, without writing. */
function lock(file: string): () => void {
	if (!existsSync(file)) return () => {};
	openSnapshot(file).close();
	const db = new Database(file, { timeout: 0 });
	try {
		const { ino } = statSync(file);
		// What another tool wrote ahead lies beside the file: a copy would miss it, and it would hide the file's successor.
		if (db.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw new Error('in use');
		db.exec('BEGIN IMMEDIATE');
		if (statSync(file).ino !== ino) throw new Error('replaced meanwhile');
	} catch (error) {
		db.close();
		throw new UserError(`${file} is being written by another program. Try again when that has finished.`, {
			cause: error,
		});
	}
	return () => db.close();
}

/** Removes the copies of writers that were killed. */
function removeLeftovers(file: string): void {
	const prefix = `${basename(file)}.tmp-`;
	for (const name of readdirSync(dirname(file))) {
		if (name.startsWith(prefix) && !isRunning(Number.parseInt(name.slice(prefix.length), 10))) {
			rmSync(join(dirname(file), name), { force: true });
		}
	}
}

function writeCopy(copy: string, provenance: Provenance, work: (writer: SnapshotWriter) => void): void {
	const db = new Database(copy);
	try {
		// Nobody else sees the copy and a failed one is thrown away, so it needs neither a journal nor early syncs. Without
		// unsafe mode, OFF would be ignored in silence.
		db.unsafeMode();
		db.pragma('journal_mode = OFF');
		db.pragma('synchronous = OFF');
		db.pragma('foreign_keys = ON');
		// 128 MiB (minus means KiB). Keys come in no order: a small cache would write the same pages over and over.
		db.pragma('cache_size = -131072');
		db.transaction(() => {
			if (db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0) db.exec(SCHEMA_SQL);
			work(writerOf(db));
			const set = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value');
			set.run('schema_version', String(SCHEMA_VERSION));
			set.run('created_at', provenance.created_at);
			set.run('source', provenance.source);
		})();
	} finally {
		db.close();
	}
	const descriptor = openSync(copy, 'r+');
	fsyncSync(descriptor);
	closeSync(descriptor);
}

function writerOf(db: Database.Database): SnapshotWriter {
	const write: { [K in Kind]: (record: RecordOf<K>) => void } = {
		organizations: upsertInto(db, 'organizations', 'slug', [
			...['slug', 'name', 'description', 'logo_url', 'website_url', 'plan', 'created_at'],
		]),
		categories: upsertInto(db, 'categories', 'slug', ['slug', 'name', 'description', 'icon']),
		programs: programWriter(db),
		reviews: reviewWriter(db),
	};
	return { upsert: (kind, record) => write[kind](record) };
}

function programWriter(db: Database.Database): (program: Program) => void {
	const upsert = upsertInto(db, 'programs', 'slug', [
		...['slug', 'name', 'description', 'long_description', 'organization', 'commission_type', 'commission_rate'],
		...['commission_text', 'commission_amount', 'commission_duration', 'cookie_days', 'tracking_platform'],
		...['payout_minimum', 'payout_frequency', 'currency', 'website_url', 'signup_url', 'logo_url', 'verified'],
		...['featured', 'views', 'status', 'checked_at', 'source_url', 'created_at', 'updated_at'],
	]);
	const clear = db.prepare('DELETE FROM program_categories WHERE program = ?');
	const add = db.prepare('INSERT INTO program_categories (program, position, category) VALUES (?, ?, ?)');
	return ({ categories, ...program }) => {
		upsert({ ...program, verified: Number(program.verified), featured: Number(program.featured) });
		clear.run(program.slug);
		categories.forEach((category, index) => {
			add.run(program.slug, index + 1, category);
		});
	};
}

function reviewWriter(db: Database.Database): (review: Review) => void {
	const upsertAuthor = upsertInto(db, 'authors', 'username', ['username', 'display_name', 'avatar_url']);
	const upsert = upsertInto(db, 'reviews', 'id', [
		...['id', 'program', 'author', 'rating', 'title', 'body', 'upvotes', 'status', 'created_at', 'updated_at'],
	]);
	// What was last written of each author, who comes back with every review, nearly always the same.
	const faces = new Map<string, string>();
	return ({ author_username, author_display_name, author_avatar_url, ...review }) => {
		const author = { username: author_username, display_name: author_display_name, avatar_url: author_avatar_url };
		const face = `${author_display_name}\n${author_avatar_url}`;
		if (faces.get(author_username) !== face) upsertAuthor(author);
		faces.set(author_username, face);
		upsert({ ...review, author: author_username });
	};
}

function upsertInto(db: Database.Database, table: string, key: string, columns: readonly string[]) {
	const updates = columns.filter((column) => column !== key).map((column) => `${column} = excluded.${column}`);
	const statement = db.prepare(
		`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})
		 ON CONFLICT (${key}) DO UPDATE SET ${updates.join(', ')}`,
	);
	return (record: object) => void statement.run(record);
}
