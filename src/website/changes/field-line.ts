/** Describes a changed field in words. */

import { labelOf } from '../../catalog/columns.ts';
import type { ListedOffer } from '../../catalog/offer.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import { dayOf } from '../format/dates.ts';
import { KEYWORD_WORDS } from '../format/keyword-words.ts';
import { number } from '../format/numbers.ts';
import { offerWords } from '../format/offers.ts';

/** A changed field. `before` and `after` are both undefined if one of them is too long to show. */
export interface FieldLine {
	/** The name of the field, such as `Commission rate`. */
	readonly label: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/** The maximum length of a value to show, in characters. */
const LONGEST_VALUE = 80;

/** The figures of a commission. A commission without a figure may be published in words. */
const FIGURES = new Set(['commission_rate', 'commission_amount']);

const UNITS: { readonly [field: string]: string } = {
	commission_rate: '%',
	cookie_days: ' days',
	approval_days: ' days',
};

/** Makes the line of a field. */
export function fieldLine(field: string, before: unknown, after: unknown): FieldLine {
	const old = valueText(field, before);
	const now = valueText(field, after);
	const isShort = old.length <= LONGEST_VALUE && now.length <= LONGEST_VALUE;
	return {
		label: labelOf(PROGRAM_COLUMNS, field),
		before: isShort ? old : undefined,
		after: isShort ? now : undefined,
	};
}

/** Puts the value of a field into words. */
export function valueText(field: string, value: unknown): string {
	if (value === null && FIGURES.has(field)) return 'no figure';
	if (value === null || value === '') return 'not published';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'number') return number(value) + (UNITS[field] ?? '');
	if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => valueText(field, one)).join(', ');
	if (field === 'offers') return offerWords(value as ListedOffer);
	if (typeof value === 'object') return String((value as { readonly name?: string }).name);
	const text = String(value);
	if (field in KEYWORD_WORDS) return KEYWORD_WORDS[field as keyof typeof KEYWORD_WORDS](text);
	return /^\d{4}-\d\d-\d\dT/.test(text) ? dayOf(text) : text;
}
