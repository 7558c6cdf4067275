/** Reads one figure with the words that belong to it. */
import type { Figure } from './figures.ts';
import { type Meaning, perOf } from './lexicon.ts';
import type { ReadOffer, Statement } from './read-offer.ts';
import type { Token } from './tokens.ts';

/** Reads one figure with the words that belong to it. Returns null if they are not understood. */
export function offerOf(
	text: string,
	clause: readonly Token[],
	place: number,
	currency: string | null,
	isProse: boolean,
): Omit<Statement, 'words'> | null {
	const { figure, end: figureEnd } = clause[place] as Token & { figure: Figure };
	if (figure.value === 0 && figure.maximum === null) return null;
	let qualifier: ReadOffer['qualifier'] = figure.maximum !== null || figure.isOpen ? 'from' : 'exact';
	let meaning: Meaning = {};
	let of: string | null = null;
	let isOnce = false;
	for (const [index, token] of clause.entries()) {
		if (token.kind !== 'meaning') continue;
		const value = token.meaning ?? {};
		if (value.qualifier) {
			const isNear = token.end <= figure.start && /^\s*$/.test(text.slice(token.end, figure.start));
			const isAfter =
				index > place &&
				clause.slice(place + 1, index).every(({ kind }) => kind === 'neutral') &&
				/^(?:or more|max|min|at most|starting)/i.test(text.slice(token.start, token.end));
			if (clause[index + 1]?.isThreshold) continue;
			if (!isNear && !isAfter) return null;
			if (figure.maximum === null) qualifier = value.qualifier;
			continue;
		}
		if (token.of !== undefined && index > place) of = token.of;
		if (value.recurs === false) isOnce = true;
		// The first words that say what it is paid for count, and those after the figure before those before it.
		const per =
			meaning.per && !(value.per === 'first_payment' && index > place) ? meaning.per : (value.per ?? meaning.per);
		meaning = {
			...value,
			...meaning,
			...(per && { per }),
			...(value.recurs !== undefined && { recurs: value.recurs }),
		};
	}
	const isRate = figure.kind === 'rate';
	const hasSpan = meaning.months !== undefined || meaning.lifetime === true;
	let per: ReadOffer['per'] = meaning.per ?? null;
	const recurs = meaning.recurs === true || hasSpan || (meaning.from_month ?? 1) > 1;
	if (isRate && recurs && per !== 'first_payment' && per !== 'lead') per = 'payment';
	if (!isRate && meaning.recurs === true && !meaning.every && (per === null || per === 'customer')) per = 'payment';
	if (!isRate && per === 'payment' && meaning.every) per = null;
	const next = clause[place + 1];
	const bare = next
		? /^(?:sign[- ]?ups?|sales?|leads?|clicks?|registrations?|orders?|trials?|demos?|referrals?)$/i.exec(
				text.slice(next.start, next.end),
			)?.[0]
		: undefined;
	if (per === null && bare) per = perOf(bare);
	if (per === null && isOnce) per = 'sale';
	// "30% for every referral" is a share of what the referred customer pays.
	if (isRate && per === 'other' && !/second|click|listing/i.test(text)) per = recurs ? 'payment' : null;
	if (!isAboutPay(text, clause, place, isProse)) return null;
	// "For life" and "for 6 months" cannot both hold.
	if (meaning.lifetime && meaning.months !== undefined) return null;
	const words = conditionOf(text, clause, place, figureEnd);
	// What a percentage is of is not always a payment: "30% of the spread".
	const rest = text.slice(figureEnd);
	const [, between] =
		/^ ?of (?:the |all |a |an |your |their |each |every )*((?:\p{L}+ ){0,2})$/iu.exec(
			rest.slice(0, rest.indexOf(words)),
		) ?? [];
	const isOf =
		isRate &&
		of === null &&
		words !== '' &&
		between !== undefined &&
		(!PAYMENT.test(words) || /\b(?:volume|fees?|profits?)$/i.test(words));
	if (isOf) of = between + words;
	const condition = isOf ? '' : words;
	// An amount for a time that no event is named for is what a partner can earn in all.
	if (!isRate && meaning.every && per === null && condition === '' && !/recurring|residual/i.test(text)) return null;
	const sign =
		figure.currency === '$'
			? currency && ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD'].includes(currency)
				? currency
				: 'USD'
			: figure.currency;
	const offer: ReadOffer = {
		rate: isRate ? figure.value : null,
		amount: isRate ? null : figure.value,
		currency: isRate ? null : sign,
		maximum: figure.maximum,
		qualifier,
		per,
		every: isRate ? null : (meaning.every ?? null),
		of: isRate ? of : null,
		months: isOnce || per === 'first_payment' ? null : (meaning.months ?? null),
		lifetime: !isOnce && per !== 'first_payment' && meaning.lifetime === true,
		from_month: meaning.from_month ?? 1,
		from_sale: meaning.from_sale ?? 1,
		sales: meaning.sales ?? null,
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
	const rank = rankOf(offer);
	const isForGoods = rank === 1 && !NO_GOODS.test(condition) && (per === null || per === 'sale' || per === 'payment');
	return { offer, rank, isForGoods, hasSpan, isBare };
}

/** Matches what customers pay for. */
const PAYMENT =
	/\b(?:sales?|orders?|purchases?|bookings?|reservations?|subscriptions?|plans?|memberships?|payments?|invoices?|revenues?|stays?|services?|products?|transactions?|renewals?|customers?|months?|years?)\b/iu;
/** Matches what names an addition before its figure: "an extra $50". */
const EXTRA = /\b(?:extra|additional|bonus(?: of)?) $/iu;
const VERBS = 'pays?|offers?|earns?|gets?|receives?|gives?|provides?|rewards?|makes?|paying|offering|earning';

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

const PAY =
	/\b(?:commissions?|bount(?:y|ies)|payouts?|CP[ALS]|rev(?:enue)?[ -]?shar(?:e|ing)|profit[- ]shar(?:e|ing)|bonus(?:es)?|referral (?:fees?|rewards?)|rewards?|recurring|per (?:sale|lead|customer|referral|sign-?up))\b|\b(?:affiliate|partner|referral) program(?:me)?:/iu;
/** Matches words that begin like a condition: "For Gold partners, 40%". */
const CONDITION = /^\W*(?:for|on|when|if|once|after|as|with|from|until|thru|new|annual|monthly)\b/iu;
/** Matches a label: "Gold partners: 40%", "Pro 40%". */
const LABEL =
	/[:=>-]\s*$|^(?!.*\b(?:of|is|are|was|be|must|around|about|win|sell|our|your|over|under|below|above|by|to|has|have)\b)[^.,;]{1,30}$/isu;

/** The words of a clause that nothing explains, with the words between them. */
function conditionOf(text: string, clause: readonly Token[], place: number, figureEnd: number): string {
	const start = (clause[place] as Token).start;
	const run = (tokens: readonly Token[]) => {
		const found = tokens.filter(({ kind, meaning }) => kind === 'words' || meaning?.isCondition);
		const last = found.at(-1);
		if (!last) return '';
		// The words before an amount that the customer pays belong to it: "orders over $50". So do those before a thing: "sale items".
		let at = found.some(({ isThreshold }) => isThreshold) ? 0 : tokens.indexOf(found[0] as Token);
		while (at > 0 && DESCRIBES.test(text.slice(tokens[at - 1]!.start, tokens[at - 1]!.end))) at--;
		const first = tokens[at] as Token;
		// A noun before or after belongs to the words: "annual plans".
		const stop = tokens.find(
			({ kind, start: at, joint }) =>
				at >= last.end &&
				(kind === 'meaning' ||
					kind === 'aside' ||
					(kind === 'joint' && joint !== ',' && !/^\W*(?:and |or )?\p{Lu}/u.test(text.slice(at)))),
		);
		const until = stop?.start ?? tokens.at(-1)!.end;
		return text.slice(first.start, until);
	};
	const lead = clause.filter(({ end }) => end <= start);
	const subject = text.slice(lead[0]?.start ?? start, start);
	const verb = VERB.exec(subject);
	const isAudience = verb !== null && PARTNERS.test(subject.slice(0, verb.index));
	// Who pays is no condition: "The Tarnhollow program pays 20%".
	const before = run(
		verb &&
			!isAudience &&
			!lead.some(({ isThreshold }) => isThreshold) &&
			!/:\s*$|^(?:when|if|for|once|after|as an?)\b/i.test(subject.slice(0, verb.index))
			? lead.filter(({ start: at }) => at >= lead[0]!.start + verb.index)
			: lead,
	);
	const after = run(clause.filter(({ start: at }) => at >= figureEnd));
	return [before, after]
		.map((words) =>
			words
				.replace(SUBJECT_VERB, '')
				.replace(/^[\s,;:()-]+|[\s,;:(.!-]+$/g, '')
				.replace(/^([^(]*)\)$/, '$1')
				.replace(/^(?:(?:on|for|per|each|every(?! time)|of|at|an?|the) )+/iu, ''),
		)
		.filter((words) => words !== '')
		.join(', ');
}

/** Matches a word that describes the next one. */
const DESCRIBES =
	/^(?:new|paying|paid|qualif\p{L}+|eligible|completed|active|approved|referred|sales?|orders?|transactions?|subscriptions?|bookings?|products?|services?|customers?|clients?|users?|memberships?|\p{Co}(?:'s)?)$/iu;

/** Matches the last verb of paying or earning. */
const VERB = new RegExp(String.raw`\b(?:${VERBS})\b(?!.*\b(?:${VERBS})\b)`, 'isu');
const SUBJECT_VERB = new RegExp(String.raw`\s+(?:(?:can|will) )?(?:${VERBS})\s*$`, 'iu');
const PARTNERS =
	/\b(?:top|gold|silver|bronze|platinum|diamond|vip|elite|high|agenc\p{L}+|resellers?|ambassadors?|enterprise partners?|experts?|tier|level|second[- ]tier|performers?|performance|volume|strategic|premium partners?|solution partners?|consultants?|distributors?|bonus|extra|additional|activation|GMV)\b/iu;
/** Matches conditions that are no goods: plans, terms, customers, places. */
const NO_GOODS =
	/\b(?:\p{L}*plans?|annual|monthly|yearly|quarterly|months?|years?|subscri\p{L}+|pro|basic|premium|starter|standard|business|enterprise|lite|plus|tiers?|levels?|bronze|silver|gold|customers?|clients?|partners?|affiliates?|agenc\p{L}+|leads?|sign-?ups?|first|memberships?|licen[cs]\p{L}+|countries|US|USA|UK|EU|CA)\b/iu;

/** Matches payments and customers that are not the first. */
const LATER =
	/^(?:(?:all|the|any|for|on) )*(?:repeat|returning|existing|renewals?|subsequent|following|later|future)\b/iu;

function rankOf({ condition, from_sale, from_month, sales, of, relation }: ReadOffer): number {
	if (from_sale > 1 || from_month > 1 || relation === 'then' || (of !== null && /second|referred affiliates/i.test(of)))
		return 3;
	if (relation === 'plus' || PARTNERS.test(condition) || LATER.test(condition)) return 3;
	if (sales !== null) return 2;
	return condition === '' ? 0 : 1;
}
