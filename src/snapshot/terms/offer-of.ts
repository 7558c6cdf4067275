/** Reads one figure with the words that belong to it. */
import { conditionOf, isReadable, NO_GOODS, rankOf, VERB } from './conditions.ts';
import type { Figure } from './figures.ts';
import { type Meaning, perOf } from './meaning.ts';
import type { ReadOffer, Statement } from './read-offer.ts';
import type { Token } from './tokens.ts';

/** Reads one figure with the words that belong to it. Returns null if they are not understood, or what is missing. */
export function offerOf(
	text: string,
	clause: readonly Token[],
	place: number,
	currency: string | null,
	isProse: boolean,
): Omit<Statement, 'words'> | 'fragment' | null {
	const { figure, end: figureEnd } = clause[place] as Token & { figure: Figure };
	if (figure.value === 0 && figure.maximum === null) return null;
	const whole = text.slice((clause[0] as Token).start, (clause.at(-1) as Token).end);
	if (EVERY_FEW.test(whole)) return null;
	let qualifier: ReadOffer['qualifier'] = figure.maximum !== null || figure.isOpen ? 'from' : 'exact';
	let meaning: Meaning = {};
	let of: string | null = null;
	for (const [index, token] of clause.entries()) {
		const value = token.meaning ?? {};
		if (value.qualifier) {
			if (clause[index + 1]?.isThreshold) continue;
			if (index < place && text.slice(token.end, figure.start).trim() !== '') return null;
			if (figure.maximum === null) qualifier = value.qualifier;
			continue;
		}
		if (index > place) of = token.of ?? of;
		// The first words that say what it is paid for count, unless others are more exact.
		const isVague = value.per === 'first_payment' || (meaning.per === 'other' && value.per === 'customer');
		meaning = { ...value, ...meaning, ...(isVague && { per: value.per! }) };
	}
	const isRate = figure.kind === 'rate';
	let isOnce = clause.some(({ meaning: says }) => says?.recurs === false);
	let hasSpan = meaning.months !== undefined || meaning.lifetime === true;
	let per: ReadOffer['per'] = meaning.per ?? null;
	const recurs = meaning.recurs === true || hasSpan;
	if (isRate && recurs && per !== 'first_payment' && per !== 'lead') per = 'payment';
	if (!isRate && meaning.recurs && !meaning.every && (per === null || per === 'customer')) per = 'payment';
	const next = clause[place + 1];
	if (per === null && next && BARE_EVENT.test(text.slice(next.start, next.end)))
		per = perOf(text.slice(next.start, next.end));
	if (per === null && isOnce) per = 'sale';
	// "30% for every referral" is a share of what the referred customer pays.
	if (per === 'other' && isRate) per = null;
	if (per === 'other' && meaning.isCustomer) per = 'customer';
	if (!isAboutPay(text, clause, place, isProse)) return null;
	// "For life" and "for 6 months" cannot both hold.
	if (meaning.lifetime && meaning.months !== undefined) return null;
	const words = conditionOf(text, clause, place, figureEnd);
	if (!isReadable(words)) return 'fragment';
	// What a percentage is of is not always a payment: "30% of the spread".
	const rest = text.slice(figureEnd);
	const [, between] =
		/^ ?of (?:the |all |a |an |your |their |each |every )*((?:\p{L}+ ){0,2})$/iu.exec(
			rest.slice(0, rest.indexOf(words)),
		) ?? [];
	const isOf =
		isRate &&
		words !== '' &&
		between !== undefined &&
		(!PAYMENT.test(words) || /\b(?:volume|fees?|profits?)$/i.test(words));
	if (isOf) of = between + words;
	// A share of the first year's value is paid once for each sale.
	if (of !== null && /first[- ]year/i.test(of)) {
		per = 'sale';
		hasSpan = false;
		isOnce = true;
	}
	// "Leads 6-10" are no sales.
	const counted =
		per === 'lead' || per === 'signup'
			? clause.find(({ meaning: says }) => (says?.from_sale ?? 1) > 1 || says?.sales !== undefined)
			: undefined;
	const condition = isOf ? '' : [counted && text.slice(counted.start, counted.end), words].filter(Boolean).join(', ');
	// An amount for a time that no event is named for is what a partner can earn in all.
	if (!isRate && meaning.every && per === null && condition === '' && !/recurring|residual/i.test(text)) return null;
	const dollar = currency !== null && DOLLARS.includes(currency) ? currency : 'USD';
	// "A $50 bonus when you refer 10 customers" is paid with the tenth.
	const isBonus = !isRate && (meaning.from_sale ?? 1) > 1 && /^bonus\b/i.test(condition);
	const offer: ReadOffer = {
		rate: isRate ? figure.value : null,
		amount: isRate ? null : figure.value,
		currency: figure.currency === '$' ? dollar : figure.currency,
		maximum: figure.maximum,
		qualifier,
		per,
		every: isRate ? null : (meaning.every ?? null),
		of: isRate ? of : null,
		months: isOnce || per === 'first_payment' ? null : (meaning.months ?? null),
		lifetime: !isOnce && per !== 'first_payment' && meaning.lifetime === true,
		from_month: meaning.from_month ?? 1,
		from_sale: counted ? 1 : (meaning.from_sale ?? 1),
		sales: counted ? null : (meaning.sales ?? (isBonus ? 1 : null)),
		cap: meaning.cap ?? null,
		cap_per: meaning.cap === undefined ? null : (meaning.cap_per ?? null),
		until: meaning.until ?? null,
		condition,
		reward: meaning.reward ?? 'cash',
		relation: EXTRA.test(text.slice((clause[0] as Token).start, figure.start))
			? 'plus'
			: (meaning.from_month ?? 1) > 1
				? 'then'
				: null,
	};
	const isBare = clause.slice(place + 1).every(({ kind }) => kind === 'joint');
	const rank = counted ? 3 : rankOf(offer);
	const isForGoods = rank === 1 && !NO_GOODS.test(condition) && (per === null || per === 'sale' || per === 'payment');
	return { offer, rank, isForGoods, hasSpan, isBare, isOnce };
}

const DOLLARS: readonly string[] = ['AUD', 'CAD', 'NZD', 'SGD', 'HKD'];

/** Matches an event that follows a figure without a word: "$50 sign-up". */
const BARE_EVENT = /^(?:sign[- ]?ups?|sales?|leads?|clicks?|registrations?|orders?|trials?|demos?|referrals?)$/i;
/** Matches events that are counted in groups: "every fifth sale". */
const EVERY_FEW = /\b(?:every|each) (?:\d+(?:st|nd|rd|th)|second|third|fourth|fifth|tenth)\b/i;
/** Matches what customers pay for. */
const PAYMENT =
	/\b(?:sales?|orders?|purchases?|bookings?|reservations?|subscriptions?|plans?|memberships?|payments?|invoices?|revenues?|stays?|services?|products?|transactions?|renewals?|customers?|months?|years?)\b/iu;
/** Matches what names an addition before its figure: "an extra $50". */
const EXTRA = /\b(?:extra|additional|bonus(?: of)?) $/iu;
/**
 * Whether the unknown words before a figure leave no doubt that it is pay: "Open rates around 40%" is none, "Gold: 40%" and
 * "Agencies earn 40%" are.
 */
function isAboutPay(text: string, clause: readonly Token[], place: number, isProse: boolean): boolean {
	const { start } = clause[place] as Token;
	const unknown = clause.slice(0, place).filter(({ kind }) => kind === 'words');
	if (unknown.length === 0 && !isProse) return true;
	const lead = text.slice((clause[0] as Token).start, start).replace(/^[\s,;&(]+/, '');
	const whole = text.slice((clause[0] as Token).start, (clause.at(-1) as Token).end);
	if (isProse) return VERB.test(lead) || PAY.test(whole) || clause.some(({ meaning }) => meaning?.per);
	return VERB.test(lead) || PAY.test(whole) || CONDITION.test(lead) || LABEL.test(lead);
}

/** Matches words that only pay has. */
const PAY =
	/\b(?:commissions?|bount(?:y|ies)|payouts?|CP[ALS]|rev(?:enue)?[ -]?shar(?:e|ing)|profit[- ]shar(?:e|ing)|bonus(?:es)?|referral (?:fees?|rewards?)|rewards?|recurring|per (?:sale|lead|customer|referral|sign-?up))\b|\b(?:affiliate|partner|referral) program(?:me)?(?::| has an? (?:\p{L}+ )?structure)/iu;
/** Matches words that begin like a condition: "For Gold partners, 40%". */
const CONDITION = /^\W*(?:for|on|when|if|once|after|as|with|from|until|thru|new|annual|monthly)\b/iu;
/** Matches a label: "Gold partners: 40%", "Pro 40%". */
const LABEL =
	/[:=>-]\s*$|^(?!.*\b(?:of|is|are|was|be|must|around|about|win|sell|our|your|over|under|below|above|by|to|has|have)\b)[^.,;]{1,30}$/isu;
