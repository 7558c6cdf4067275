/** Finds programs whose words and columns do not agree on what they pay. */
import { commissionOf } from '../../catalog/commission.ts';
import type { ListedOffer } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import type { Violation } from '../../catalog/records.ts';
import { hasFigure, statedTerms } from './fill-terms.ts';
import { givenTerms } from './given-terms.ts';

/** Returns a warning if a program's words state its commission in different ways, or not as its columns do. */
export function contradictoryTerms(program: Program): Violation | undefined {
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

function contradiction(offers: readonly ListedOffer[]): Violation {
	const statements = offers.filter(({ stated_in }) => stated_in !== null);
	return {
		column: 'commission_text',
		value: statements.map(({ condition, stated_in }) => `${condition} (${stated_in})`).join(' | '),
		rule: 'the same commission everywhere',
		fix: 'set commission_rate or commission_amount to the right figure',
	};
}
