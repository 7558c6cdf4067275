/** Reads the places in which a source describes what a program pays. */
import type { CommissionType, Offer } from '../../catalog/offer.ts';
import { agrees, sharesFigure } from './agreement.ts';
import { clausesOf, payClausesOf } from './clauses.ts';
import { baseOf, type Statement, type Statements, statementsIn } from './statements.ts';

/** What a source says about a program's commission. */
export interface TermsSource {
	readonly type: CommissionType | null;
	/** The currency of the program's amounts, an ISO 4217 code. Amounts in other currencies are not read. */
	readonly currency: string | null;
	/** The figure in words, such as "20%" or "$50 + 20%", or the whole text about the commission. */
	readonly rate: string;
	readonly duration: string;
	readonly conditions: string;
	readonly descriptions: readonly string[];
}

export interface Place extends Statements {
	readonly from: 'rate' | 'conditions' | 'description';
	/** The place's base offer, or null if the place states no offer. */
	readonly base: Statement | null;
}

/**
 * Returns the places in the order of their weight: the conditions, the rate, which summarizes them, and the
 * descriptions. If the conditions state no offer, the description that explains the rate with the most offers comes first.
 */
export function placesOf(source: TermsSource): Place[] {
	const conditions = statementsIn(clausesOf(source.conditions), source);
	const rate = withoutDiscounts(statementsIn(clausesOf(source.rate), source), conditions);
	const summary = baseOf(rate.all, null)?.offer ?? null;
	const place = (from: Place['from'], statements: Statements): Place => {
		return { ...statements, from, base: baseOf(statements.all, summary) };
	};
	const descriptions = source.descriptions.flatMap((text) => {
		const { repeated, others } = payClausesOf(text);
		return [repeated, others].map((clauses) => place('description', statementsIn(clauses, source)));
	});
	const places = [place('conditions', conditions), place('rate', rate), ...descriptions];
	const isBare = conditions.all.length === 0 && !/\p{L}/u.test(source.rate);
	const explains = ({ all }: Place) => all.some(({ offer }) => sharesFigure(offer, summary as Offer));
	const explaining = isBare && summary !== null ? descriptions.filter(explains) : [];
	const first = explaining.sort((one, other) => other.all.length - one.all.length)[0];
	return first ? [first, ...places.filter((other) => other !== first)] : places;
}

/**
 * Removes figures that, according to the conditions, are not the commission but the customers' discount or an amount in
 * another currency.
 */
function withoutDiscounts(rate: Statements, { asides, all }: Statements): Statements {
	const isPay = ({ offer }: Statement) =>
		all.some((stated) => agrees(stated.offer, offer)) ||
		!asides.some(({ kind, value, isForeign }) => offer[kind] === value && (isForeign || kind === 'rate'));
	return { ...rate, all: rate.all.filter(isPay) };
}
