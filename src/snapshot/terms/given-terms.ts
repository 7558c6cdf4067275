/** Tells what editors and sources have given of a program's terms from what was read in its words. */
import { defaultsOf, type ProgramColumn } from '../../catalog/columns.ts';
import type { Evidence } from '../../catalog/commission-columns.ts';
import { PROGRAM_COLUMNS, type Program } from '../../catalog/program.ts';
import { isSameValue } from '../../catalog/records.ts';
import type { ReadOffer } from './read-offer.ts';

/** The columns of the base offer, and the part of an offer that each of them has. */
export const OFFER_PARTS = {
	commission_rate: 'rate',
	commission_amount: 'amount',
	currency: 'currency',
	commission_qualifier: 'qualifier',
	commission_maximum: 'maximum',
	commission_per: 'per',
	commission_every: 'every',
	commission_of: 'of',
	commission_months: 'months',
	commission_lifetime: 'lifetime',
	commission_sales: 'sales',
	commission_cap: 'cap',
	commission_cap_per: 'cap_per',
	commission_until: 'until',
	commission_condition: 'condition',
	commission_reward: 'reward',
} as const satisfies { readonly [column: string]: keyof ReadOffer };

/** The columns of a program that reading fills. */
export const READ_COLUMNS: readonly (keyof Program)[] = [
	...(Object.keys(OFFER_PARTS) as (keyof typeof OFFER_PARTS)[]),
	'commission_type',
	'offers',
	'availability',
];

/** The columns of a program that say what it pays, in words and in figures. What one source says of them is one statement. */
export const PAY_COLUMNS: readonly (keyof Program)[] = [
	'commission_text',
	'commission_duration',
	...READ_COLUMNS.filter((column) => column !== 'availability'),
];

/** The values of empty columns. */
export const DEFAULTS = defaultsOf(PROGRAM_COLUMNS);

/** The empty columns for what a program pays, for a source that has only words. */
export const NO_FIGURES = Object.fromEntries(
	Object.keys(OFFER_PARTS).flatMap((column) => (column === 'currency' ? [] : [[column, undefined]])),
);

/** The columns that an editor checks. */
const TERMS = Object.entries<ProgramColumn>(PROGRAM_COLUMNS).flatMap(([name, { isTerm }]) => (isTerm ? [name] : []));

/** Whether two versions of a program differ in what an editor checks. Fields that `after` lacks do not differ. */
export function changesTerms(before: Program, after: { readonly [field: string]: unknown }): boolean {
	return TERMS.some((field) => field in after && !isSameValue(after[field] ?? null, before[field as keyof Program]));
}

/** Empties the columns that were read, so that what is left is what editors and sources have given. */
export function givenTerms(program: Program): Program {
	const evidence = program.commission_evidence;
	if (evidence === null) return program;
	const read = Object.entries(evidence).filter(([, { by }]) => by === 'words');
	if (read.length === 0) return program;
	const empty = Object.fromEntries(
		read.map(([column, { given }]) => [column, given ?? DEFAULTS[column as never] ?? null]),
	);
	const others = Object.entries(evidence).filter(([, { by }]) => by !== 'words');
	return { ...program, ...empty, commission_evidence: Object.fromEntries(others) };
}

/**
 * Notes that an editor, or a source, has given values. If it gives words, the figures that a source gave beside the earlier
 * words go, because an editor's words never stand beside a source's figure.
 *
 * @param program the program with the values
 * @param fields the columns that are given
 */
export function withGiven(program: Program, fields: readonly string[], by: 'editor' | 'source' = 'editor'): Program {
	const given = fields.filter((field) => (KEPT as readonly string[]).includes(field));
	if (given.length === 0) return program;
	const evidence: { [column: string]: Evidence } = { ...program.commission_evidence };
	const values: { [column: string]: unknown } = {};
	for (const field of given) {
		if (by === 'editor') evidence[field] = { by, place: null, words: null };
		else delete evidence[field];
	}
	if (given.some((field) => WORDS.includes(field))) {
		for (const column of [...Object.keys(NO_FIGURES), 'offers']) {
			if (given.includes(column) || (evidence[column] && evidence[column].by !== 'source')) continue;
			values[column] = DEFAULTS[column as never] ?? null;
			delete evidence[column];
		}
	}
	return { ...program, ...values, commission_evidence: evidence };
}

const WORDS: readonly string[] = ['commission_text', 'commission_duration'];
const KEPT: readonly (keyof Program)[] = [...PAY_COLUMNS, 'availability'];
