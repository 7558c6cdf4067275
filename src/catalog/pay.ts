/** Converts what a program pays into the values that estimates need, so that browsers only have to calculate. */
import { baseOffer, type CommissionFields, commissionOf, isComparableShare } from './commission.ts';
import type { CommissionQualifier, CommissionType, Offer } from './offer.ts';

/** What a customer earns a partner for some time. A field that is left out has its default. */
export interface Phase {
	/** The percentage of each payment, and the fixed amount. If there are both, both are paid. */
	readonly rate?: number | undefined;
	readonly amount?: number | undefined;
	/** The upper end of a range. Beside a percentage, it is a percentage too. */
	readonly maximum?: number | undefined;
	/** The kind of figure. By default, `exact`. */
	readonly figure?: Exclude<CommissionQualifier, 'either'> | undefined;
	/** How often it is paid for a customer. By default, once. */
	readonly every?: 'month' | 'year' | undefined;
	/** The first month of a customer in which it is paid, and for how many months. By default, from the first, without end. */
	readonly from_month?: number | undefined;
	readonly months?: number | undefined;
	/** The first customer for whom it is paid, and for how many customers. By default, from the first, without end. */
	readonly from_sale?: number | undefined;
	readonly sales?: number | undefined;
}

/** Phases that share a cap. Each is paid for other months or customers. */
export interface Part {
	/**
	 * Whether it is paid in addition to all parts before it, instead of the part before it, or after it. The first part has
	 * no relation.
	 */
	readonly relation?: 'plus' | 'or' | 'then' | undefined;
	readonly phases: readonly Phase[];
	readonly cap?: number | undefined;
	readonly cap_per?: NonNullable<Offer['cap_per']> | undefined;
}

/** What a program pays an ordinary new partner. */
export interface Pay {
	readonly parts: readonly Part[];
	/** Whether the program may pay more under conditions that the parts leave out. */
	readonly isMinimum?: true | undefined;
	/** The condition of the base offer, in the words of the source. */
	readonly condition?: string | undefined;
	/** The currency of all amounts. Null if it is unknown. */
	readonly currency: string | null;
}

/** Why there is no estimate of what a program pays. */
export type Obstacle =
	| 'no figure'
	| 'contradiction'
	| 'expired'
	| 'until'
	| 'credit'
	| 'event'
	| 'share'
	| 'cap'
	| 'duration'
	| 'start'
	| 'relation'
	| 'currency';

/** The numbers of months that an estimate can cover, the usual one first. */
export const PERIODS = [12, 24] as const;
export type Period = (typeof PERIODS)[number];

/** An offer, cut off where the next one follows it. */
interface Drafted {
	offer: Offer;
	/** Whether an ordinary new partner gets it. The phases of other partners are left out. */
	readonly isCounted: boolean;
}

/**
 * Returns what a program pays, or why that cannot be calculated.
 *
 * @param today the date to compare the last days of offers with, such as `2026-07-01`
 */
export function payOf(
	program: CommissionFields & { readonly currency: string | null },
	today = new Date().toISOString().slice(0, 10),
): Pay | Obstacle {
	const { isExpired, isContradictory, type } = commissionOf(program, today);
	const base = baseOffer(program);
	if (base === null) return isContradictory ? 'contradiction' : 'no figure';
	if (isExpired) return 'expired';
	const further = program.offers.filter(({ stated_in }) => stated_in === null);
	const drafts = draftsOf(base, further, { type, today });
	if (typeof drafts === 'string') return drafts;
	const counted = drafts.filter(({ isCounted }) => isCounted).map(({ offer }) => offer);
	const obstacle = counted.map((offer) => obstacleIn(offer, type)).find((found) => found !== null);
	if (obstacle) return obstacle;
	const currencies = new Set(counted.filter(hasAmount).map(({ currency }) => currency ?? program.currency));
	if (currencies.size > 1) return 'currency';
	const isPartly = counted.length === 1 && isPublishedInPart(base, type);
	const paysMore = drafts.some(({ offer, isCounted }) => !isCounted && offer.relation !== 'or');
	return {
		parts: partsOf(counted, type),
		isMinimum: isPartly || paysMore || undefined,
		condition: base.condition ?? undefined,
		currency: currencies.size === 0 ? program.currency : [...currencies][0]!,
	};
}

/** Returns the offers that a new partner can get together, each cut off where the next one follows it. */
function draftsOf(
	base: Offer,
	further: readonly Offer[],
	{ type, today }: { readonly type: CommissionType | null; readonly today: string },
): Drafted[] | Obstacle {
	const drafts: Drafted[] = figuresOf(base, type).map((offer) => ({ offer, isCounted: true }));
	for (const offer of further) {
		const { condition, relation, until } = offer;
		const isConditional = condition !== null && condition !== base.condition;
		// Offers for other partners, such as higher tiers. What follows them is for these partners too.
		if (relation === 'instead' || (relation === null && isConditional)) break;
		if (relation === null) return 'relation';
		if (until !== null && until < today) continue;
		const before = drafts.at(-1)!;
		const following = relation === 'then' ? follow(before.offer, offer) : { before: before.offer, offer };
		if (following === null) return 'start';
		before.offer = relation === 'or' ? asAlternative(following.before) : following.before;
		const isCounted = !isConditional && until === null && (relation !== 'or' || before.isCounted);
		for (const one of figuresOf(relation === 'or' ? asAlternative(following.offer) : following.offer, null)) {
			drafts.push({ offer: one, isCounted });
		}
	}
	return drafts;
}

/**
 * Returns an amount and a percentage that are stated in one offer as two offers, if they are alternatives, or if the amount is
 * paid once and the percentage repeatedly (hybrid).
 */
function figuresOf(offer: Offer, type: CommissionType | null): Offer[] {
	const { rate, amount, qualifier, per } = offer;
	const isEither = qualifier === 'either';
	const isHybrid = type === 'hybrid' && everyOf(offer, type) !== null;
	if (rate === null || amount === null || !(isEither || isHybrid)) return [offer];
	const both: Offer = { ...offer, qualifier: isEither ? 'exact' : qualifier };
	const once = { rate: null, maximum: null, per: per === 'payment' ? null : per, months: null, lifetime: false };
	return [asAlternative({ ...both, ...once }), { ...both, amount: null, relation: isEither ? 'or' : 'plus' }];
}

/** An amount beside a percentage is paid once for a customer, unless it says something else. */
function asAlternative(offer: Offer): Offer {
	return offer.rate === null && offer.per === null ? { ...offer, per: 'customer' } : offer;
}

/**
 * Ends an offer where the next one follows it: with a later month of the same customers, or with a later customer.
 * Returns null if nothing says when the next one begins.
 */
function follow(before: Offer, offer: Offer): { readonly before: Offer; readonly offer: Offer } | null {
	const { months, sales } = before;
	if (offer.from_month === 1 && offer.from_sale === 1) {
		const paid = before.per === 'first_payment' ? 1 : months;
		if (sales !== null && months === null) return { before, offer: { ...offer, from_sale: before.from_sale + sales } };
		if (sales !== null || paid === null || before.lifetime) return null;
		return { before, offer: { ...offer, from_month: before.from_month + paid } };
	}
	const laterMonths = offer.from_month - before.from_month;
	const laterSales = offer.from_sale - before.from_sale;
	if (laterMonths > 0 && laterSales === 0) {
		return { before: { ...before, months: Math.min(months ?? laterMonths, laterMonths), lifetime: false }, offer };
	}
	if (laterSales > 0 && laterMonths === 0) {
		return { before: { ...before, sales: Math.min(sales ?? laterSales, laterSales) }, offer };
	}
	return null;
}

function obstacleIn(offer: Offer, type: CommissionType | null): Obstacle | null {
	const { rate, of, months, lifetime, from_month } = offer;
	const every = everyOf(offer, type);
	if (offer.until !== null) return 'until';
	if (offer.reward === 'credit') return 'credit';
	if (offer.per === 'other') return 'event';
	if (rate !== null && (!isComparableShare(of) || (every === null && COVERS_YEARS.test(of ?? '')))) return 'share';
	if (offer.cap !== null && offer.cap_per === null) return 'cap';
	return every !== null && months === null && !lifetime && from_month === 1 ? 'duration' : null;
}

/** Matches sums of many payments. A percentage of such a sum, paid once, is not one of the price of a payment. */
const COVERS_YEARS = /\b(?:year|annual|contract|deal|acv)/i;

/** Returns how often an offer is paid for a customer. Null if once. */
function everyOf({ per, every, rate, months, lifetime }: Offer, type: CommissionType | null): Offer['every'] {
	if (rate === null && every !== null) return every;
	if (per !== null) return per === 'payment' ? 'month' : null;
	return lifetime || (months ?? 1) !== 1 || type === 'recurring' ? 'month' : null;
}

function hasAmount({ amount, cap }: Offer): boolean {
	return amount !== null || cap !== null;
}

/** Whether a program pays more than its only figure says, or nothing says how often. */
function isPublishedInPart(offer: Offer, type: CommissionType | null): boolean {
	if (offer.qualifier === 'up_to') return false;
	return (
		type === 'hybrid' || type === 'tiered' || (type === null && offer.per === null && everyOf(offer, type) === null)
	);
}

function partsOf(offers: readonly Offer[], type: CommissionType | null): Part[] {
	const parts: (Part & { phases: Phase[] })[] = [];
	for (const offer of offers) {
		const { relation, cap, cap_per } = offer;
		const before = parts.at(-1);
		const isSameCap = before?.cap === (cap ?? undefined) && (cap === null || before?.cap_per === cap_per);
		if (before && relation === 'then' && isSameCap) before.phases.push(phaseOf(offer, type));
		else {
			const limit = cap === null ? {} : { cap, cap_per: cap_per ?? undefined };
			parts.push({
				relation: relation === 'instead' ? undefined : (relation ?? undefined),
				phases: [phaseOf(offer, type)],
				...limit,
			});
		}
	}
	return parts;
}

function phaseOf(offer: Offer, type: CommissionType | null): Phase {
	const { qualifier, from_month, from_sale } = offer;
	return {
		rate: offer.rate ?? undefined,
		amount: offer.amount ?? undefined,
		maximum: offer.maximum ?? undefined,
		figure: qualifier === 'from' || qualifier === 'up_to' ? qualifier : undefined,
		every: everyOf(offer, type) ?? undefined,
		from_month: from_month === 1 ? undefined : from_month,
		months: offer.lifetime ? undefined : (offer.months ?? undefined),
		from_sale: from_sale === 1 ? undefined : from_sale,
		sales: offer.sales ?? undefined,
	};
}
