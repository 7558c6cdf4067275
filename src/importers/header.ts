import { nearWord } from '../catalog/near-word.ts';
import { type Kind, type Problem, parseRecord, SCHEMAS } from '../catalog/records.ts';

/** What the first row of a CSV file says. */
export interface Header {
	/** The column of each cell; undefined where there is no such column, and for all but the first of the same name. */
	readonly columns: readonly (string | undefined)[];
	/** Columns that every record needs and the file lacks. */
	readonly missing: ReadonlySet<string>;
	readonly problems: readonly Problem[];
}

/** Reads the names of the columns of a file of `kind` records. */
export function readHeader(kind: Kind, cells: readonly string[]): Header {
	const known = Object.keys(SCHEMAS[kind].shape);
	const problems: Problem[] = [];
	const columns = cells.map((cell, index) => {
		const name = cell.trim();
		if (!known.includes(name)) problems.push(unknownColumn(kind, name, known));
		else if (cells.findIndex((other) => other.trim() === name) < index) problems.push(repeatedColumn(name));
		else return name;
		return undefined;
	});
	const missing = requiredColumns(kind).filter((column) => !columns.includes(column));
	problems.push(...missing.map((column) => missingColumn(kind, column)));
	return { columns, missing: new Set(missing), problems };
}

/** The fields that a record without any is told to fill in. */
function requiredColumns(kind: Kind): string[] {
	const parsed = parseRecord(kind, {}, '2000-01-01T00:00:00Z');
	return 'problems' in parsed ? parsed.problems.map((problem) => problem.column) : [];
}

function unknownColumn(kind: Kind, name: string, known: readonly string[]): Problem {
	const problem = { column: name, value: name, rule: `a column of ${kind}` };
	if (/[;\t|]/.test(name)) return { ...problem, fix: 'separate the cells with commas' };
	const nearest = nearWord(name, known);
	return { ...problem, fix: nearest ? `write ${nearest}` : `remove it, or use one of ${known.join(', ')}` };
}

function repeatedColumn(name: string): Problem {
	return { column: name, value: name, rule: 'the name of one column only', fix: 'remove or rename the others' };
}

function missingColumn(kind: Kind, column: string): Problem {
	const rule = `a column of the file: ${kind} cannot be without it`;
	return { column, value: undefined, rule, fix: 'add it' };
}
