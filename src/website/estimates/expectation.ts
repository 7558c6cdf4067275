/** The assumptions that visitors enter for estimates. Forms, addresses and browser storage use the same field names. */
import { type Expectation, FIRST_EXPECTATION, MOST_EXPECTED } from '../../catalog/estimate.ts';
import { PERIODS } from '../../catalog/pay.ts';

export type ExpectationField = keyof Expectation;

/** The fields that take a number of the visitor's choice. */
export const NUMBER_FIELDS = Object.keys(MOST_EXPECTED) as (keyof typeof MOST_EXPECTED)[];
export const EXPECTATION_FIELDS: readonly ExpectationField[] = [...NUMBER_FIELDS, 'months'];

export type ExpectationTexts = { readonly [F in ExpectationField]?: string | undefined };

/**
 * Reads the fields. A field without a valid number gets its value from `FIRST_EXPECTATION`. Returns undefined if no
 * field has a valid number.
 */
export function readExpectation(texts: ExpectationTexts): Expectation | undefined {
	const numbers = NUMBER_FIELDS.map((field) => [field, readNumber(texts[field] ?? '', MOST_EXPECTED[field])]);
	const months = PERIODS.find((period) => String(period) === texts.months);
	const known = [...numbers, ['months', months]].filter(([, value]) => value !== undefined);
	return known.length === 0 ? undefined : { ...FIRST_EXPECTATION, ...Object.fromEntries(known) };
}

function readNumber(text: string, most: number): number | undefined {
	return /^\d+(\.\d+)?$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}
