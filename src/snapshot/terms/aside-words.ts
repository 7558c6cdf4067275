/** The words beside figures that are not what a program pays. */
import type { Figure } from './figures.ts';

type ByKind = { readonly [kind in Figure['kind']]: RegExp };

/** Rates of something else, such as a conversion rate. */
const RATE = String.raw`(?:conversion|refund|open|churn|clos\w{1,3}|approval|acceptance|success|growth|retention|click(?:[- ]through)?|win|response|bounce|cancellation|chargeback|interest|engagement)[ -](?:rates?|ratio)`;
/** Fees that somebody takes. A referral fee is what the program pays. */
const FEE = '(?:payment|processing|transaction|paypal|service|handling|bank|wire|platform|set-?up|joining) fees?';
const RESULTS =
	'(?:sales|revenues?|conversions?|traffic|productivity|efficiency|AOV|costs?|churn|margins?|profits?|leads|engagement|ROI|performance)';
const GROWS = String.raw`(?:boost|increas|grow|improv|reduc|cut|lift|rais|lower)\w{0,4} (?:\w{1,12} )?${RESULTS}`;

/** Matches if the words before do not say that the figure is paid, as in "earn over 20%". */
const NOT_PAID = String.raw`(?<!\b(?:earn|gets?|pays?|receive|offers?) )`;
/** Matches the words directly before such a figure. */
export const BEFORE: ByKind = {
	rate: new RegExp(
		String.raw`\b(?:saves?|(?:discounts?|coupons?|vouchers?)(?: of| is|:)?|by(?: up to| over)?|of our|${NOT_PAID}(?:over|nearly|about)|${RATE}(?: [a-z]{1,8}){0,2}|${FEE}(?: of| is)?|(?:tax|VAT) of|${GROWS}(?: up to)?)\s?\(?$`,
		'i',
	),
	amount: new RegExp(
		String.raw`\b(?:our|your|their|on|(?:on|of) (?:the|an?|each|every)|for (?:each|every)|first|above|below|under|${NOT_PAID}more than|(?:win|paid out|deposits?)(?: an?| of| over| up to| at least| more than| nearly)?)\s$|%\sof(?: our| the| an?)?\s$`,
		'i',
	),
};

const CUSTOMERS =
	'(?:friends?|customers?|clients?|users|referrals?|audience|readers|followers|subscribers|community|shoppers|buyers)';
const EXTENT = '(?: an?| up to| exclusive| extra| additional)*';
/** Matches "give $20", "code ABC gives new users 20%" and "your friends get 20%", but not "you and your friend get". */
export const FOR_CUSTOMERS = new RegExp(
	String.raw`\b(?:give(?: them)?|(?:gives?|offers?) (?:(?:your|their|new|all) ){0,2}${CUSTOMERS}|(?:they|(?<!you and (?:your |the )?)\b${CUSTOMERS})(?: also| will| can| each)? (?:get|receive|save)s?)${EXTENT} $`,
	'i',
);
/** Matches the words after a figure which show that the figure is what partners get, as in "we give 20% commission". */
export const IS_PAY = /^\s(?:\w{1,12} )?(?:comm?iss?ions?|recurring|rev(?:enue)?[ -]share|payouts?|bount(?:y|ies))\b/i;

/** Words a little before an amount which say that it is an average, a price, a threshold or the like. */
const OF_AMOUNT = [
	...['avg', 'averag\\w+', 'typical', 'estimated', 'potential', 'nearly', 'that.s', 'worth', 'valued at', 'EPC'],
	...[
		'ACV',
		'AOV',
		'ARR',
		'LTV',
		'GMV',
		'MRR',
		'raised',
		'earned',
		'totals?',
		`${NOT_PAID}over`,
		'credit of',
		'balance',
	],
	...['plans? (?:(?:start|rang)\\w*|from|at)', 'pric(?:e|ed|es|ing)', 'costs?', 'spends?', 'saves?'],
	...['threshold', 'minimum (?:payout|order|purchase|spend|deposit|balance|contract|deal)', 'payout minimum'],
	...['payouts? (?:start|from|at|once|when|above|over|is|are)', 'when you bring in', 'hits', 'reach(?:es)?'],
	...[
		'(?:deal|ticket|basket|cart) size',
		'(?:order|contract) value',
		'earnings (?:\\w{1,12} ){0,4}(?:start|reach|average)',
	],
].join('|');
export const BEFORE_AMOUNT = new RegExp(
	String.raw`(?:≈|\b(?:${OF_AMOUNT})\b)(?:(?!\b(?:or|and|plus)\b)[^.;,&+()]){0,45}$`,
	'i',
);
/** Matches the words between a percentage and an amount that says how much it is. */
export const EQUALS = /\b(?:equals?|equal to|equivalent to|means|amounts? to|translates? to|works out)\b[^.;,]{0,25}$/i;

/** Matches up to two words, as in "20% exclusive discount", but not the start of what the figure is paid for. */
const ADJECTIVES = String.raw`(?:(?!(?:on|of|or|for|per|and|with|to|an?|each|every)\b)[\w-]{1,12}\s){0,2}`;
/** Matches the words after such a figure. */
export const AFTER: ByKind = {
	rate: new RegExp(
		[
			String.raw`^\s${ADJECTIVES}(?:off|discounts?|coupons?|vouchers?|savings?|cash\s?back|credits?)\b`,
			String.raw`^\s(?:more|cheaper|faster|less|lower|higher|growth|increase|uptime|accuracy|satisfaction|conversion)\b`,
			String.raw`^\s(?:\w{1,12} )?(?:${RATE}|${FEE}|fee (?:applies|is)|(?:sales )?tax|VAT|reserve)\b`,
			String.raw`^\s(?:free|remote|guaranteed|money[ -]back|secure|automated)\b`,
			String.raw`^\sof (?:[\w.']{1,12} ){0,2}(?:users|visitors|people|teams|companies|businesses)\b`,
			String.raw`^\sfor (?:your |their )?(?:friends?|audience|readers|followers|community|fans)\b`,
		].join('|'),
		'i',
	),
	amount: new RegExp(
		[
			String.raw`^\+?\s?${ADJECTIVES}(?:AOV|ACV|ARR|LTV|MRR|GMV|EPC|off|discounts?|coupons?|vouchers?|credits?|gift|minimum|(?:payout )?threshold|deal size|value|spend|average|avg|taxes|funding)\b`,
			String.raw`^(?:(?:\/ ?| (?:a|per) )(?:mo|month|yr|year))?[ -](?:plans?|packages?|products?|courses?)\b`,
			String.raw`^\s(?:${FEE}|to (?:join|start|withdraw|apply|cash out)|spent)\b`,
			String.raw`^\s(?:in|of|worth of) (?:[\w-]{1,12} ){0,2}(?:sales|revenue|orders|purchases|bookings|volume|(?:ad )?spend)\b`,
			String.raw`^\sfor (?:your |their )?(?:friends?|audience|readers|followers|community|fans)\b`,
		].join('|'),
		'i',
	),
};
/** Matches "up to $5,000 a month", which is what a partner might earn in all, but not "$50 a month per customer". */
export const EARNINGS =
	/^\s?(?:(?:per|an?|each|every|last) |\/ ?)?(?:month|mo|year|yr|monthly|annually|yearly)\b(?!.{0,15}\b(?:per|each|every|for)\b)/i;
/** Matches the words before what some partners earn in all. */
export const PARTNERS_EARN =
	/\b(?:(?:affiliates?|partners?|earners?|creators?) (?:\w{1,12} )?(?:make|earn|generate)[sd]?|(?:scale|grow|add up) (?:up )?to)\b[^.;,]{0,20}$/i;

/** Matches the words before a payout threshold: "Payouts: every Friday from $25". */
export const PAYOUTS = /\bpay-?outs\b[^.;]{0,55}$/i;
/** Matches the words before a limit of what is paid in all. */
export const CAP = /\b(?:capped at|cap of|limited to)\s(?:an? )?$/i;
