/** Chooses the mapping of a table: a saved one, or a guessed one after questions. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { explain } from '../shared/explain.ts';
import { UserError } from '../shared/user-error.ts';
import { type Guess, guessMapping } from '../snapshot/import/table/guess-mapping.ts';
import { parseJson } from '../snapshot/import/table/json-items.ts';
import { type Mapping, missingColumns, NEEDED, parseMapping, savedMappings } from '../snapshot/import/table/mapping.ts';
import type { Table } from '../snapshot/import/table/table.ts';
import { mappingLines } from './mapping-lines.ts';

/** What the source of a table was read with at its last import. */
interface Earlier {
	/** The name of the source. */
	readonly source: string;
	/** The mappings, as JSON. */
	readonly saved: string | null;
}

export interface MappingOptions {
	/** Whether to take the guessed mapping without questions. */
	readonly yes?: boolean | undefined;
	/** The file with the mapping. If it does not exist, the chosen mapping is written to it. */
	readonly file?: string | undefined;
	/** Whether the report is JSON, so that nothing else may be on standard output. */
	readonly json: boolean;
}

export interface Terminal {
	readonly print: (line: string) => void;
	/** Asks a question and returns the answer. Undefined if there is no terminal. */
	readonly ask: ((question: string) => Promise<string>) | undefined;
}

/**
 * Returns the mapping of a table: the one in the file, or a saved one that fits, or else a new one.
 *
 * @throws UserError when a new mapping needs answers that nobody can give, or is not confirmed
 */
export async function chooseMapping(
	table: Table,
	earlier: Earlier,
	{ yes = false, file }: MappingOptions,
	terminal: Terminal,
): Promise<Mapping> {
	if (file !== undefined && existsSync(file)) return readMapping(file);
	const saved = savedMappings(earlier.source, earlier.saved);
	const mapping =
		saved.find((one) => missingColumns(one, table).length === 0) ?? (await newMapping(table, saved, terminal, yes));
	if (file !== undefined) {
		explain(() => writeFileSync(file, `${JSON.stringify(mapping, null, '\t')}\n`), 'write', file);
		terminal.print(`Saved the mapping in ${file}.`);
	}
	return mapping;
}

function readMapping(file: string): Mapping {
	const bytes = explain(() => readFileSync(file), 'read', file);
	return parseMapping(file, parseJson(file, bytes));
}

async function newMapping(table: Table, saved: readonly Mapping[], terminal: Terminal, yes: boolean): Promise<Mapping> {
	const guess = guessMapping(table);
	requireFields(guess.mapping, table);
	const [last] = saved;
	if (last !== undefined) {
		terminal.print(
			`The mapping of the last import does not fit, because ${table.file} has no ${table.words.column} ${missingColumns(last, table).join(', ')}.`,
		);
	}
	for (const line of mappingLines(table, guess.mapping)) terminal.print(line);
	return yes ? guess.mapping : answered(guess, table, terminal);
}

function requireFields({ kind, columns }: Mapping, { file, header, words }: Table): void {
	const fields = Object.values(columns).map(({ field }) => field);
	const missing = NEEDED[kind].filter((field) => !fields.includes(field));
	if (missing.length === 0) return;
	throw new UserError(
		`Cannot tell which ${words.column} of ${file} is the ${missing.join(' and the ')}. It has: ${header.join(', ')}. Name the ${words.column} in a mapping: see "Spreadsheets and feeds" in src/docs/content.md.`,
	);
}

async function answered({ mapping, questions }: Guess, { file }: Table, { ask, print }: Terminal): Promise<Mapping> {
	if (ask === undefined) {
		const open = questions.map(({ text }) => `\n- ${text}`).join('');
		throw new UserError(
			`${file} is not in the directory's own format, so its columns were guessed (see above).${open && `\nIt is not clear:${open}`}\nAdd --yes to import it like this, or run the command in a terminal to answer.`,
		);
	}
	let chosen = mapping;
	for (const { text, choices } of questions) {
		print(`\n${text}`);
		choices.forEach(({ label }, index) => {
			print(`  ${index + 1}  ${label}`);
		});
		const answer = await ask(`1 to ${choices.length} (1): `);
		chosen = (choices[Number(answer.trim() || 1) - 1] ?? choices[0]!).change(chosen);
	}
	if (/^(?:y|yes)?$/i.test((await ask('\nImport the table like this? (Y/n) ')).trim())) return chosen;
	throw new UserError('Nothing was imported. To correct the mapping, save it with --mapping FILE, and edit that file.');
}
