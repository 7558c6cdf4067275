import { COLUMNS, KEY, type Kind, type Problem } from '../../catalog/records.ts';
import { nearWord } from '../../shared/near-word.ts';

/** The first row of a CSV file. */
export interface Header {
	/** The column name in each cell. Undefined if the name is unknown, or is already in an earlier cell. */
	readonly columns: readonly (string | undefined)[];
	/** Whether one of the columns is the slug, which identifies the records. Reviews without an ID get one. */
	readonly hasKey: boolean;
	readonly problems: readonly Problem[];
}

export function readHeader(kind: Kind, cells: readonly string[]): Header {
	const known = Object.keys(COLUMNS[kind]);
	const problems: Problem[] = [];
	const columns = cells.map((cell, index) => {
		const name = cell.trim();
		if (!known.includes(name)) problems.push(unknownColumn(kind, name, known));
		else if (cells.findIndex((other) => other.trim() === name) < index) problems.push(repeatedColumn(name));
		else return name;
		return undefined;
	});
	const hasKey = kind === 'reviews' || columns.includes(KEY[kind]);
	if (!hasKey) problems.push(missingColumn(kind, KEY[kind]));
	return { columns, hasKey, problems };
}

function unknownColumn(kind: Kind, name: string, known: readonly string[]): Problem {
	const problem = { column: name, value: name, rule: `a column of ${kind}` };
	const meant = columnsMeantBy(name, known);
	return {
		...problem,
		fix: meant.length > 0 ? `write ${either(meant)}` : `remove it, or use one of ${known.join(', ')}`,
	};
}

/**
 * Finds the columns that an unknown name may mean. First looks for a column whose name differs only in case or
 * separators. If there is none, looks for columns whose names contain the unknown name as whole words. If there are
 * none, looks for a column with a similar spelling.
 */
export function columnsMeantBy(name: string, known: readonly string[]): string[] {
	const plain = name.toLowerCase().replace(/[\s_-]+/g, '_');
	if (known.includes(plain)) return [plain];
	const longer = known.filter((column) => plain !== '' && `_${column}_`.includes(`_${plain}_`));
	const near = longer.length > 0 ? undefined : nearWord(name, known);
	return near === undefined ? longer : [near];
}

/** Returns a single word unchanged. Joins several words to `a, b or c, depending on what it contains`. */
function either(words: readonly string[]): string {
	if (words.length === 1) return words[0] as string;
	return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}, depending on what it contains`;
}

function repeatedColumn(name: string): Problem {
	return { column: name, value: name, rule: 'the name of one column only', fix: 'remove or rename the others' };
}

function missingColumn(kind: Kind, column: string): Problem {
	return { column, value: undefined, rule: 'in the header', fix: `add this column, because it identifies the ${kind}` };
}
