/** Reads under which condition an offer is paid. */
import type { Part } from './parts.ts';
import { spanIn } from './spans.ts';
import { words } from './words.ts';

/** How special a condition is. The base offer is the least special one. */
export const ORDINARY = 0;
/** Only for a plan, or only for the first few customers. */
export const LIMITED = 1;
/** Only for other partners, for many sales or in later months, or in addition to another offer. */
export const SPECIAL = 2;

export interface Condition {
	readonly rank: typeof ORDINARY | typeof LIMITED | typeof SPECIAL;
	/** A few words of the source, or empty. */
	readonly words: string;
	/** What the offer is for in the source's words, such as "returning customers", or empty. */
	readonly object: string;
	/** Whether the words say that the offer is for affiliates, or the lowest tier. */
	readonly isForAffiliates: boolean;
}

/** Matches words next to the figure: "an extra 5%" and "a $100 bonus". */
const BONUS_BEFORE = /\b(?:additional|extra|scal\w+ (?:up )?to|(?:increas|ris|grow)\w+ to)(?: up to)? (?:\p{Sc})?$/iu;
const BONUS_AFTER = /^\+? ?(?:in )?(?:\w{1,12} )?bonus(?:es)?\b|^ (?:second|2nd)[ -]tier\b/i;

const SALES = '(?:customers?|clients?|referrals?|sales|deals|conversions|users|signups?|orders|purchases|transactions)';
const TIER = '(?:tier|level|partners?|affiliates?|performers?)';
/** Matches conditions that an ordinary new partner does not fulfil. */
const SPECIAL_WORDS = words(
	// Tiers and partners.
	`(?:vip|silver|gold|platinum|diamond|elite|high[ -]volume|second[ -]tier|sub-?affiliates?)(?: ${TIER})*`,
	`(?:premium|top|active)[ -]${TIER}|(?:tier|T)[ -]?[2-9](?: countries)?`,
	// Later months.
	String.raw`(?:second|third|2nd|3rd|fourth) (?:year|month)|year[ -][2-9]|payments? [2-9][\d-]*|thereafter|after that|afterwards`,
	String.raw`(?:after|beyond) (?:the )?(?:first|initial|\d{1,3}(?! (?:paid|monthly|payments?)))[\w ]{0,20}`,
	// Numbers of sales.
	String.raw`\d{1,6}\+ (?:(?:paid|paying|active|referred|new) )*${SALES}`,
	String.raw`for \d{1,5}\s?[-–]\s?\d{1,5}\b[\w -]{0,20}|leads \d+\s?[-–]\s?\d+`,
	String.raw`\d{1,5} referrals? in\b[\w ]{0,20}|(?:every|each) \d{1,3}(?:th|rd|nd)\b[\w ]{0,20}`,
	'your first (?:referred )?(?:customer|client)|for (?:agencies|resellers)',
);
/** Matches the name of other partners at the start of the clause: "Agencies: 30%". */
const OTHER_PARTNERS =
	/^\W{0,3}(?:\w{1,15} ){0,2}(?:partners|agency|agencies|resellers?|consultants?|influencers?|ambassadors?)\s?:/i;
const AFFILIATES = /^\W{0,3}affiliates?\s?:|\baffiliate partners\b|\bbase (?:tier|rate|commission)\b|% base\b/i;

const PLAN =
	'(?:annual|yearly|monthly|semi-annual|enterprise|pro|plus|premium|business|teams?|starter|standard|basic|lite|core|creator|growth|advanced|custom|unlimited)';
const LIMITED_WORDS = words(
	String.raw`${PLAN}(?:(?: |, ?|/| & | \+ )(?:and |or )?[\w-]{1,15}){0,3}? (?:plans?|subscriptions?|memberships?|licen[cs]es?)`,
	`for (?:core|pro|enterprise|starter|premium|lite)(?: and ${PLAN})?(?: plans?)?`,
	String.raw`first (?:\d{1,4}|two|three|five|ten) (?:\w{1,12} )?${SALES}|T1 countries`,
);

/** Matches "(returning customers)" and "on group bookings" after a figure. */
const OBJECT = /\([^()]{3,40}\)|\b(?:for|on|when|if|from) [^.,;:()!]{3,40}(?=$|[ .,;:()!])/i;

export function conditionOf({ text, start, end, clause, joint, limit }: Part): Condition {
	const isBonus = BONUS_BEFORE.test(text.slice(0, start)) || BONUS_AFTER.test(text.slice(end));
	const special = (OTHER_PARTNERS.exec(clause) ?? SPECIAL_WORDS.exec(text))?.[0] ?? (isBonus ? 'bonus' : undefined);
	const limited = LIMITED_WORDS.exec(text)?.[0];
	const isForAffiliates = AFFILIATES.test(text);
	const source = shorten(special ?? limited ?? (joint === 'then' ? '' : (limit ?? '')));
	const object = shorten(OBJECT.exec(text.slice(end))?.[0].replaceAll(/[()]/g, '') ?? '');
	const isSpecial = special !== undefined || joint === 'then';
	const rank = isSpecial && !isForAffiliates ? SPECIAL : isSpecial || limited ? LIMITED : ORDINARY;
	return { rank, words: source, object: spanIn(object) ? '' : object, isForAffiliates };
}

/** Removes the punctuation and the prepositions around a condition. */
function shorten(source: string): string {
	return source
		.replace(/^\W+|[^\w)+]+$/g, '')
		.replace(/^(?:on|for|at|with|from|your|the|an?) (?:(?:the|your|an?|each|every) )?/i, '')
		.slice(0, 60)
		.trim();
}
