/** Guesses the mapping of a table. */

import type { DateOrder } from '../../../catalog/dates.ts';
import { type ColumnFacts, columnFacts } from './column-facts.ts';
import { type GuessedColumn, guessColumns, guessKind } from './guess-columns.ts';
import { COMMISSION, COMMISSION_UNIT, type ColumnMapping, type Mapping, typeOf } from './mapping.ts';
import { currencyIn, type DecimalMark } from './numbers.ts';
import { isRate, type Question, questionsAbout } from './questions.ts';
import type { Table } from './table.ts';

export interface Guess {
	readonly mapping: Mapping;
	/** What is unclear about it. */
	readonly questions: readonly Question[];
}

export function guessMapping(table: Table): Guess {
	const facts = table.header.map((name, index) => columnFacts(name, index, table.rows));
	const kind = guessKind(facts);
	const guessed = guessColumns(kind, facts);
	const mark = markOf(facts);
	const currency = currencyOf(guessed);
	const columns = guessed.map((column) => [column.facts.name, columnMapping(kind, column, guessed, mark, currency)]);
	const mapping: Mapping = {
		kind,
		columns: Object.fromEntries(columns),
		...(currency === undefined ? {} : { currency }),
	};
	return { mapping, questions: [...questionsAbout(guessed, mapping)] };
}

/** Returns the decimal mark that the values of a table show: a comma, if any column has only commas. */
function markOf(facts: readonly ColumnFacts[]): DecimalMark {
	const hasOnly = (mark: DecimalMark) => facts.some(({ marks }) => marks.size === 1 && marks.has(mark));
	return hasOnly(',') && !hasOnly('.') ? ',' : '.';
}

/** Returns the currency that most amounts and names of columns state. */
function currencyOf(guessed: readonly GuessedColumn[]): string | undefined {
	const counts = new Map<string, number>();
	const add = (code: string | undefined, count: number) => {
		if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + count);
	};
	for (const { field, facts } of guessed) {
		if (
			field !== COMMISSION &&
			field !== 'payout_minimum' &&
			field !== 'commission_amount' &&
			field !== COMMISSION_UNIT
		)
			continue;
		add(currencyIn(facts.name), 1);
		for (const [code, count] of facts.currencies) add(code, count);
		if (field === COMMISSION_UNIT) for (const text of facts.values) add(currencyIn(text), 1);
	}
	return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function columnMapping(
	kind: Mapping['kind'],
	{ field, facts }: GuessedColumn,
	guessed: readonly GuessedColumn[],
	tableMark: DecimalMark,
	currency: string | undefined,
): ColumnMapping {
	const type = typeOf(kind, field);
	const column: { -readonly [K in keyof ColumnMapping]: ColumnMapping[K] } = { field };
	const own = facts.marks.size === 1 ? [...facts.marks][0]! : tableMark;
	if (own === ',' && NUMERIC.includes(type)) column.decimal = ',';
	if (type === 'timestamp') {
		const order = facts.orders.size === 1 ? [...facts.orders][0]! : orderOfTable(guessed, tableMark, currency);
		if (facts.ambiguousDates.length > 0 || facts.orders.size > 0) column.dates = order;
	}
	const unit = unitOf(field, facts, guessed, currency);
	if (unit !== undefined) column.unit = unit;
	return column;
}

const NUMERIC = [COMMISSION, 'amount', 'percentage', 'days', 'rating', 'count'];

/** Returns the order of day and month that other columns show, or the usual one for the table's numbers. */
function orderOfTable(guessed: readonly GuessedColumn[], mark: DecimalMark, currency: string | undefined): DateOrder {
	const orders = new Set(guessed.flatMap(({ facts }) => [...facts.orders]));
	if (orders.size === 1) return [...orders][0]!;
	return mark === '.' && currency === 'USD' ? 'month-day' : 'day-month';
}

function unitOf(
	field: string,
	facts: ColumnFacts,
	guessed: readonly GuessedColumn[],
	currency: string | undefined,
): ColumnMapping['unit'] {
	if (field === 'payout_minimum' || field === 'commission_amount') return currencyIn(facts.name);
	if (field === 'cookie_days') return TIME_UNITS.find(([words]) => words.test(facts.name))?.[1];
	if (field !== COMMISSION && field !== 'commission_rate') return undefined;
	if (facts.numbers.length === 0 || guessed.some((column) => column.field === COMMISSION_UNIT)) return undefined;
	const areShares =
		facts.numbers.every((number) => number <= 1) && facts.numbers.some((number) => number > 0 && number < 1);
	if (areShares && hasOnlyNumbers(facts)) return 'share';
	if (field === 'commission_rate') return undefined;
	if (isRate(facts.name)) return '%';
	const named = currencyIn(facts.name);
	if (named !== undefined || !hasOnlyNumbers(facts)) return named;
	return facts.numbers.every((number) => number <= 100) ? '%' : (currency ?? 'USD');
}

function hasOnlyNumbers({ numbers, share }: ColumnFacts): boolean {
	return numbers.length > 0 && share('percentage') + share('money') === 0;
}

const TIME_UNITS: readonly (readonly [RegExp, 'hours' | 'weeks' | 'months'])[] = [
	[/\b(?:hours?|hrs?|stunden|std|heures?|horas?|ore|uur|uren)\b/i, 'hours'],
	[/\b(?:weeks?|wochen|semaines?|semanas?|settimane|weken)\b/i, 'weeks'],
	[/\b(?:months?|monate|mois|meses|mesi|maanden)\b/i, 'months'],
];
