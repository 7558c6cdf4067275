import Database from 'better-sqlite3';
import { LONGEST } from '../catalog/fields.ts';
import type { Kind } from '../catalog/records.ts';
import type { Finding } from './finding.ts';
import { RECORD_TABLES, recordFinder } from './read.ts';
import { checkRecord } from './record-rules.ts';

type Row = { readonly [column: string]: unknown };
type Place = Pick<Finding, 'kind' | 'key'>;

/** Whether SQLite has refused a row because it breaks a rule of its table. */
export function isRefusal(error: unknown): error is Error {
	return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
}

/** Copies rows one by one, and says in words what is wrong with those that the copy's schema refuses. */
export class InvalidRows {
	readonly findings: Finding[] = [];
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

	#check(kind: Kind, key: string): readonly Finding[] {
		if (this.#checked.has(nameOf({ kind, key }))) return [];
		const record = this.#find(kind, key);
		return record === undefined ? [] : checkRecord(kind, record, '').errors;
	}

	/** Returns the records that a row belongs to. */
	#placesOf(table: string, row: Row): readonly Place[] {
		if (table === 'redirects') return [{ kind: 'redirects', key: `${row.kind}/${row.slug}` }];
		const of = RECORD_TABLES.find((one) => one.table === table);
		if (of !== undefined) return [{ kind: of.kind, key: String(row[of.key]) }];
		const reviews = this.#original.prepare<[unknown], string>('SELECT id FROM reviews WHERE author = ? ORDER BY id');
		const places = reviews
			.pluck()
			.all(row.username)
			.map((key): Place => ({ kind: 'reviews', key }));
		return places.length > 0 ? places : [{ kind: 'reviews', key: String(row.username) }];
	}
}

const nameOf = ({ kind, key }: Place) => `${kind} ${key}`;
