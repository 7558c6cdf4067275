/** Reads under which condition an offer is paid. */
import { LATER } from './later.ts';
import type { Part } from './part.ts';
import { spanIn } from './spans.ts';
import { words } from './words.ts';

/** How special a condition is. The base offer is the least special one. */
export const ORDINARY = 0;
/** Only for a plan, or only for the first few customers. */
const LIMITED = 1;
/** Only for other partners, for many sales or in later months, or in addition to another offer. */
export const SPECIAL = 2;

export interface Condition {
	readonly rank: typeof ORDINARY | typeof LIMITED | typeof SPECIAL;
	/** A few words of the source, or empty. */
	readonly words: string;
	/** What the offer is for in the source's words, such as "returning customers", or empty. */
	readonly object: string;
	/** Whether the offer is for later payments of a customer. */
	readonly isLater: boolean;
	/** Whether the offer is the same as the base offer, but for a higher tier or more sales. */
	readonly isTier: boolean;
	/** Whether the words say that the offer is for affiliates, or the lowest tier. */
	readonly isForAffiliates: boolean;
}

/** Matches words next to the figure: "an extra 5%" and "a $100 bonus". */
const BONUS_BEFORE = /\b(?:additional|extra)(?: up to)? (?:\p{Sc})?$/iu;
const BONUS_AFTER = /^\+? ?(?:in )?(?:\w{1,12} )?bonus(?:es)?\b|^ (?:second|2nd)[ -]tier\b/i;
/** Matches the words before the figure of a higher tier: "rising to 30%". */
const RISES_BEFORE = /\b(?:scal|increas|ris|grow)\w{0,6} (?:up )?to(?: up to)? $/i;

const SALES = '(?:customers?|clients?|referrals?|sales|deals|conversions|users|signups?|orders|purchases|transactions)';
const OF_SALES = `(?:(?:paid|paying|active|referred|new|monthly|closed[ -]won) )*${SALES}`;
const TIER = '(?:tier|level|partners?|affiliates?|performers?)';
/** Matches conditions that an ordinary new partner does not fulfil: higher tiers and numbers of sales. */
const TIERS = words(
	`(?:vip|silver|gold|platinum|diamond|elite|high[ -]volume|(?:second|2nd|two|2)[ -](?:tier|level)|sub-?affiliates?)(?: ${TIER})*`,
	`(?:premium|top|active|super)[ -]${TIER}|(?:tier|T)[ -]?[2-9](?: countries)?`,
	String.raw`\d{1,6}\+ ${OF_SALES}|\d{1,6} or more ${OF_SALES}`,
	String.raw`(?:over|above|more than|at least|from|reach\w*|hit\w*) (?!1 )\d{1,6} ${OF_SALES}`,
	String.raw`after (?:the |your )?(?:first |initial )?\d{1,6} ${OF_SALES}[\w ]{0,20}`,
	String.raw`(?<![\d–-])(?![01]\s?[-–])\d{1,5}\s?[-–]\s?\d{1,5} ${OF_SALES}`,
	String.raw`for (?![01]\s?[-–])\d{1,5}\s?[-–]\s?\d{1,5}\b(?! (?:months?|days|weeks|years?))[\w -]{0,20}|leads \d+\s?[-–]\s?\d+`,
	String.raw`\d{1,5} referrals? in\b[\w ]{0,20}|(?:every|each) \d{1,3}(?:th|rd|nd)\b[\w ]{0,20}`,
);
/** Matches "for 51+", but not "for 15%+". */
const OPEN_TIER = /\b(?:for|at|with|over) \d{1,6}\+(?![\w%])/i;
/** Matches customers and partners that an ordinary new partner does not bring or is not. */
const OTHERS = words('(?:existing|returning|repeat) (?:customers?|clients?|buyers?)', 'for (?:agencies|resellers)');
/** Matches the name of other partners at the start of the clause: "Agencies: 30%". */
const OTHER_PARTNERS =
	/^\W{0,3}(?:\w{1,15} ){0,2}(?:partners|agency|agencies|resellers?|consultants?|influencers?|ambassadors?)\s?:/i;
/** Matches the name of other partners at the start of a part: "agencies earn 30%". */
const OTHERS_EARN =
	/^\W{0,3}(?:\w{1,15} )?(?:agencies|resellers|consultants|influencers|ambassadors) (?=(?:can )?(?:earn|get|receive)\b)/i;
/** Matches words that name the lowest tier, or affiliates rather than other partners. */
const AFFILIATES =
	/^\W{0,3}affiliates?(?:\s?:| (?:(?:earn|get|receive) )?(?=\p{Sc}?\d))|\baffiliate partners\b|\bbase (?:tier|rate|commission)\b|% base\b|\btier (?:1|one)\b(?! countries)|\b[01]\s?[-–]\s?\d{1,5} (?:\w{1,12} )?(?:customers|clients|referrals|sales|deals|conversions|users|orders)\b/iu;

const PLAN =
	'(?:annual|yearly|monthly|semi-annual|enterprise|pro|plus|premium|business|teams?|starter|standard|basic|lite|core|creator|growth|advanced|custom|unlimited)';
const LIMITED_WORDS = words(
	String.raw`${PLAN}(?:(?: |, ?|/| & | \+ )(?:and |or )?[\w-]{1,15}){0,3}? (?:plans?|subscriptions?|memberships?|licen[cs]es?)`,
	`for (?:core|pro|enterprise|starter|premium|lite)(?: and ${PLAN})?(?: plans?)?`,
	String.raw`first (?:\d{1,4}|two|three|five|ten) (?:(?!monthly)\w{1,12} )?(?:${SALES}|payments|invoices)|T1 countries`,
	String.raw`your first (?:\w{1,12} ){0,2}(?:customer|client)`,
);
/** Matches a plan that few customers buy. */
const FOR_LARGE_CUSTOMERS = /^(?:for )?(?:enterprise|custom)(?: (?:and|or) (?:enterprise|custom))?(?: \w+)?$/i;

/** Matches "(returning customers)" and "on group bookings" after a figure. */
const OBJECT = /\([^()]{3,40}\)|\b(?:for|on|when|if|from) [^.,;:()!]{3,40}(?=$|[ .,;:()!])/i;

export function conditionOf({ text, start, end, clause, joint, limit }: Part): Condition {
	const [before, after] = [text.slice(0, start), text.slice(end)];
	const isBonus = BONUS_BEFORE.test(before) || BONUS_AFTER.test(after);
	const later = LATER.exec(text)?.[0];
	const tier = (TIERS.exec(text) ?? OPEN_TIER.exec(text) ?? RISES_BEFORE.exec(before))?.[0];
	const others = (OTHER_PARTNERS.exec(clause) ?? OTHERS_EARN.exec(text) ?? OTHERS.exec(text))?.[0];
	const limited = LIMITED_WORDS.exec(text)?.[0];
	const isForAffiliates = AFFILIATES.test(text);
	const special = others ?? later ?? tier ?? (isBonus ? (limited ?? 'bonus') : undefined);
	const source = shorten(special ?? limited ?? (joint === 'then' ? '' : (limit ?? '')));
	const object = shorten(OBJECT.exec(after)?.[0].replaceAll(/[()]/g, '') ?? '');
	const isForLarge = limited !== undefined && FOR_LARGE_CUSTOMERS.test(limited);
	const isUnusual = special !== undefined || joint === 'then' || isForLarge;
	const rank = isUnusual && !isForAffiliates ? SPECIAL : isUnusual || limited ? LIMITED : ORDINARY;
	const isTier = tier !== undefined && others === undefined && later === undefined;
	const isLater = later !== undefined || joint === 'then';
	return { rank, words: source, object: spanIn(object) ? '' : object, isLater, isTier, isForAffiliates };
}

/** Whether words name a condition that an ordinary new partner does not fulfil. */
export function isSpecial(text: string): boolean {
	return [LATER, TIERS, OPEN_TIER, OTHERS].some((pattern) => pattern.test(text));
}

/** Removes the punctuation and the prepositions around a condition. */
function shorten(source: string): string {
	return source
		.replace(/^\W+|[^\w)+]+$/g, '')
		.replace(/^(?:on|for|at|with|from|your|the|an?) (?:(?:the|your|an?|each|every) )?/i, '')
		.slice(0, 60)
		.trim();
}
