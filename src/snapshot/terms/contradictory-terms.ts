import { commissionOf } from '../../catalog/commission.ts';
import type { ListedOffer } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import type { Violation } from '../../catalog/records.ts';
import { hasFigure, statedTerms, termsColumns } from './fill-terms.ts';

/** Returns a warning if a program's words state its commission in different ways, or not as its columns do. */
export function contradictoryTerms(program: Program): Violation | undefined {
	if (commissionOf(program).isContradictory) return contradiction(program.offers);
	const terms = statedTerms(program);
	if (terms === undefined) return undefined;
	if (terms.contradiction !== null) return contradiction(termsColumns(terms).offers);
	const { base } = terms;
	if (base === null || hasFigure(program, base)) return undefined;
	const { commission_rate: rate, commission_amount: amount } = program;
	return {
		column: rate === null ? 'commission_amount' : 'commission_rate',
		value: rate ?? amount,
		rule: `what commission_text says (${base.rate === null ? base.amount : `${base.rate}%`})`,
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
