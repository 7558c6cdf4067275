/** The columns of a program that describe what it pays: its base offer, its further offers, and who states them. */
import { z } from 'zod';
import type { Column, ProgramColumn } from './columns.ts';
import * as field from './fields.ts';
import { COMMISSION_QUALIFIERS, COMMISSION_TYPES, offers, SHARED_COLUMNS, STATED_IN } from './offer.ts';

/** Who states a value: an editor, a column of the source, or the words of the program, which were read. */
export const EVIDENCE_BY = ['editor', 'source', 'words'] as const;

const statement = z.strictObject({
	by: field.oneOf(EVIDENCE_BY),
	/** The place of the words, and the words. Null if the value was not read from words. */
	place: field.oneOf(STATED_IN).nullable().default(null),
	words: field.line.nullable().default(null),
	/** The value that the source gives, if the words say it more exactly. Only for `commission_type`. */
	given: field.oneOf(COMMISSION_TYPES).optional(),
});

/** Who states a value, and in which words. */
export type Evidence = z.output<typeof statement>;

/** The evidence for columns of a program, by column. A column without an entry has no value, or another tool wrote it. */
const evidence = z.record(z.string(), statement);

/** Makes a column of the base offer, which is one of the program's terms, from the column of every offer. */
function term<const C extends Column>(column: C, label: string) {
	return { ...column, label, isTerm: true } as const;
}

/** The columns of a program that describe what it pays. */
export const COMMISSION_COLUMNS = {
	commission_type: {
		type: 'choice',
		schema: field.oneOf(COMMISSION_TYPES).nullable(),
		spellings: { 'one-time': 'one_time' },
		meaning: 'Whether it pays each month, once per sale, both, or in tiers. Without it, the API says one_time',
		responses: 'every response',
		isTerm: true,
	},
	commission_rate: {
		type: 'percentage',
		schema: field.percentage.nullable().default(null),
		label: 'Commission',
		meaning:
			'Percentage of each sale (for a range, its lower end, and for “up to”, the maximum), or unknown for a flat fee',
		responses: 'every response',
		isTerm: true,
	},
	commission_qualifier: {
		type: 'choice',
		schema: field.oneOf(COMMISSION_QUALIFIERS).nullable().default(null),
		label: 'Kind of commission figure',
		meaning: 'Whether the commission is exact, a minimum, a maximum, or paid as either the amount or the percentage',
		responses: 'items and detail',
		isTerm: true,
	},
	commission_text: {
		type: 'line',
		schema: field.line.nullable().default(null),
		label: 'Commission in the program’s words',
		meaning: 'The commission in the program’s own words',
		responses: 'items and detail',
		isTerm: true,
	},
	commission_amount: {
		type: 'amount',
		schema: field.amount.nullable().default(null),
		label: 'Commission amount',
		meaning: 'A flat fee per sale, lead or other event, in the currency of the program',
		responses: 'items and detail',
		isTerm: true,
	},
	commission_duration: {
		type: 'line',
		schema: field.line.nullable().default(null),
		form: 'one line of text such as `12 months` or `lifetime`',
		label: 'Duration',
		meaning: 'How long a recurring commission is paid',
		responses: 'items and detail',
		isTerm: true,
	},
	commission_maximum: term(SHARED_COLUMNS.maximum, 'Highest commission'),
	commission_per: term(SHARED_COLUMNS.per, 'Commission for'),
	commission_every: term(SHARED_COLUMNS.every, 'Paid again each'),
	commission_of: term(SHARED_COLUMNS.of, 'Commission of'),
	commission_months: term(SHARED_COLUMNS.months, 'Months of commission'),
	commission_lifetime: term(SHARED_COLUMNS.lifetime, 'Commission for life'),
	commission_sales: term(SHARED_COLUMNS.sales, 'Sales with this commission'),
	commission_cap: term(SHARED_COLUMNS.cap, 'Commission cap'),
	commission_cap_per: term(SHARED_COLUMNS.cap_per, 'Cap for'),
	commission_until: term(SHARED_COLUMNS.until, 'Commission until'),
	commission_condition: term(SHARED_COLUMNS.condition, 'Condition'),
	commission_reward: term(SHARED_COLUMNS.reward, 'Paid in'),
	commission_evidence: {
		type: 'evidence',
		schema: evidence.nullable().default(null),
		meaning: 'Who states each figure of its commission',
		isBookkeeping: true,
		isForEditors: true,
	},
	offers: {
		type: 'offers',
		schema: offers.default([]),
		table: 'offers',
		label: 'Further offers',
		meaning: 'What else it pays (tiers, plans, later months), and contradictory statements of its commission',
		isTerm: true,
	},
} as const satisfies { readonly [name: string]: ProgramColumn };
