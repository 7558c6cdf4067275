/** Limits on the tables that files hold, because a small file can hold a table that fills the memory. */
import { UserError } from '../../../shared/user-error.ts';
import { type Cell, type Row, textOf } from './table.ts';

/** The maximum number of cells, with empty ones that others follow. 100,000 programs with 50 columns have as many. */
export const MOST_CELLS = 5_000_000;
/** The maximum length of all cells together, in characters. A spreadsheet can repeat one text in a few bytes. */
const MOST_CHARACTERS = 250_000_000;
/** The maximum length of a cell, in characters. The longest texts of a record have 20,000. */
const LONGEST_CELL = 100_000;
/** How many lists and objects can lie within each other. */
const DEEPEST = 100;

/**
 * Returns a function that makes the rows of a file. Places without a cell become empty cells.
 *
 * @throws UserError from that function, when the file has too many cells, or one that is too long
 */
export function rowMaker(file: string, word = 'row'): (row: number, cells: readonly (Cell | undefined)[]) => Row {
	let [cellsLeft, charactersLeft] = [MOST_CELLS, MOST_CHARACTERS];
	return (row, cells) => {
		cellsLeft -= cells.length;
		if (cellsLeft < 0) throw tooLarge(file, `${MOST_CELLS.toLocaleString('en')} cells`);
		const full = Array.from(cells, (cell) => cell ?? '');
		requireShort(`${file} ${word} ${row}`, full);
		for (const cell of full) if (typeof cell === 'string') charactersLeft -= cell.length;
		if (charactersLeft < 0) throw tooLarge(file, `${MOST_CHARACTERS.toLocaleString('en')} characters`);
		return { row, cells: full };
	};
}

/** @throws UserError when a cell is too long @param place the row, with its file */
export function requireShort(place: string, cells: readonly Cell[]): void {
	const long = cells.find((cell) => typeof cell === 'string' && cell.length > LONGEST_CELL);
	if (long === undefined) return;
	throw new UserError(
		`${place} has a cell of ${textOf(long).length.toLocaleString('en')} characters, but a cell can have at most ${LONGEST_CELL.toLocaleString('en')}. Shorten it, or remove its column.`,
	);
}

/** @throws UserError when a value has lists and objects within each other that are too many to read */
export function requireShallow(file: string, value: unknown): void {
	const isDeep = (part: unknown, left: number): boolean =>
		typeof part === 'object' &&
		part !== null &&
		(left === 0 || Object.values(part).some((one) => isDeep(one, left - 1)));
	if (isDeep(value, DEEPEST)) throw tooDeep(file);
}

export function tooDeep(file: string, cause?: unknown): UserError {
	const message = `${file} has more than ${DEEPEST} lists or objects within each other. Write a list of programs without them.`;
	return new UserError(message, { cause });
}

function tooLarge(file: string, most: string): UserError {
	return new UserError(
		`${file} has more than ${most}. Remove rows and columns that are not needed, or import it in parts.`,
	);
}
