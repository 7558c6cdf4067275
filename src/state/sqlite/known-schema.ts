/** Compares the schema of a state database with the schemas that this application makes. */
import Database from 'better-sqlite3';
import { excerpt } from '../../shared/excerpt.ts';
import { UserError } from '../../shared/user-error.ts';
import { LAST_VERSION, refuseOtherVersion, runMigrations, versionOf } from './migrate.ts';
import { FIRST_VERSION } from './migrations.ts';

/** Creates a table that only backups have. The table stores when the backup was made. */
export const BACKUP_TABLE = 'CREATE TABLE backup (made_at TEXT NOT NULL) STRICT';

/** More characters than the definition of a table or an index has. */
const LONGEST_DEFINITION = 10_000;
/** The maximum number of characters of a name in a message. */
const LONGEST_NAME = 60;

interface SchemaObject {
	readonly type: string;
	readonly name: string;
	readonly table: string;
	/** The SQL that created the object. It is empty for the indexes that SQLite makes itself. */
	readonly sql: string;
}

const OBJECTS = `SELECT type, name, tbl_name AS "table",
	CASE WHEN length(sql) > ${LONGEST_DEFINITION} THEN 'too long' ELSE coalesce(sql, '') END AS sql FROM sqlite_schema`;

/**
 * Throws an error unless a database has exactly the tables and indexes of a state, of this version or an older one. A
 * backup also has the table `backup`. Reads only the list of tables, because anything else in the file, such as a view,
 * could do harm when it is read.
 *
 * @param file the file of the database, for messages
 */
export function refuseUnknownSchema(db: Database.Database, file: string): void {
	const version = versionOf(db);
	if (version < FIRST_VERSION || version > LAST_VERSION) {
		const stranger = `${file} is empty, or is not a state database.`;
		refuseOtherVersion(db, stranger);
		throw new UserError(stranger);
	}
	if (db.pragma('application_id', { simple: true }) !== 0) {
		throw new UserError(`${file} is not a state database: its application_id is that of another program.`);
	}
	const known = knownObjects(version);
	const missing = new Map(known);
	missing.delete('table backup');
	for (const object of db.prepare<[], SchemaObject>(OBJECTS).iterate()) {
		const name = nameOf(object);
		const expected = known.get(name);
		if (expected === undefined) throw changed(file, `it also has the ${shown(object)}`);
		if (expected.table !== object.table || textOf(expected.sql) !== textOf(object.sql)) {
			throw changed(file, `its ${shown(object)} is different`);
		}
		missing.delete(name);
	}
	for (const object of missing.values()) throw changed(file, `it lacks the ${shown(object)}`);
}

/** Returns the objects of a state of a version, and the table of a backup. */
function knownObjects(version: number): Map<string, SchemaObject> {
	const db = new Database(':memory:');
	try {
		runMigrations(db, version);
		db.exec(BACKUP_TABLE);
		return new Map(
			db
				.prepare<[], SchemaObject>(OBJECTS)
				.all()
				.map((object) => [nameOf(object), object]),
		);
	} finally {
		db.close();
	}
}

const nameOf = ({ type, name }: SchemaObject) => `${type} ${name}`;

function shown({ type, name }: SchemaObject): string {
	return `${type} ${JSON.stringify(excerpt(name, LONGEST_NAME))}`;
}

function changed(file: string, difference: string): UserError {
	return new UserError(
		`${file} is not a state database as this application makes it: ${difference}. Use another file, or undo what another program has changed in this one.`,
	);
}

/** Matches a quoted name or text, or what SQLite takes for comments and spaces. */
const PARTS = /('(?:[^']|'')*'|"(?:[^"]|"")*")|(?:--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[ \t\n\f\r])+/g;
/** Matches a quoted name or text, or a mark that needs no spaces around it. */
const MARKS = /('(?:[^']|'')*'|"(?:[^"]|"")*")| ?([(),]) ?/g;

/**
 * Returns a definition without comments, and with only the spaces that it needs. `ALTER TABLE … ADD COLUMN` does not put
 * spaces where a definition written by hand has them.
 */
function textOf(sql: string): string {
	const spaced = sql.replace(PARTS, (_, quoted: string | undefined) => quoted ?? ' ');
	return spaced.replace(MARKS, (_, quoted: string | undefined, mark: string) => quoted ?? mark);
}
