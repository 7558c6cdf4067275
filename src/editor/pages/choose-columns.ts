/** Makes the mapping of a table from a guess and the choices in a form. */
import { type Guess, guessMapping } from '../../snapshot/import/table/guess-mapping.ts';
import {
	type ColumnMapping,
	FIELDS,
	type Mapping,
	missingColumns,
	NEEDED,
} from '../../snapshot/import/table/mapping.ts';
import type { Question } from '../../snapshot/import/table/questions.ts';
import type { Table } from '../../snapshot/import/table/table.ts';
import { textIn } from './edit-request.ts';

export interface ChosenMapping {
	readonly mapping: Mapping;
	readonly questions: readonly (Question & { readonly name: string; readonly chosen: number })[];
	/** The fields that every table needs, but that no column holds. */
	readonly missing: readonly string[];
}

/** The names of the form's fields for a table. @param table the number of the table in the import */
export const columnName = (table: number, column: number) => `table${table}.column${column}`;
const questionName = (table: number, question: number) => `table${table}.question${question}`;

/**
 * @param saved the mappings of the source's last import
 * @param number the number of the table in the import
 * @param form the form, or undefined if the user has not chosen anything yet
 */
export function chooseColumns(
	table: Table,
	saved: readonly Mapping[],
	number: number,
	form: FormData | undefined,
): ChosenMapping {
	const known = saved.find((one) => missingColumns(one, table).length === 0);
	const guess: Guess = known === undefined ? guessMapping(table) : { mapping: known, questions: [] };
	const questions = guess.questions.map((question, index) => {
		const name = questionName(number, index);
		const chosen = Number(form === undefined ? 0 : textIn(form, name));
		return { ...question, name, chosen: question.choices[chosen] === undefined ? 0 : chosen };
	});
	const answered = questions.reduce((mapping, { choices, chosen }) => choices[chosen]!.change(mapping), guess.mapping);
	const mapping = form === undefined ? answered : withChosenFields(answered, guess.mapping, table, number, form);
	const held = Object.values(mapping.columns).map(({ field }) => field);
	return { mapping, questions, missing: NEEDED[mapping.kind].filter((field) => !held.includes(field)) };
}

/** Changes the columns for which the user has chosen another field than the guessed one. */
function withChosenFields(answered: Mapping, guessed: Mapping, table: Table, number: number, form: FormData): Mapping {
	const columns: { [name: string]: ColumnMapping } = {};
	for (const [index, name] of table.header.entries()) {
		const field = textIn(form, columnName(number, index));
		const isOther = field !== (guessed.columns[name]?.field ?? '');
		const own = answered.columns[name];
		if (isOther && FIELDS[answered.kind].includes(field)) columns[name] = { field };
		else if (!isOther && own !== undefined) columns[name] = own;
	}
	return { ...answered, columns };
}
