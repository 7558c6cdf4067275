/** Copies snapshots into a fresh schema, which refuses rows that break its rules. */
import type Database from 'better-sqlite3';
import { ruleSentence } from '../catalog/rule-sentence.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';
import type { Finding } from './finding.ts';
import { freshDatabase } from './fresh-database.ts';
import { InvalidRows, isRefusal } from './invalid-rows.ts';
import { withSnapshot } from './open.ts';
import { columnsOf, expectedColumns, LOG_TABLES, SCHEMA_VERSION } from './schema.ts';
import { fillTerms } from './terms/fill-terms.ts';

/**
 * Makes a consistent copy of a snapshot, even while another program is writing to it. The copy has the current schema and
 * nothing else. Columns for terms that are empty in the original are filled by reading the programs' words.
 *
 * @throws UserError when the file is not a snapshot, or a row breaks the rules of the schema
 */
export function copySnapshot(snapshot: string, copy: string): void {
	const [first] = copyWhatFits(snapshot, copy);
	if (first === undefined) return;
	const place = `${first.kind} ${first.key}, column ${first.column}`;
	throw new UserError(
		`${snapshot} breaks rules of data/schema.sql. ${place}: ${ruleSentence(first)}. To list all errors: npm run check -- --snapshot ${shellWord(snapshot)}`,
	);
}

/**
 * Makes a copy like `copySnapshot`, without the rows that break the rules of the schema.
 *
 * @param progress called with the share of tables copied so far, from 0 to 1
 * @returns what is wrong with the other rows
 */
export function copyWhatFits(snapshot: string, copy: string, progress?: (done: number) => void): Finding[] {
	const copied = copyIntoSchema(snapshot, copy, progress);
	try {
		if (copied.refused.length === 0) fillTerms(copied.db);
		return copied.refused;
	} finally {
		copied.db.close();
	}
}

interface Copied {
	/** The copy, open. Its columns for terms are as in the original. */
	readonly db: Database.Database;
	/** What is wrong with the rows that were not copied. */
	readonly refused: Finding[];
}

/** Copies the rows of a snapshot. @param file the file of the copy. An empty name for a temporary copy */
export function copyIntoSchema(snapshot: string, file = '', progress?: (done: number) => void): Copied {
	return withSnapshot(snapshot, (original) => {
		const db = freshDatabase(file);
		try {
			// Rows may be copied before those that they refer to. `check` finds references to missing rows.
			db.pragma('foreign_keys = OFF');
			db.prepare('ATTACH ? AS original').run(snapshot);
			const refused = new InvalidRows(original, db);
			db.transaction(() => copyTables(original, db, refused, progress))();
			db.exec('DETACH original');
			return { db, refused: refused.findings };
		} catch (error) {
			db.close();
			throw error;
		}
	});
}

function copyTables(
	original: Database.Database,
	copy: Database.Database,
	refused: InvalidRows,
	progress: (done: number) => void = () => {},
): void {
	const [tables, present] = [[...expectedColumns()], columnsOf(original)];
	for (const [index, [table, columns]] of tables.entries()) {
		// Columns that an older file lacks get their default values.
		const copied = columns.filter((column) => present.get(table)?.includes(column));
		const isContent = table !== 'meta' && !LOG_TABLES.includes(table);
		if (isContent && copied.length > 0) copyRows(table, copied, copy, refused);
		else if (copied.length === columns.length) copyLog(table, columns, copy);
		progress((index + 1) / tables.length);
	}
	copy.prepare("UPDATE meta SET value = ? WHERE key = 'schema_version'").run(String(SCHEMA_VERSION));
}

function copyRows(table: string, columns: readonly string[], copy: Database.Database, refused: InvalidRows): void {
	try {
		copy.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM original.${table}`);
	} catch (error) {
		if (!isRefusal(error)) throw error;
		refused.copyOthers(table, columns);
	}
}

/** Copies a table that is not content. If a row breaks a rule, the copy lacks the table's rows. */
function copyLog(table: string, columns: readonly string[], copy: Database.Database): void {
	try {
		copy.exec(`INSERT INTO main.${table} SELECT ${columns} FROM original.${table}`);
	} catch (error) {
		if (!isRefusal(error)) throw error;
	}
}
