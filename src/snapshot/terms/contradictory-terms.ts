/** Finds programs whose words and columns do not agree on what they pay, or whose words are not understood. */
import { commissionOf } from '../../catalog/commission.ts';
import type { ListedOffer } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import type { Violation } from '../../catalog/records.ts';
import { filledTerms, hasFigure, isDecided, isForeign, statedTerms } from './fill-terms.ts';
import { givenTerms } from './given-terms.ts';
import type { Stated } from './read-terms.ts';

/** What an editor must confirm about the pay of a program. */
export interface UnsureTerms {
	/** Why, in a sentence. */
	readonly why: string;
	/** What the words say about the base offer: both readings if they contradict each other, none if they are not understood. */
	readonly readings: readonly Stated[];
	readonly further: readonly Stated[];
}

/** Returns null if the figure of the words is stated, or if an editor has decided. */
export function unsureTerms(program: Program): UnsureTerms | null {
	if (isDecided(program)) return null;
	const given = givenTerms(program);
	const figure = figureOf(given);
	if (figure === null && figureOf(program) !== null) return null;
	const { base, contradiction, doubt, further } = statedTerms(given);
	if (figure !== null) {
		if (base === null || hasFigure(given, base.offer)) return null;
		return { why: `Its source gives ${figure}, but its words say something else.`, readings: [base], further };
	}
	if (contradiction !== null) return { why: 'Its words contradict each other.', readings: contradiction, further };
	if (doubt !== null) return { why: `Not stated, because ${doubt}.`, readings: [], further };
	if (base === null || !isForeign(given, base)) return null;
	const why = `The amounts of the program are in ${given.currency}, but those of its words are not.`;
	return { why, readings: [base], further };
}

/** The percentage or, without its currency, the amount. */
function figureOf({ commission_rate: rate, commission_amount: amount }: Program): string | null {
	return rate === null ? (amount === null ? null : String(amount)) : `${rate}%`;
}

/** Returns a warning if a program's words state its commission in different ways, or not as its columns do. */
export function contradictoryTerms(program: Program): Violation | undefined {
	// Nobody has read the words of a program that another tool wrote.
	const read = program.commission_evidence === null ? filledTerms(program) : program;
	if (commissionOf(read).isContradictory) return contradiction(read.offers);
	const { commission_rate: rate, commission_amount: amount } = givenTerms(program);
	if ((rate === null && amount === null) || !/\d/.test(program.commission_text ?? '')) return undefined;
	const base = statedTerms(program).base?.offer;
	if (base === undefined || hasFigure(program, base)) return undefined;
	return {
		column: rate === null ? 'commission_amount' : 'commission_rate',
		value: rate ?? amount,
		rule: `what its words say (${base.rate === null ? base.amount : `${base.rate}%`})`,
		fix: 'correct one of the two',
	};
}

function contradiction(offers: readonly ListedOffer[]): Violation {
	const statements = offers.filter(({ stated_in }) => stated_in !== null);
	return {
		column: 'commission_text',
		value: statements.map(({ condition, stated_in }) => `${condition} (${stated_in})`).join(' | '),
		rule: 'the same commission everywhere',
		fix: 'set commission_rate or commission_amount to the right figure',
	};
}
