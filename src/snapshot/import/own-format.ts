/** Recognizes the CSV files of our own format: their columns have our names. */
import { basename } from 'node:path';
import { COLUMNS, KINDS, type Kind } from '../../catalog/records.ts';
import { columnsMeantBy } from './header.ts';
import { decodeText, isSpreadsheet } from './table/decode-text.ts';
import { eachRow } from './table/delimited-text.ts';

/** The columns of which every file of a kind has at least one. New reviews need no ID, and known ones no program. */
const NEEDED: { readonly [K in Kind]: readonly string[] } = {
	organizations: ['slug'],
	categories: ['slug'],
	programs: ['slug'],
	reviews: ['id', 'program'],
};

/**
 * Returns the kind of records in a CSV file of our own format, or undefined for other tables. A file that is named after
 * a kind, such as `programs.csv`, may misspell columns, so that an import can say what is wrong.
 */
export function ownKind(file: string, bytes: Buffer): Kind | undefined {
	const named = KINDS.find((kind) => basename(file).toLowerCase() === `${kind}.csv`);
	// Other tables cannot hold these kinds.
	if (named === 'organizations' || named === 'categories') return named;
	if (isSpreadsheet(bytes)) return undefined;
	const header = headerOf(file, bytes);
	if (named !== undefined) return header === undefined || isMeantFor(named, header) ? named : undefined;
	if (header === undefined) return undefined;
	const kinds = KINDS.filter(
		(kind) => NEEDED[kind].some((name) => header.includes(name)) && header.every((name) => name in COLUMNS[kind]),
	);
	return kinds.length === 1 ? kinds[0] : undefined;
}

/** Returns the cells of the first row that is not empty, or undefined if there is none. */
function headerOf(file: string, bytes: Buffer): readonly string[] | undefined {
	let header: readonly string[] | undefined;
	eachRow(decodeText(file, bytes.subarray(0, 20_000)), (_, cells) => {
		if (cells.some((cell) => cell !== '')) header ??= cells.map((cell) => cell.trim());
	});
	return header;
}

/** Whether the header names the key, and mostly columns of a kind. */
function isMeantFor(kind: Kind, header: readonly string[]): boolean {
	const known = Object.keys(COLUMNS[kind]);
	const meant = header.map((name) => (known.includes(name) ? [name] : columnsMeantBy(name, known)));
	const count = meant.filter(({ length }) => length > 0).length;
	return meant.flat().some((name) => NEEDED[kind].includes(name)) && count * 2 >= header.length;
}
