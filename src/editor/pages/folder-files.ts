/** Selects the files of a folder that `npm run edit` imports, and says what to do with the others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS } from '../../catalog/records.ts';
import { explain } from '../../shared/explain.ts';
import { shellWord } from '../../shared/text.ts';
import { ownKind } from '../../snapshot/import/csv.ts';
import { isCsvFile } from '../../snapshot/import/files.ts';

/** Spreadsheets. Hidden files are not meant, nor the files that spreadsheet programs create while one is open. */
const SPREADSHEET = /^[^.~].*\.(?:xlsx|xlsm|ods)$/i;

/** Names that browsers and file managers give to further copies: `programs (1).csv`, `programs - Copy.csv`. */
const COPY = new RegExp(
	`^(${KINDS.join('|')})(?: ?\\(\\d+\\)| \\d+| ?[-–]? ?(?:copy|kopie)(?: ?\\(?\\d+\\)?)?)\\.csv$`,
	'i',
);

export interface FolderFiles {
	/** The paths of the files to import. */
	readonly paths: readonly string[];
	/** Sentences about the other files. */
	readonly hints: readonly string[];
}

/** Whether `filesOf` looks at a file, judging by its name. */
export function isEdited(name: string): boolean {
	return isCsvFile(name) || SPREADSHEET.test(name);
}

/** @throws UserError when the folder or a file in it cannot be read */
export function filesOf(folder: string): FolderFiles {
	const names = explain(() => readdirSync(folder), 'read', folder)
		.filter(isEdited)
		.sort();
	const hints = names.map((name) => hintFor(folder, name, names));
	return {
		paths: names.filter((_, index) => hints[index] === undefined).map((name) => join(folder, name)),
		hints: hints.filter((hint) => hint !== undefined),
	};
}

/** Says what to do with a file that is not imported. Returns undefined for a file that is. */
function hintFor(folder: string, name: string, names: readonly string[]): string | undefined {
	const path = join(folder, name);
	const original = COPY.exec(name)?.[1]?.toLowerCase();
	if (original !== undefined && names.includes(`${original}.csv`)) {
		return `${path} was not imported, because it looks like another copy of ${original}.csv. If it is the newer one, replace ${original}.csv with it. Otherwise, delete it.`;
	}
	if (isCsvFile(name)) {
		const bytes = explain(() => readFileSync(path), 'read', path);
		if (ownKind(path, bytes) !== undefined) return undefined;
	}
	return `${path} was not imported, because its columns are not those of the directory. To choose which column is which, open “Import a file” on the page Changes, or run: npm run import -- ${shellWord(path)}`;
}
