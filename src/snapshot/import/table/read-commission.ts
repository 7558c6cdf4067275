/** Reads what a program pays from the cell of a table. */
import { LONGEST } from '../../../catalog/fields.ts';
import { NO_FIGURES } from '../../terms/given-terms.ts';
import type { RawRecord } from '../source.ts';
import type { ColumnMapping } from './mapping.ts';
import { currencyIn, isCurrency, parseMoney, parseNumber, parsePercentage } from './numbers.ts';
import { oneLine } from './read-cell.ts';
import { type Cell, textOf } from './table.ts';
import { isUnknown } from './words.ts';

/** What the other cells of the row say about the commission. */
interface CommissionContext {
	/** The unit of a number without one, such as `%`, `percent`, `USD` or `fixed`. */
	readonly unit: string;
	/** The currency of the program's amounts, if it is known. */
	readonly currency: string | undefined;
}

interface ReadCommission {
	readonly raw: RawRecord;
	readonly currency?: string;
	readonly how?: string;
}

/** Without a figure, all columns about the commission are empty. */
const NO_TERMS = { ...NO_FIGURES, offers: undefined, commission_text: undefined };

export function readCommission(cell: Cell, column: ColumnMapping, context: CommissionContext): ReadCommission {
	const text = oneLine(textOf(cell));
	if (text === '') return { raw: NO_TERMS };
	if (isUnknown(text)) return { raw: NO_TERMS, how: 'as unknown' };
	return figureAlone(cell, column, context) ?? wordsOf(text);
}

function figureAlone(cell: Cell, column: ColumnMapping, context: CommissionContext): ReadCommission | undefined {
	const { decimal = '.' } = column;
	const text = typeof cell === 'string' ? oneLine(cell) : textOf(cell);
	const rate = parsePercentage(text, '.') === undefined ? undefined : parsePercentage(text, decimal);
	if (rate !== undefined) return { raw: figures('commission_rate', rate), ...how(text, 'as percentages') };
	const money = typeof cell === 'string' ? parseMoney(text, decimal) : amountOf(cell);
	if (money) {
		return { raw: figures('commission_amount', money.amount), currency: money.currency, ...how(text, 'as amounts') };
	}
	const number = typeof cell === 'string' ? parseNumber(text, decimal) : cell.number;
	if (number === undefined) return undefined;
	const unit = unitOf(context.unit) ?? column.unit;
	if (unit === '%') return { raw: figures('commission_rate', number), ...how(text, 'as percentages') };
	if (unit === 'share') {
		return { raw: figures('commission_rate', Number((number * 100).toPrecision(12))), how: 'as shares of one' };
	}
	if (unit === undefined)
		return { raw: { ...NO_TERMS, commission_text: text }, how: 'as text, because they have no unit' };
	const currency = unit === 'amount' ? context.currency : unit;
	return { raw: figures('commission_amount', number), ...(currency ? { currency } : {}), ...how(text, 'as amounts') };
}

function amountOf({ number, unit }: Exclude<Cell, string>) {
	return unit.length === 3 ? { amount: number, currency: unit } : undefined;
}

/** Leaves out how a value was read if it is in the plain form. */
function how(text: string, words: string): { how?: string } {
	return /^(?:\d+(?:\.\d+)?%?|\$\d+(?:\.\d+)?)$/.test(text) ? {} : { how: words };
}

function figures(column: 'commission_rate' | 'commission_amount', value: number): RawRecord {
	return { ...NO_TERMS, [column]: value, commission_qualifier: 'exact' };
}

/** Reads the unit in a cell of its own. */
function unitOf(text: string): string | undefined {
	const word = text.trim().toLowerCase();
	if (word === '') return undefined;
	if (/^(?:%|.*(?:percent|pct|prozent|pourcent|porcent|procent|rate|relative|share).*)$/.test(word)) return '%';
	if (isCurrency(text.trim())) return currencyIn(word.length === 3 ? word.toUpperCase() : word);
	return /\b(?:fix\w*|flat|amount|absolute|money|cash|cpa|cps|cpl|betrag|montant|importe|bedrag|importo)\b/.test(
		word.replaceAll('_', ' '),
	)
		? 'amount'
		: undefined;
}

/**
 * Keeps words such as `recurring 20%`, `$50/sale` or `bis zu 60 %`. The figures are read later, from all words of the
 * program: see `filledTerms`.
 */
function wordsOf(text: string): ReadCommission {
	const currency = currencyIn(text);
	const raw = { ...NO_TERMS, commission_text: text.slice(0, LONGEST.line) };
	return { raw, ...(currency === undefined ? {} : { currency }), how: 'as words' };
}
