/** The terms of a program in figures and words. Unknown terms are null, and pages show words instead. */
import type { CommissionType } from '../../catalog/program.ts';
import { type PublishedProgram, roundRating } from '../../catalog/published.ts';
import { excerpt } from '../../shared/excerpt.ts';
import type { ListedProgram } from '../listed-program.ts';
import { count, inWords, money, number, type Quantity, stars } from './numbers.ts';

/** The label of each type of commission. */
export const COMMISSION_TYPE_WORDS: { readonly [T in CommissionType]: string } = {
	recurring: 'recurring',
	one_time: 'one-time',
	hybrid: 'hybrid',
	tiered: 'tiered',
};

/** The commission of a program: an amount, a percentage, or both. Empty if neither is known. */
export function commissionFigures(program: ListedProgram): Quantity[] {
	const figures: Quantity[] = [];
	if (program.commission_amount !== null) figures.push(money(program.commission_amount, program.currency));
	if (program.commission_rate !== null) figures.push({ figure: number(program.commission_rate), unit: '%' });
	return figures;
}

/** The commission in words, for programs that publish it without figures; null for other programs. */
export function commissionInWords(program: ListedProgram, longest: number): string | null {
	const words = program.commission_text?.trim();
	return words && commissionFigures(program).length === 0 ? excerpt(words, longest) : null;
}

/**
 * The program's own words about its commission if they add to its figures, otherwise null. For 30% recurring,
 * `30% recurring` adds nothing, but `20–30%` and `up to 30%` do.
 */
export function addedWords(program: ListedProgram): string | null {
	const words = program.commission_text?.trim();
	if (!words) return null;
	const known = [program.commission_amount, program.commission_rate];
	const rest = words
		.toLowerCase()
		.replace(program.commission_duration?.toLowerCase() ?? '', '')
		.replace(COMMISSION_TYPE_WORDS[program.commission_type], '')
		.replace(/\bfor\b/, '')
		.replace(/\d[\d,]*(?:\.\d+)?/g, (digits) => (known.includes(Number(digits.replaceAll(',', ''))) ? '' : digits))
		.replace(/[\s%$€£+,/]/g, '');
	return rest === '' ? null : words;
}

/** The type and duration of a commission: `recurring, 12 months`. */
export function commissionType(program: ListedProgram): string {
	const type = COMMISSION_TYPE_WORDS[program.commission_type];
	return program.commission_duration ? `${type}, ${program.commission_duration}` : type;
}

/** The cookie duration. 0 days means that the cookie ends with the session. */
export function cookie(days: number | null): Quantity | null {
	if (days === null) return null;
	if (days === 0) return { figure: 'session', unit: 'only' };
	return { figure: number(days), unit: days === 1 ? 'day' : 'days' };
}

/** The payout threshold. */
export function payoutMinimum(program: Pick<PublishedProgram, 'payout_minimum' | 'currency'>): Quantity | null {
	if (program.payout_minimum === null) return null;
	if (program.payout_minimum === 0) return { figure: 'none', unit: '' };
	return money(program.payout_minimum, program.currency);
}

/** The average rating of a program. */
export function averageRating(program: Pick<ListedProgram, 'rating_average'>): Quantity | null {
	return program.rating_average === null ? null : stars(roundRating(program.rating_average));
}

/** The known terms in one line, for the description of a page. */
export function termsLine(program: ListedProgram): string {
	const figures = commissionFigures(program).map(inWords).join(' + ') || program.commission_text;
	const days = cookie(program.cookie_days);
	const average = averageRating(program);
	const parts = [
		`Commission: ${figures ? `${figures}, ` : ''}${commissionType(program)}`,
		days && `cookie: ${inWords(days)}`,
		average && `rating: ${inWords(average)} in ${count(program.review_count, 'review')}`,
	];
	return `${parts.filter(Boolean).join('; ')}.`;
}
