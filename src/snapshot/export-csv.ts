/** Writes the records of a snapshot as CSV files, for spreadsheets and for `import`. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { COLUMNS, KEY, KINDS, type Kind } from '../catalog/records.ts';
import { csvFile, csvRows } from '../shared/csv.ts';
import { recordFinder } from './read.ts';

/** The number of rows that are written at once. */
const AT_ONCE = 1000;

/**
 * Writes a CSV file of each kind of records into a folder that exists. Rows are sorted by slug or ID, and columns are
 * in the order of the documentation, so files of the same records are the same. Returns the number of rows of each file.
 */
export function exportCsv(db: Database.Database, folder: string): { readonly kind: Kind; readonly rows: number }[] {
	return KINDS.map((kind) => ({ kind, rows: writeKind(db, kind, join(folder, `${kind}.csv`)) }));
}

function writeKind(db: Database.Database, kind: Kind, path: string): number {
	const columns = Object.keys(COLUMNS[kind]);
	// Without it, an import would require a type.
	const isEvidence = (column: string) => COLUMNS[kind][column]!.type === 'evidence';
	const find = recordFinder(db);
	const keys = db.prepare<[], string>(`SELECT ${KEY[kind]} FROM ${kind} ORDER BY 1`).pluck().all();
	const file = openSync(path, 'w');
	try {
		writeSync(file, csvFile([columns]));
		for (let start = 0; start < keys.length; start += AT_ONCE) {
			const rows = keys.slice(start, start + AT_ONCE).map((key) => {
				const record = find(kind, key)!;
				return columns.map((column) => cellOf(record[column as never] ?? (isEvidence(column) ? {} : null)));
			});
			writeSync(file, csvRows(rows));
		}
	} finally {
		closeSync(file);
	}
	return keys.length;
}

/** Returns the text of a cell, as an import reads it. */
export function cellOf(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
	if (value.some((one) => typeof one === 'object')) return JSON.stringify(value);
	return value.join(';');
}
