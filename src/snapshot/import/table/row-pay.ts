/** Reads what a program pays, from the cells of its row. */
import type { NoteBook } from '../source.ts';
import { COMMISSION, COMMISSION_UNIT, type Mapping } from './mapping.ts';
import { readCommission } from './read-commission.ts';
import type { RowReading } from './read-row.ts';
import { textOf } from './table.ts';
import { parseBoolean } from './words.ts';

/** Reads the commission, its type and the currency of a row. */
export function readPay(reading: RowReading, mapping: Mapping, notes: NoteBook): void {
	const { raw, row, currencies, cellOf } = reading;
	const found = Object.entries(mapping.columns).find(([, { field }]) => field === COMMISSION);
	readType(reading, mapping);
	const stated = (raw.currency as string | undefined) ?? mapping.currency;
	if (found !== undefined) {
		const [name, column] = found;
		const read = readCommission(cellOf(COMMISSION), column, {
			unit: textOf(cellOf(COMMISSION_UNIT)),
			currency: stated,
		});
		Object.assign(raw, read.raw);
		if (read.currency !== undefined) currencies[COMMISSION] = read.currency;
		if (read.how !== undefined) notes.add(`read in column ${name}`, read.how, row);
	}
	// Our own format requires a type, but other tables need not state one.
	raw.commission_type ??= null;
	settleCurrency(reading, mapping, notes);
}

/** Reads the column for the type. In a column such as `Recurring?`, it is yes or no. */
function readType({ raw, problems, cellOf }: RowReading, mapping: Mapping): void {
	const text = textOf(cellOf('commission_type'));
	const recurs = text === '' ? undefined : parseBoolean(text);
	if (recurs === undefined) return;
	const column = Object.keys(mapping.columns).find((name) => mapping.columns[name]!.field === 'commission_type');
	const at = problems.findIndex((problem) => problem.column === column);
	if (at >= 0) problems.splice(at, 1);
	raw.commission_type = recurs ? 'recurring' : 'one_time';
}

/** A program has one currency. An amount in another one than the commission is left out. */
function settleCurrency({ raw, row, currencies }: RowReading, mapping: Mapping, notes: NoteBook): void {
	const columnOf = (field: string) => Object.values(mapping.columns).find((column) => column.field === field);
	const unit = columnOf('payout_minimum')?.unit;
	const ofMinimum = currencies.payout_minimum ?? (unit?.length === 3 ? unit : undefined);
	const ofCommission = currencies[COMMISSION] ?? currencies.commission_amount;
	const hasAmount = [raw.commission_amount, raw.payout_minimum].some((value) => typeof value === 'number');
	const currency = ofCommission ?? raw.currency ?? ofMinimum ?? (hasAmount ? mapping.currency : undefined);
	if (currency === undefined) return;
	raw.currency = currency;
	if (ofMinimum === undefined || ofMinimum === currency || typeof raw.payout_minimum !== 'number') return;
	raw.payout_minimum = undefined;
	notes.add(
		'left out a payout threshold in another currency than the commission',
		`${ofMinimum}, not ${currency}`,
		row,
	);
}
