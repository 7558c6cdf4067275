/** Relates the offers of a sentence to each other. */
import type { ReadOffer, Statement } from './read-offer.ts';

/** Completes the offers of a sentence with what the others say. Returns null if nothing tells them apart. */
export function relate(statements: readonly Statement[], text: string): Statement[] | null {
	const phases = phased(statements, text);
	if (phases === null) return null;
	const result = joined(shared(phases));
	return result.some((one) => result.some((other) => other !== one && isUnclear(one.offer, other.offer)))
		? null
		: result;
}

/** An offer after "then" begins where the one before it ends. If that is not said, neither is understood. */
function phased(statements: readonly Statement[], text: string): Statement[] | null {
	const result = [...statements];
	for (let index = 1; index < result.length; index++) {
		const [one, next] = [result[index - 1]!, result[index]!];
		if (next.offer.relation !== 'then') continue;
		const isMonth = one.offer.per === 'first_payment' && /(?:first|1st) (?:payment |paid )?(?:month|mo)\b/i.test(text);
		const months = isMonth ? 1 : one.offer.months;
		if (one.offer.sales !== null) {
			const from_sale = one.offer.from_sale + one.offer.sales;
			result[index] = { ...next, rank: 3, offer: { ...next.offer, from_sale } };
		} else if (months !== null && one.offer.rate !== null) {
			result[index - 1] = { ...one, hasSpan: true, offer: { ...one.offer, per: 'payment', months } };
			const from_month = one.offer.from_month + months;
			const per = next.offer.rate === null ? next.offer.per : 'payment';
			result[index] = { ...next, rank: 3, offer: { ...next.offer, from_month, per } };
		} else if (one.offer.per !== 'first_payment' && next.offer.from_month === 1 && next.offer.from_sale === 1) {
			return null;
		}
	}
	return result;
}

/** Whether two figures of one kind are stated for the same thing, and nothing says how they relate. */
function isUnclear(one: ReadOffer, other: ReadOffer): boolean {
	const isSaid = [one, other].some(
		({ qualifier, relation }) => qualifier === 'up_to' || relation === 'then' || relation === 'or',
	);
	return !isSaid && isLike(one, other) && (one.per === other.per || one.per === null || other.per === null);
}

const WHEN = ['every', 'months', 'lifetime', 'from_month', 'from_sale', 'sales'] as const;
const WHAT = ['currency', 'of', 'condition', 'reward'] as const;

/** Whether two offers differ only in their figures and events. */
function isLike(one: ReadOffer, other: ReadOffer): boolean {
	return (one.rate === null) === (other.rate === null) && [...WHEN, ...WHAT].every((key) => one[key] === other[key]);
}

/** In "15% or 20% on every deal for 12 months", the last words belong to both figures. */
function shared(statements: readonly Statement[]): Statement[] {
	const result = [...statements];
	for (let index = result.length - 2; index >= 0; index--) {
		const [one, { offer: next, hasSpan, rank }] = [result[index]!, result[index + 1]!];
		const { offer } = one;
		const isJoined = next.relation === 'or' || next.relation === 'plus';
		if (!one.isBare || !isJoined || offer.per !== null || one.hasSpan || offer.condition !== '') continue;
		if (next.from_month > 1 || next.from_sale > 1) continue;
		const { per, every, months, lifetime, of, cap, cap_per, condition } = next;
		if ((offer.rate === null) !== (next.rate === null)) {
			// "30% + $10 per lead" pays the percentage for something else.
			if (offer.rate === null) result[index] = { ...one, offer: { ...offer, per: per === 'payment' ? null : per } };
			else if (next.relation === 'or') result[index] = { ...one, offer: { ...offer, per } };
			continue;
		}
		const isSameEvent = next.relation === 'or' && !condition.startsWith('depending');
		const pay = { per, every, months, lifetime, of, cap, cap_per, ...(isSameEvent && { condition }) };
		result[index] = { ...one, hasSpan, ...(isSameEvent && { rank }), offer: { ...offer, ...pay } };
	}
	return result;
}

/** Two exact figures of one kind and one meaning, joined by "or" or "and", are one offer of either. */
function joined(statements: readonly Statement[]): Statement[] {
	const result: Statement[] = [];
	for (const statement of statements) {
		const last = result.at(-1);
		const { offer } = statement;
		const values = [last?.offer, offer].map((one) => one?.rate ?? one?.amount ?? 0);
		const isExact = offer.qualifier === 'exact' && last?.offer.qualifier === 'exact' && values[0] !== values[1];
		const isJoined = offer.relation === 'or' || offer.relation === 'plus';
		if (last?.isBare && isExact && isJoined && isLike(last.offer, offer) && last.offer.per === offer.per) {
			const kind = offer.rate === null ? 'amount' : 'rate';
			const range = { [kind]: Math.min(...values), maximum: Math.max(...values), qualifier: 'either' } as const;
			result[result.length - 1] = { ...last, offer: { ...last.offer, ...range } };
		} else {
			result.push(statement);
		}
	}
	return result;
}
