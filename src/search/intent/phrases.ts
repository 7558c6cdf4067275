/** The phrases that stand for filters, one row each. A new phrase needs one more row. */
import type { FilterName } from '../filter-names.ts';
import { LETTERS, TAKEN } from './typed-text.ts';

export interface Phrase {
	readonly filter: FilterName | 'similar_to';
	/**
	 * The source of a regular expression for folded text. `NAME` stands for the names of the filter's values, `SURE` for
	 * those of them that mean nothing else in this directory.
	 */
	readonly pattern: string;
	/** The value. If absent, the pattern has `NAME`, `SURE`, a group `program`, or a group `number`, perhaps with a `unit`. */
	readonly value?: string;
	/** Whether it is a name without a word that says what the name stands for. */
	readonly isBare?: boolean;
}

/** Returns a pattern that must not be followed by any of some words. */
const notBefore = (words: string) => `(?![ -](?:${words})(?![${LETTERS}]))`;
/** After a name that can be a usual word too, the text must end, or go on in a way that starts something new. */
const END = `(?= ?(?:$|[${TAKEN},;+&/()]|(?:and|with|that|for|plus|affiliate|programs?)(?![${LETTERS}])))`;

const LEAST = '(?:(?:at least|(?:more|longer) than|over|above|from|min(?:imum)?(?: of)?) |>=? ?)';
const MOST = '(?:(?:at most|less than|(?:no|not) more than|under|below|up to|max(?:imum)?(?: of)?) |<=? ?)';
const OR_MORE = '(?: ?\\+|(?: or| and) (?:more|longer|higher|better|above|up))';
const OR_LESS = '(?: or (?:less|lower|below))';

const PAY = '(?:commissions?(?: rates?)?|payouts?|rev(?:enue)?[ -]?shares?)';
const percentOf = (digits: string) =>
	`(?<!\\d ?%? (?:-|to|and|or) )(?<number>[1-9]\\d{0,${digits}}(?:\\.\\d{1,2})?) ?(?:%|percent|per cent)`;
const PERCENT = percentOf('3');
const NO_RANGE = '(?! ?(?:-|to|and|or) ?[\\d.]+ ?%)';
const NO_PAY = notBefore(
	'of|off|discounts?|uptime|coverage|accuracy|faster|more|less|cheaper|higher|lower|better|increase|growth|tax|vat|interest|cash ?back|bonus|rule|free|remote|deposit|equity',
);
const percent = (before: string, amount: string) =>
	`(?<!(?:by|up to|than|under|below|most|least) )(?:${PAY} (?:of )?)?${before}${amount}(?: ${PAY})?${NO_RANGE}${NO_PAY}`;

const INCOME = `(?:affiliate )?(?:${PAY}|income|earnings)`;
const LIFETIME = `(?: recurring)?(?: ${INCOME}| recurring)?`;
const NO_LIFETIME = notBefore(
	'deals?|access|licen[cs]es?|values?|cookies?|plans?|subscriptions?|memberships?|warrant(?:y|ies)|guarantees?|support|updates?|offers?|hosting|isas?|free',
);
const NO_RECURRING = notBefore(
	'billings?|payments?|invoic(?:es?|ing)|donations?|donors?|giving|revenues?|subscriptions?|charges?|orders?|tasks?|events?|meetings?|appointments?|bookings?|expenses?|transfers?|jobs?|workflows?|processes|customers?|sales|products?|services?',
);

const COOKIE = '(?:(?:tracking|affiliate|referral) )?cookies?(?: (?:duration|window|length|period|lifetime|life))?';
const NO_COOKIE = notBefore('consents?|banners?|polic(?:y|ies)|notices?|popups?|compliance|laws?|management|scanners?');
const DAYS = '(?<number>\\d{1,4})(?: ?\\+)?[ -]?(?<unit>d|days?|w|weeks?|mo|months?|y|yrs?|years?)';
const STARS = '(?<number>[1-5](?:\\.\\d)?)';

/** Texts of one to five words that can be the name of a program, the longest first. */
const PROGRAMS = [4, 3, 2, 1, 0].map((words) => `(?<program>(?:[^ ${TAKEN}]+ ){${words}}[^ ,;${TAKEN}]+)`);
const OTHERS = '(?:programs?|tools?|apps?|software|platforms?|services?|sites?|companies|something|anything) like';

const NO_NAME = notBefore(
	'alternatives?|competitors?|payments?|checkouts?|integrations?|invoices?|accounts?|fees|buttons?|plugins?',
);

/** Where several rows match the same words, the first counts. */
export const PHRASES: readonly Phrase[] = [
	{ filter: 'max_guaranteed', pattern: percent(MOST, PERCENT) },
	{ filter: 'max_guaranteed', pattern: percent('', PERCENT + OR_LESS) },
	{ filter: 'min_guaranteed', pattern: percent(LEAST, PERCENT) },
	{ filter: 'min_guaranteed', pattern: percent('', PERCENT + OR_MORE) },
	{ filter: 'min_guaranteed', pattern: percent('', '(?<number>[1-9]\\d{0,3})\\+ ?%') },
	{ filter: 'min_guaranteed', pattern: `${PERCENT} ${PAY}${NO_RANGE}` },
	{ filter: 'min_guaranteed', pattern: `${PAY} (?:of )?${PERCENT}${NO_RANGE}` },
	// Without such words, 100% stands for something else: “100% free”.
	{ filter: 'min_guaranteed', pattern: percent('', `${percentOf('1')}(?!${OR_MORE})`) },

	{ filter: 'min_cookie_days', pattern: `${COOKIE}:?(?: of| is| for| with)? (?:${LEAST})?${DAYS}${OR_MORE}?` },
	{ filter: 'min_cookie_days', pattern: `(?:${LEAST})?${DAYS}${OR_MORE}?[ -]${COOKIE}${NO_COOKIE}` },

	{ filter: 'commission_lifetime', pattern: `(?<!cookies? )life-?time${LIFETIME}${NO_LIFETIME}`, value: 'true' },
	{ filter: 'commission_lifetime', pattern: `for life ${INCOME}|${INCOME} for life${END}`, value: 'true' },
	{
		filter: 'commission_lifetime',
		pattern: `(?<=(?:recurring|paid|pays|${TAKEN}) )for life${END}`,
		value: 'true',
	},
	{
		filter: 'commission_type',
		pattern: `(?:monthly )?recurring(?: monthly)?(?: ${INCOME})?${NO_RECURRING}`,
		value: 'recurring',
	},
	{
		filter: 'commission_type',
		pattern: `(?:one[ -](?:time|off)|flat)(?:[ -](?:fee|rate))? ${PAY}`,
		value: 'one_time',
	},
	{ filter: 'commission_type', pattern: `hybrid ${PAY}`, value: 'hybrid' },
	{ filter: 'commission_type', pattern: `tiered ${PAY}`, value: 'tiered' },

	{ filter: 'min_rating', pattern: `(?:rated|rating)(?: of)? (?:${LEAST})?${STARS}(?:${OR_MORE}|${END}| ?stars?)` },
	{ filter: 'min_rating', pattern: `${LEAST}${STARS} ?stars?` },
	{ filter: 'min_rating', pattern: `${STARS} ?(?:\\+ ?stars?|stars?${OR_MORE})` },
	{
		filter: 'approval',
		pattern: `(?:instant|automatic|auto|immediate)(?:ly|ally)?[ -]approv(?:al|ed)${notBefore('workflows?|process(?:es)?|loans?|software|cards?|credit|systems?|rules?')}`,
		value: 'automatic',
	},
	{ filter: 'approval', pattern: 'no approval (?:needed|required|necessary)', value: 'automatic' },

	{ filter: 'payout_frequency', pattern: `(?:paid|pays|payouts?)(?: out)? NAME${END}` },
	{ filter: 'payout_frequency', pattern: 'NAME payouts?' },
	{
		filter: 'payout_method',
		pattern: `(?:paid|pays|payouts?)(?: out)?(?: (?:by|via|with|through|in|to))? NAME(?: transfers?)?${END}`,
	},
	{ filter: 'payout_method', pattern: `NAME(?: transfers?)? (?:payouts?|commissions?)` },
	{
		filter: 'tracking_platform',
		pattern: `(?:on|via|through|(?:tracked|run|managed|hosted) by) (?:the )?NAME(?: (?:affiliate )?network)?${END}`,
	},
	{ filter: 'tracking_platform', pattern: `NAME (?:affiliate )?network${END}` },

	...PROGRAMS.flatMap((program): Phrase[] => [
		{
			filter: 'similar_to',
			pattern: `(?:(?:alternatives?|competitors?) (?:to|of)|similar to|instead of|${OTHERS}) ${program}${END}`,
		},
		{
			filter: 'similar_to',
			pattern: `(?<=^|[${TAKEN},] |(?:best|top|free|good|the|and|with) )${program} (?:alternatives?|competitors?)(?: 20\\d\\d)?${END}`,
		},
	]),

	...(['tracking_platform', 'payout_method'] as const).map((filter) => ({
		filter,
		pattern: `(?<!(?:to|like|of|accept|take|with) )SURE${NO_NAME}`,
		isBare: true,
	})),
];
