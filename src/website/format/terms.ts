/** Writes a program's terms in figures and words. The result is null or empty if the terms are unknown. */
import { type CommissionFields, commissionOf } from '../../catalog/commission.ts';
import { type CommissionQualifier, qualifierOf } from '../../catalog/commission-qualifier.ts';
import type { CommissionType } from '../../catalog/program.ts';
import { type PublishedProgram, roundRating } from '../../catalog/published.ts';
import { excerpt } from '../../shared/excerpt.ts';
import type { ListedProgram } from '../directory/listed-program.ts';
import { count, inWords, money, number, type Quantity, stars } from './numbers.ts';

export const COMMISSION_TYPE_WORDS: { readonly [T in CommissionType]: string } = {
	recurring: 'recurring',
	one_time: 'one-time',
	hybrid: 'hybrid',
	tiered: 'tiered',
};

/** The label shown if the terms of a program contradict each other. */
export const TERMS_UNCLEAR = 'Terms unclear';

const BEFORE: { readonly [Q in CommissionQualifier]: string } = { exact: '', from: 'from', up_to: 'up to', either: '' };

/** The fields of a program that say what it pays. */
export type PaidProgram = CommissionFields & Pick<ListedProgram, 'currency'>;

/**
 * Returns the figures of a program's commission: an amount, a percentage, or both, such as "up to 60%", "$50 + 20%" or
 * "$75 or 20%". Returns an empty array if neither is known, or if the terms are unclear.
 */
export function commissionFigures(program: PaidProgram): Quantity[] {
	const { amount, rate, qualifier } = commissionOf(program);
	const figures: Quantity[] = [];
	if (amount !== null) figures.push(money(amount, program.currency));
	if (rate !== null) figures.push({ figure: number(rate), unit: '%' });
	if (qualifier === null) return [];
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
 * Returns words for a commission that has no clear figures. Returns null if it has clear figures, or if nothing is
 * published.
 */
export function commissionInWords(program: PaidProgram, longest: number): string | null {
	const { words, isUnclear } = commissionOf(program);
	const source = words === null ? '' : excerpt(words, longest);
	if (isUnclear) return source === '' ? TERMS_UNCLEAR : `${TERMS_UNCLEAR}: ${source}`;
	return source !== '' && commissionFigures(program).length === 0 ? source : null;
}

/**
 * Returns the program's own words about its commission, or null if they add nothing to the figures, type and duration.
 * If the figures say 30% recurring, the words `30% recurring` add nothing, but the words `20–30%` do.
 */
export function addedWords(program: ListedProgram): string | null {
	const words = program.commission_text?.trim();
	if (!words) return null;
	const known = [program.commission_amount, program.commission_rate];
	const said = { exact: '', from: 'from', up_to: 'up to', either: 'or' }[qualifierOf(program) ?? 'exact'];
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

/** Returns the type and duration of a commission: `recurring, 12 months`. Empty text if the terms are unclear. */
export function commissionType(program: CommissionFields): string {
	const { isUnclear, isForFirstSale } = commissionOf(program);
	if (isUnclear) return '';
	const type = COMMISSION_TYPE_WORDS[program.commission_type];
	if (isForFirstSale) return `${type}, first sale only`;
	return program.commission_duration ? `${type}, ${program.commission_duration}` : type;
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

/** Writes the known terms in one line, for use in page descriptions. */
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
