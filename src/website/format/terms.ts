/** Writes a program's terms in figures and words. The result is null or empty if the terms are unknown. */
import { type PublishedProgram, roundRating } from '../../catalog/published.ts';
import type { ListedProgram } from '../directory/listed-program.ts';
import { COMMISSION_TYPE_WORDS } from './keyword-words.ts';
import { count, inWords, money, number, type Quantity, stars } from './numbers.ts';
import { commissionInWords, commissionText, commissionType } from './pay-words.ts';

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
