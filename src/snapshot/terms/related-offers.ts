/** Relates the offers of a sentence to each other. */
import type { ReadOffer, Statement } from './read-offer.ts';

/** Completes the offers of a sentence with what the others say. Returns null if nothing tells them apart. */
export function relate(statements: readonly Statement[], text: string): Statement[] | null {
	const phases = phased(statements, text);
	if (phases === null) return null;
	const result = joined(shared(phases));
	return result.some((one) => result.some((other) => other !== one && isUnclear(one, other))) ? null : result;
}

/** An offer after "then" begins where the one before it ends. If that is not said, neither is understood. */
function phased(statements: readonly Statement[], text: string): Statement[] | null {
	const result = [...statements];
	for (let index = 1; index < result.length; index++) {
		const [one, next] = [result[index - 1] as Statement, result[index] as Statement];
		if (next.offer.relation !== 'then') continue;
		const isMonth =
			one.offer.per === 'first_payment' && /(?:first|1st|1\.) (?:payment |paid )?(?:month|mo)\b/i.test(text);
		const months = isMonth ? 1 : one.offer.months;
		if (one.offer.sales !== null && next.offer.from_sale === 1) {
			const from_sale = one.offer.from_sale + one.offer.sales;
			result[index] = { ...next, rank: 3, offer: { ...next.offer, from_sale } };
		} else if (months !== null && one.offer.rate !== null) {
			result[index - 1] = { ...one, hasSpan: true, offer: { ...one.offer, per: 'payment', months } };
			const from_month = next.offer.from_month > 1 ? next.offer.from_month : one.offer.from_month + months;
			result[index] = {
				...next,
				rank: 3,
				offer: { ...next.offer, from_month, per: next.offer.rate === null ? next.offer.per : 'payment' },
			};
		} else if (one.offer.per !== 'first_payment' && next.offer.from_month === 1 && next.offer.from_sale === 1) {
			return null;
		}
	}
	return result;
}

/** Whether two figures of one kind are stated for the same thing, and nothing says how they relate. */
function isUnclear({ offer: one }: Statement, { offer: other }: Statement): boolean {
	const isSameKind = (one.rate === null) === (other.rate === null) && one.currency === other.currency;
	if (!isSameKind || one.qualifier === 'up_to' || other.qualifier === 'up_to') return false;
	if ([one, other].some(({ relation }) => relation === 'then' || relation === 'or')) return false;
	return SAME.every((key) => one[key] === other[key] || (key === 'per' && (one.per === null || other.per === null)));
}

const SAME = [
	'per',
	'every',
	'months',
	'lifetime',
	'of',
	'condition',
	'from_month',
	'from_sale',
	'sales',
	'reward',
] as const;

/** In "15% or 20% on every deal for 12 months", the last words belong to both figures. */
function shared(statements: readonly Statement[]): Statement[] {
	const result = [...statements];
	for (let index = result.length - 2; index >= 0; index--) {
		const [one, next] = [result[index] as Statement, result[index + 1] as Statement];
		const isBare =
			one.isBare && one.offer.per === null && !one.hasSpan && one.offer.condition === '' && one.offer.of === null;
		const sameKind = (one.offer.rate === null) === (next.offer.rate === null);
		if (!isBare || next.offer.from_month > 1 || next.offer.from_sale > 1) continue;
		if (!(next.offer.relation === 'or' || next.offer.relation === 'plus')) continue;
		// "30% + $10 per lead" pays the percentage for something else.
		if (one.offer.rate !== null && !sameKind && next.offer.relation === 'plus') continue;
		const { per, every, months, lifetime, of, cap, cap_per } = next.offer;
		const isRate = one.offer.rate !== null;
		const pay = sameKind ? { every, months, lifetime, of, cap, cap_per } : {};
		const isSameEvent = sameKind && next.offer.relation === 'or' && !next.offer.condition.startsWith('depending');
		result[index] = {
			...one,
			hasSpan: sameKind && next.hasSpan,
			...(isSameEvent && { rank: next.rank }),
			offer: {
				...one.offer,
				...pay,
				...(isSameEvent && { condition: next.offer.condition }),
				per: !isRate && per === 'payment' ? null : per,
			},
		};
	}
	return result;
}

/** Two exact figures of one kind and one meaning, joined by "or" or "and", are one offer of either. */
function joined(statements: readonly Statement[]): Statement[] {
	const result: Statement[] = [];
	for (const statement of statements) {
		const last = result.at(-1);
		const { offer } = statement;
		if (last?.isBare && isEither(last.offer, offer)) {
			const values = [last.offer.rate ?? last.offer.amount, offer.rate ?? offer.amount] as [number, number];
			const kind = offer.rate === null ? 'amount' : 'rate';
			result[result.length - 1] = {
				...last,
				offer: { ...last.offer, [kind]: Math.min(...values), maximum: Math.max(...values), qualifier: 'either' },
			};
			continue;
		}
		result.push(statement);
	}
	return result;
}

function isEither(one: ReadOffer, other: ReadOffer): boolean {
	if (other.relation !== 'or' && other.relation !== 'plus') return false;
	if (one.qualifier !== 'exact' || other.qualifier !== 'exact') return false;
	if ((one.rate === null) !== (other.rate === null) || one.currency !== other.currency) return false;
	return one.amount !== other.amount || one.rate !== other.rate ? SAME.every((key) => one[key] === other[key]) : false;
}
