/**
 * Copies the history to other machines in parts, so that only parts that differ are sent. Each row of a table has a
 * number. A part consists of all rows of one table with numbers in a certain range.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isReadable, openHistoryFile } from './history-file.ts';
import { mentionsIn } from './mentions.ts';

/**
 * How each table is divided into parts: the column that contains the row numbers, the columns to copy, and how many
 * numbers each part covers.
 */
const TABLES = {
	publications: {
		number: 'seq',
		columns: 'seq, snapshot, release, at, category, organization, program, review',
		size: 1000,
	},
	changes: { number: 'number', columns: 'number, kind, id, op, fields, renamed_from, successor, hidden', size: 5000 },
} as const;

type Table = keyof typeof TABLES;

export interface HistoryPart {
	readonly table: Table;
	/** The first number in the part's range. */
	readonly from: number;
	/** The size of the part's text, in bytes. */
	readonly size: number;
	readonly sha256: string;
}

interface HistoryPartText extends HistoryPart {
	/** The rows, one JSON array per line. */
	readonly text: string;
}

/** Yields the parts of a history. All parts are read from the same state of the history. */
export function* historyParts(file: string): Generator<HistoryPartText> {
	if (!existsSync(file)) return;
	const db = new Database(file, { readonly: true, fileMustExist: true });
	try {
		if (!isReadable(db)) return;
		db.exec('BEGIN');
		yield* partsIn(db);
	} finally {
		db.close();
	}
}

function* partsIn(db: Database.Database): Generator<HistoryPartText> {
	for (const table of Object.keys(TABLES) as Table[]) {
		const { number, columns, size } = TABLES[table];
		const next = db
			.prepare<[number], number | null>(`SELECT min(${number}) FROM ${table} WHERE ${number} >= ?`)
			.pluck();
		const rows = db
			.prepare<[number, number], unknown[]>(
				`SELECT ${columns} FROM ${table} WHERE ${number} >= ? AND ${number} < ? ORDER BY ${number}`,
			)
			.raw();
		for (let first = next.get(0) ?? null; first !== null; ) {
			const from = first - (first % size);
			const text = rows
				.all(from, from + size)
				.map((row) => JSON.stringify(row))
				.join('\n');
			yield { table, from, size: Buffer.byteLength(text), sha256: hash('sha256', text), text };
			first = next.get(from + size) ?? null;
		}
	}
}

export function missingParts(file: string, wanted: readonly HistoryPart[]): HistoryPart[] {
	// Updates the history of an earlier version.
	if (existsSync(file)) openHistoryFile(file).close();
	const own = new Set(historyParts(file).map(keyOf));
	return wanted.filter((part) => !own.has(keyOf(part)));
}

/**
 * Makes a history equal to another one, in one transaction.
 *
 * @param wanted all parts of the other history
 * @param textOf returns the text of a part that this history lacks
 */
export function copyHistory(
	file: string,
	wanted: readonly HistoryPart[],
	textOf: (part: HistoryPart) => string | undefined,
): void {
	const db = openHistoryFile(file);
	try {
		db.transaction(() => {
			const own = new Set<string>();
			const keep = new Set(wanted.map(keyOf));
			for (const part of partsIn(db)) {
				if (keep.has(keyOf(part))) own.add(keyOf(part));
				else removePart(db, part);
			}
			for (const part of wanted.filter((part) => !own.has(keyOf(part)))) addPart(db, part.table, textOf(part));
		}).immediate();
		// This also empties the write-ahead log beside the file, because the log may still contain erased values.
		db.pragma('wal_checkpoint(TRUNCATE)');
	} finally {
		db.close();
	}
}

const keyOf = ({ table, from, sha256 }: HistoryPart) => `${table} ${from} ${sha256}`;

function removePart(db: Database.Database, { table, from }: HistoryPart): void {
	const { number, size } = TABLES[table];
	const range = [from, from + size];
	db.prepare(`DELETE FROM ${table} WHERE ${number} >= ? AND ${number} < ?`).run(range);
	if (table === 'changes') db.prepare('DELETE FROM mentions WHERE number >= ? AND number < ?').run(range);
}

function addPart(db: Database.Database, table: Table, text: string | undefined): void {
	if (text === undefined) throw new Error('The history has changed in the meantime.');
	const { columns } = TABLES[table];
	const add = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replace(/\w+/g, '?')})`);
	const mention = db.prepare('INSERT OR IGNORE INTO mentions VALUES (?, ?, ?)');
	for (const line of text.split('\n')) {
		const row = JSON.parse(line) as unknown[];
		add.run(row);
		if (table !== 'changes') continue;
		const [number, , , op, fields] = row as [number, string, string, string, string | null];
		if (op !== 'changed' || fields === null) continue;
		for (const { kind, id } of mentionsIn(JSON.parse(fields))) mention.run(kind, id, number);
	}
}
