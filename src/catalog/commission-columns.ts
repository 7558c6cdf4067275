/** The columns of a program that describe what it pays: its base offer, its further offers, and who states them. */
import { z } from 'zod';
import type { ProgramColumn } from './columns.ts';
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
	commission_maximum: {
		...SHARED_COLUMNS.maximum,
		label: 'Highest commission',
		isTerm: true,
	},
	commission_per: {
		...SHARED_COLUMNS.per,
		label: 'Commission for',
		isTerm: true,
	},
	commission_every: {
		...SHARED_COLUMNS.every,
		label: 'Paid again each',
		isTerm: true,
	},
	commission_of: {
		...SHARED_COLUMNS.of,
		label: 'Commission of',
		isTerm: true,
	},
	commission_months: {
		...SHARED_COLUMNS.months,
		label: 'Months of commission',
		isTerm: true,
	},
	commission_lifetime: {
		...SHARED_COLUMNS.lifetime,
		label: 'Commission for life',
		isTerm: true,
	},
	commission_sales: {
		...SHARED_COLUMNS.sales,
		label: 'Sales with this commission',
		isTerm: true,
	},
	commission_cap: {
		...SHARED_COLUMNS.cap,
		label: 'Commission cap',
		isTerm: true,
	},
	commission_cap_per: {
		...SHARED_COLUMNS.cap_per,
		label: 'Cap for',
		isTerm: true,
	},
	commission_until: {
		...SHARED_COLUMNS.until,
		label: 'Commission until',
		isTerm: true,
	},
	commission_condition: {
		...SHARED_COLUMNS.condition,
		label: 'Condition',
		isTerm: true,
	},
	commission_reward: {
		...SHARED_COLUMNS.reward,
		label: 'Paid in',
		isTerm: true,
	},
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
