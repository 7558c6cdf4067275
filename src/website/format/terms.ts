/** Writes a program's terms in figures and words. The result is null or empty if the terms are unknown. */
import { type CommissionFields, commissionOf } from '../../catalog/commission.ts';
import type { CommissionQualifier, Offer } from '../../catalog/offer.ts';
import { type PublishedProgram, roundRating } from '../../catalog/published.ts';
import { excerpt } from '../../shared/excerpt.ts';
import type { ListedProgram } from '../directory/listed-program.ts';
import { COMMISSION_TYPE_WORDS } from './keyword-words.ts';
import { count, inWords, money, number, type Quantity, stars } from './numbers.ts';
import { unusualEvent } from './paid-for.ts';

/** The label shown if a program states different figures for the same commission. */
export const CONTRADICTORY = 'Contradictory terms';

const BEFORE: { readonly [Q in CommissionQualifier]: string } = { exact: '', from: 'from', up_to: 'up to', either: '' };

/** The fields of a program that say what it pays. */
export type PaidProgram = CommissionFields & Pick<ListedProgram, 'currency'>;

/**
 * Returns the figures of a program's commission: an amount, a percentage, or both, such as "20–30%", "up to 60%", "$50
 * + 20%" or "$75 or 20%". Returns an empty array if neither is known.
 */
export function commissionFigures(program: PaidProgram): Quantity[] {
	const { amount, rate, qualifier } = commissionOf(program);
	if (qualifier === null) return [];
	return figuresOf({ amount, rate, qualifier, maximum: program.commission_maximum }, program.currency);
}

/**
 * Returns the figures of an offer. See `commissionFigures`.
 *
 * @param currency the currency of amounts: null if it is not published, undefined if it is not to be shown
 */
export function figuresOf(
	{ amount, rate, qualifier, maximum }: Pick<Offer, 'amount' | 'rate' | 'qualifier' | 'maximum'>,
	currency: string | null | undefined,
): Quantity[] {
	const figures: Quantity[] = [];
	const sum = (value: number) =>
		currency === undefined ? { figure: number(value), unit: '' } : money(value, currency);
	if (amount !== null) figures.push(sum(amount));
	if (rate !== null) figures.push({ figure: number(rate), unit: '%' });
	if (maximum !== null && figures.length === 1) {
		const [least, most] = [figures[0]!, rate === null ? sum(maximum) : { figure: number(maximum), unit: '%' }];
		return [{ ...most, figure: `${least.figure}–${most.figure}` }];
	}
	const between = qualifier === 'either' ? 'or' : '+';
	return figures.map((quantity, index) => {
		const before = index === 0 ? BEFORE[qualifier] : between;
		return before === '' ? quantity : { before, ...quantity };
	});
}

/** Returns the figures of a commission as running text: `up to 60%`. Empty text if there are none. */
export function commissionText(program: PaidProgram): string {
	return commissionFigures(program).map(inWords).join(' ');
}

/**
 * Returns words for a commission that has no figures. Returns null if it has figures, or if nothing is published.
 */
export function commissionInWords(program: PaidProgram, longest: number): string | null {
	const { words, isContradictory } = commissionOf(program);
	if (isContradictory) return `${CONTRADICTORY}: ${statedFigures(program)}`;
	const source = words === null ? '' : excerpt(words, longest);
	return source !== '' && commissionFigures(program).length === 0 ? source : null;
}

/** Returns the figures that a program states for the same commission: `50% or up to 20%`. */
export function statedFigures({ offers, currency }: Pick<PaidProgram, 'offers' | 'currency'>): string {
	const statements = offers.filter(({ stated_in }) => stated_in !== null);
	return [...new Set(statements.map((offer) => figuresOf(offer, currency).map(inWords).join(' ')))].join(' or ');
}

/**
 * Returns the program's own words about its commission, or null if they add nothing to the figures, type and duration.
 * If the figures say 30% recurring, the words `30% recurring` add nothing, but the words `20–30%` do.
 */
export function addedWords(program: ListedProgram): string | null {
	const words = program.commission_text?.trim();
	if (!words) return null;
	const known = [program.commission_amount, program.commission_rate];
	const said = { exact: '', from: 'from', up_to: 'up to', either: 'or' }[program.commission_qualifier ?? 'exact'];
	const rest = words
		.toLowerCase()
		.replace(program.commission_duration?.toLowerCase() ?? '', '')
		.replace(COMMISSION_TYPE_WORDS[program.commission_type], '')
		.replace(/\bfor\b/, '')
		.replace(said, '')
		.replace(/\d[\d,]*(?:\.\d+)?/g, (digits) => (known.includes(Number(digits.replaceAll(',', ''))) ? '' : digits))
		.replace(/[\s%$€£+,/]/g, '');
	return rest === '' ? null : words;
}

/** Returns the type of a commission, and its event unless that is each sale or payment: `one-time, per lead`. */
export function typeWords(program: CommissionFields): string {
	return [COMMISSION_TYPE_WORDS[commissionOf(program).type], unusualEvent(program)].filter(Boolean).join(', ');
}

/**
 * Returns the type, event and duration of a commission: `recurring, 12 months`, `one-time, per lead`. Empty text if the
 * terms are contradictory.
 */
export function commissionType(program: CommissionFields): string {
	const { isContradictory, isForFirstSale } = commissionOf(program);
	if (isContradictory) return '';
	return [typeWords(program), isForFirstSale ? null : durationWords(program)].filter(Boolean).join(', ');
}

/** Returns how long a commission is paid: `12 months`, `lifetime`, or the source's own words. Null if unknown. */
export function durationWords(program: CommissionFields): string | null {
	if (program.commission_lifetime) return 'lifetime';
	const { commission_months: months } = program;
	return months === null ? program.commission_duration : count(months, 'month');
}

/** Formats the cookie duration. 0 days means that the cookie ends with the session. */
export function cookie(days: number | null): Quantity | null {
	if (days === null) return null;
	if (days === 0) return { figure: 'session', unit: 'only' };
	return { figure: number(days), unit: days === 1 ? 'day' : 'days' };
}

export function payoutMinimum(program: Pick<PublishedProgram, 'payout_minimum' | 'currency'>): Quantity | null {
	if (program.payout_minimum === null) return null;
	if (program.payout_minimum === 0) return { figure: 'none', unit: '' };
	return money(program.payout_minimum, program.currency);
}

export function averageRating(program: Pick<ListedProgram, 'rating_average'>): Quantity | null {
	return program.rating_average === null ? null : stars(roundRating(program.rating_average));
}

/** Writes the known terms in one line, for use in feeds and beside reviews. */
export function termsLine(program: ListedProgram): string {
	const pays = commissionText(program) || commissionInWords(program, Number.POSITIVE_INFINITY);
	const days = cookie(program.cookie_days);
	const average = averageRating(program);
	const parts = [
		`Commission: ${[pays, commissionType(program)].filter(Boolean).join(', ')}`,
		days && `cookie: ${inWords(days)}`,
		average && `rating: ${inWords(average)} from ${count(program.review_count, 'review')}`,
	];
	return `${parts.filter(Boolean).join('; ')}.`;
}
