/**
 * Describes a program's terms in sentences, for readers who are new to affiliate marketing. Also says which terms are
 * unknown.
 */

import { type Commission, commissionOf } from '../../catalog/commission.ts';
import { capitalized, spaced } from '../../catalog/keyword-names.ts';
import { excerpt } from '../../shared/text.ts';
import type { ShownProgram } from '../directory/listed-program.ts';
import { cookie, payoutMinimum } from '../format/facts.ts';
import { inWords } from '../format/numbers.ts';
import { whoseWords } from '../format/pay-evidence.ts';
import { basePay, offersOf } from '../format/pay-words.ts';
import { durationWords } from '../format/short-pay.ts';

/**
 * Writes three sentences: about the commission, the cookie duration and the payouts. Leaves out the first one if the
 * terms are contradictory.
 */
export function plainTerms(program: ShownProgram): string {
	const sentences = [paySentence(program), cookieSentence(program.cookie_days), payoutSentence(program)];
	return sentences.filter(Boolean).join(' ');
}

function paySentence(program: ShownProgram): string {
	const commission = commissionOf(program);
	if (commission.isContradictory) return '';
	if (commission.qualifier === null) {
		return commission.words === null
			? 'The commission is not stated here.'
			: `The commission is quoted ${whoseWords(program)}.`;
	}
	const pays = leftToRight(basePay(program));
	return `${commission.isExpired ? 'Paid' : 'Pays'} ${pays}${duration(program, commission)}.${otherEvent(program)}`;
}

/** Quotes the duration of a commission that is paid repeatedly, if it has no number of months. */
function duration(program: ShownProgram, { type, months }: Commission): string {
	const base = offersOf(program)[0]!;
	if (type !== 'recurring' || months !== null || base.months !== null) return '';
	const words = leftToRight(durationWords(program) ?? '');
	// Such a condition can say it: "the first 2 payments".
	if (words === '' && base.condition !== null) return '';
	return words ? ` for ${excerpt(words, LONGEST_DURATION)}` : ' (duration not stated)';
}

/** Quotes the words about a commission for an event without a name: those that it was read from, if they are known. */
function otherEvent(program: ShownProgram): string {
	if (program.commission_per !== 'other') return '';
	const { commission_evidence: evidence, commission_text } = program;
	const quoted = evidence?.commission_per?.words ?? commission_text ?? '';
	const words = leftToRight(quoted).replace(/[.!]$/, '');
	return words === ''
		? ' What it pays for is not stated here.'
		: ` ${capitalized(whoseWords(program))}: “${excerpt(words, LONGEST_QUOTE)}”.`;
}

const LONGEST_DURATION = 40;
const LONGEST_QUOTE = 100;

/** Removes control characters, because untrusted text must not change the text direction of the sentence. */
function leftToRight(text: string): string {
	return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim();
}

function cookieSentence(days: number | null): string {
	if (days === null) return 'The cookie duration is not stated here.';
	if (days === 0) return 'A sale counts only if it happens in the same visit as the click.';
	return `Sales count for up to ${inWords(cookie(days)!)} after the click.`;
}

function payoutSentence(program: ShownProgram): string {
	const minimum = payoutMinimum(program);
	const frequency = program.payout_frequency && excerpt(spaced(program.payout_frequency), LONGEST_DURATION);
	if (minimum === null) {
		// Nothing is said about the threshold. It can be published in a currency that the directory cannot store.
		return frequency ? `Pays out ${frequency}.` : 'The payout frequency is not stated here.';
	}
	const hasNoMinimum = program.payout_minimum === 0;
	const earned = `you have earned at least ${inWords(minimum)}`;
	// Directly after "Pays out", the word "once" could be read as "a single time".
	return frequency
		? `Pays out ${frequency}, ${hasNoMinimum ? 'with no minimum' : `once ${earned}`}.`
		: `Pays out ${hasNoMinimum ? 'with no minimum' : `when ${earned}`}; the frequency is not stated here.`;
}
