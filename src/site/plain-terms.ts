/** A program's terms in sentences, for those who do not know the trade's words. What is unknown is said to be. */
import type { PublishedProgram } from '../catalog/published.ts';
import { excerpt } from './excerpt.ts';
import { spaced } from './keywords.ts';
import { inWords } from './numbers.ts';
import { commissionFigures, cookie, payoutMinimum } from './terms.ts';

/** What it pays, how long a click counts, and when it pays out: a sentence each. */
export function plainTerms(program: PublishedProgram): string {
	return [paySentence(program), cookieSentence(program.cookie_days), payoutSentence(program)].join(' ');
}

function paySentence(program: PublishedProgram): string {
	const figures = commissionFigures(program).map(inWords).join(' and ');
	if (figures === '') {
		return program.commission_text?.trim()
			? 'What it pays is published in words, not in figures.'
			: 'What it pays is not published.';
	}
	const share = program.commission_rate !== null;
	switch (program.commission_type) {
		case 'one_time':
			return `Pays ${figures} ${share ? 'of' : 'for'} each sale${program.commission_duration ? term(program) : ', once'}.`;
		case 'recurring':
			return `Pays ${figures} ${share ? 'of' : 'for'} each payment that a customer makes${term(program)}.`;
		case 'hybrid':
			return `Pays ${figures}, partly once and partly again with later payments${term(program)}.`;
		case 'tiered':
			return `Pays ${figures} ${share ? 'of' : 'for'} a sale to begin with, and more in higher steps.`;
	}
}

const LONGEST_DURATION = 40;

function term({ commission_duration: duration }: PublishedProgram): string {
	// A text from outside must not turn the direction of the sentence that it stands in.
	const words = duration?.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim();
	if (!words) return '; for how long is not published';
	return /^life/i.test(words) ? ', for as long as the customer stays' : `, for ${excerpt(words, LONGEST_DURATION)}`;
}

function cookieSentence(days: number | null): string {
	if (days === null) return 'How long a click counts is not published.';
	if (days === 0) return 'Only sales in the same visit as the click count.';
	return `A sale counts up to ${inWords(cookie(days)!)} after the click.`;
}

function payoutSentence(program: PublishedProgram): string {
	const minimum = payoutMinimum(program);
	const frequency = program.payout_frequency && excerpt(spaced(program.payout_frequency), LONGEST_DURATION);
	if (minimum === null) {
		return frequency
			? `Pays out ${frequency}; the least amount is not published.`
			: 'When it pays out is not published.';
	}
	const amount = program.payout_minimum === 0 ? 'any amount' : `from ${inWords(minimum)} on`;
	return frequency ? `Pays out ${frequency}, ${amount}.` : `Pays out ${amount}; how often is not published.`;
}
