/** Finds programs whose words and columns do not agree on what they pay, or whose words are not understood. */
import { commissionOf } from '../../catalog/commission.ts';
import type { ListedOffer } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import type { Problem } from '../../catalog/records.ts';
import { hasFigure, isDecided, isForeign, statedTerms } from './fill-terms.ts';
import { givenTerms } from './given-terms.ts';
import type { Stated } from './read-terms.ts';

/** What an editor must confirm about the pay of a program. */
export interface UnsureTerms {
	/** Why the figure of the words is not stated, as an end of "not stated because …". */
	readonly because: string;
	/** What the words say about the base offer: both readings if they contradict each other, none if they are not understood. */
	readonly readings: readonly Stated[];
	readonly further: readonly Stated[];
}

/** Returns null if the figure of the words is stated, or if an editor has decided about it. */
export function unsureTerms(program: Program): UnsureTerms | null {
	const given = givenTerms(program);
	const figure = figureOf(given);
	if (figure === null && (isDecided(program) || figureOf(program) !== null)) return null;
	const { base, contradiction, doubt, further } = statedTerms(given);
	if (figure !== null) {
		if (base === null || hasFigure(given, base.offer)) return null;
		const by = isDecided(program) ? 'an editor has entered' : 'its source gives';
		return { because: `${by} ${figure}`, readings: [base], further };
	}
	if (contradiction !== null) {
		const others = further.filter((other) => !contradiction.includes(other));
		return { because: 'its words contradict each other', readings: contradiction, further: others };
	}
	if (doubt !== null) return { because: doubt, readings: [], further };
	if (base === null || !isForeign(given, base)) return null;
	return { because: `the program has its amounts in ${given.currency}`, readings: [base], further };
}

/** The percentage of a program or offer, or its amount without the currency. */
function figureOf(program: Program): string | null {
	const { commission_rate: rate, commission_amount: amount } = program;
	return rate === null ? (amount === null ? null : String(amount)) : `${rate}%`;
}

/** Returns a warning if a program's words state its commission in different ways, or not as its columns do. */
export function contradictoryTerms(program: Program): Problem | undefined {
	if (commissionOf(program).isContradictory) return contradiction(program.offers);
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

function contradiction(offers: readonly ListedOffer[]): Problem {
	const statements = offers.filter(({ stated_in }) => stated_in !== null);
	return {
		column: 'commission_text',
		value: statements.map(({ condition, stated_in }) => `${condition} (${stated_in})`).join(' | '),
		rule: 'the same commission everywhere',
		fix: 'set commission_rate or commission_amount to the right figure',
	};
}
