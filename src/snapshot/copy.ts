/** Copies snapshots into a fresh schema, which refuses rows that break its rules. */
import Database from 'better-sqlite3';
import { LONGEST } from '../catalog/fields.ts';
import { type Kind, ruleSentence } from '../catalog/records.ts';
import { closing } from '../shared/sqlite.ts';
import { shellWord } from '../shared/text.ts';
import { UserError } from '../shared/user-error.ts';
import { withSnapshot } from './open.ts';
import { RECORD_TABLES, recordFinder } from './read.ts';
import { checkRecord, type RecordProblem } from './record-rules.ts';
import { columnsOf, expectedColumns, freshDatabase, LOG_TABLES, SCHEMA_VERSION } from './schema.ts';
import { fillTerms } from './terms/fill-terms.ts';

/**
 * Makes a consistent copy of a snapshot in the current schema, and fills its columns for terms by reading the
 * programs' words.
 *
 * @throws UserError when the file is not a snapshot, or a row breaks the rules of the schema
 */
export function copySnapshot(snapshot: string, copy: string): void {
	const [first] = copyWhatFits(snapshot, copy);
	if (first !== undefined) throw firstRefusal(snapshot, first);
}

/** The error for a snapshot with a row that breaks the rules of the schema. */
export function firstRefusal(snapshot: string, first: RecordProblem): UserError {
	const place = `${first.kind} ${first.key}, column ${first.column}`;
	return new UserError(
		`${snapshot} breaks rules of data/schema.sql. ${place}: ${ruleSentence(first)}. To list all errors: npm run check -- --snapshot ${shellWord(snapshot)}`,
	);
}

/**
 * Makes a copy like `copySnapshot`, without the rows that break the rules of the schema. Returns what is wrong with
 * them.
 */
export function copyWhatFits(snapshot: string, copy: string, progress?: (done: number) => void): RecordProblem[] {
	const copied = copyIntoSchema(snapshot, copy, progress);
	using db = closing(copied.db);
	if (copied.refused.length === 0) fillTerms(db);
	return copied.refused;
}

interface Copied {
	/** The copy, open. Its columns for terms are as in the original. */
	readonly db: Database.Database;
	/** What is wrong with the rows that were not copied. */
	readonly refused: RecordProblem[];
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
		if (isContent && copied.length > 0) copyRows(table, copied, copy, () => refused.copyOthers(table, copied));
		else if (copied.length === columns.length) copyRows(table, columns, copy, () => {});
		progress((index + 1) / tables.length);
	}
	copy.prepare("UPDATE meta SET value = ? WHERE key = 'schema_version'").run(String(SCHEMA_VERSION));
}

/** Copies the rows of a table. @param refused called if a row breaks a rule. The copy then has none of the rows */
function copyRows(table: string, columns: readonly string[], copy: Database.Database, refused: () => void): void {
	try {
		copy.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM original.${table}`);
	} catch (error) {
		if (!isRefusal(error)) throw error;
		refused();
	}
}

type Row = { readonly [column: string]: unknown };
type FindingKey = Pick<RecordProblem, 'kind' | 'key'>;

/** Whether SQLite has refused a row because it breaks a rule of its table. */
function isRefusal(error: unknown): error is Error {
	return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
}

/** Copies rows one by one, and says in words what is wrong with those that the copy's schema refuses. */
class InvalidRows {
	readonly findings: RecordProblem[] = [];
	readonly #original: Database.Database;
	readonly #copy: Database.Database;
	readonly #find: ReturnType<typeof recordFinder>;
	/** The records that have been checked. Several rows of a record may be refused. */
	readonly #checked = new Set<string>();

	constructor(original: Database.Database, copy: Database.Database) {
		[this.#original, this.#copy] = [original, copy];
		this.#find = recordFinder(original);
	}

	/** Copies those rows of a table that keep the rules. */
	copyOthers(table: string, columns: readonly string[]): void {
		const insert = this.#copy.prepare(
			`INSERT INTO main.${table} (${columns}) VALUES (${columns.map((column) => `:${column}`)})`,
		);
		for (const row of this.#original.prepare<[], Row>(`SELECT ${columns} FROM main.${table}`).iterate()) {
			try {
				insert.run(row);
			} catch (error) {
				if (!isRefusal(error)) throw error;
				this.#refuse(table, row, error.message);
			}
		}
	}

	/** Says what is wrong with the records of a row. If they keep all rules of the catalogue, says what SQLite says. */
	#refuse(table: string, row: Row, message: string): void {
		const places = this.#placesOf(table, row);
		const found = places.flatMap(({ kind, key }) => (kind === 'redirects' ? [] : this.#check(kind, key)));
		if (found.length > 0) this.findings.push(...found);
		else if (!places.every((place) => this.#checked.has(nameOf(place)))) {
			const column = message.match(/(?<=\.)\w+/g)?.at(-1) ?? Object.keys(row).find((name) => message.includes(name));
			const isRepeated = message.startsWith('UNIQUE');
			this.findings.push({
				kind: places[0]!.kind,
				key: places[0]!.key.slice(0, LONGEST.key),
				column: table === 'authors' ? `author_${column}` : (column ?? ''),
				value: row[column ?? ''],
				rule: isRepeated ? `in one row of ${table} only` : 'what data/schema.sql allows',
				fix: isRepeated ? 'remove the duplicate rows' : `correct it (${message})`,
			});
		}
		for (const place of places) this.#checked.add(nameOf(place));
	}

	#check(kind: Kind, key: string): readonly RecordProblem[] {
		if (this.#checked.has(nameOf({ kind, key }))) return [];
		const record = this.#find(kind, key);
		return record === undefined ? [] : checkRecord(kind, record, '').errors;
	}

	/** Returns the records that a row belongs to. */
	#placesOf(table: string, row: Row): readonly FindingKey[] {
		if (table === 'redirects') return [{ kind: 'redirects', key: `${row.kind}/${row.slug}` }];
		const of = RECORD_TABLES.find((one) => one.table === table);
		if (of !== undefined) return [{ kind: of.kind, key: String(row[of.key]) }];
		const reviews = this.#original.prepare<[unknown], string>('SELECT id FROM reviews WHERE author = ? ORDER BY id');
		const places = reviews
			.pluck()
			.all(row.username)
			.map((key): FindingKey => ({ kind: 'reviews', key }));
		return places.length > 0 ? places : [{ kind: 'reviews', key: String(row.username) }];
	}
}

const nameOf = ({ kind, key }: FindingKey) => `${kind} ${key}`;
