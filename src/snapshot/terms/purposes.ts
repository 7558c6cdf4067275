/** Reads what an offer is paid for. */
import type { CommissionType, OfferPer } from '../../catalog/offer.ts';
import { LATER } from './later.ts';
import type { Part } from './part.ts';
import type { Span } from './spans.ts';
import { words } from './words.ts';

const PAYMENT = '(?:payments?|transactions?|invoices?|renewals?)';
const RECURS = words(
	'(?<!(?:non|not|no)[ -])recurring|residual|renewals?|ongoing|continuous|MRR',
	String.raw`(?<!\d )monthly (?:(?:recurring|revenue|rev|residual) )*(?:commissions?|share|sharing|revenue|payments?)`,
	String.raw`(?:each|every|per|a) (?:month|mo|year|yr)|(?:each|every|all) (?:\w{1,12} ){0,2}${PAYMENT}`,
	String.raw`first (?:\d{1,2}|two|three|four|five|six|twelve) (?:\w{1,12} )?(?:payments|transactions|invoices|renewals)`,
	'(?:sales?|orders?|purchases?) (?:made by (?:each|every|a)|your) (?:customer|referral|client)s?',
);
const PER_MONTH = /\/ ?(?:months?|mo|years?|yr)\b/i;
/** An amount for every purchase is one per sale, but a share of every purchase recurs. */
const EVERY_PURCHASE = words(String.raw`(?:each|every|all) (?:\w{1,12} )?purchases?`, 'every time|whenever');
/** Matches "10 sales a month", which is a number of sales and no recurring payment. */
const SALES_PER_MONTH =
	/\b(?:customers|clients|referrals|sales|deals|conversions|users|signups|orders|leads)\s?(?:\/ ?|(?:per|an?|each|every) )(?:month|mo|quarter|year|yr)\b/gi;
/** Matches when partners are paid, which is not what they are paid for. */
const PAYOUTS =
	/\b(?:paid out|pay-?outs?(?: are| is)?(?: made| sent)?|commissions? (?:are |is )?paid(?: out)?) (?:each|every|once an?) month\b|\bwith monthly pay(?:ment|out)s?\b/gi;
const FIRST_PAYMENT = words(
	String.raw`(?<!end of (?:the )?)(?:first|initial|1st)[ -](?!\d|two|three)(?:\w{1,12} )?(?:paid )?(?:payments?|purchases?|sales?|orders?|month|invoices?|subscriptions?|transactions?|deal)`,
	'for the first time|first[ -]time (?:orders?|purchases?)|(?:payment|month) 1(?! ?[-–])',
);
const SALE = words(
	String.raw`closed?[ -]won|CW|CPA|(?:un)?paid|pay|paying|purchas\w+|buys?|bought|sold`,
	String.raw`subscri\w+|upgrad\w+|deals?|plans?|licen[cs]es?|conver\w+|contracts?`,
	'sales?(?! (?:call|demo|meeting|lead))|orders?|CPS',
);
const PER_SALE = words('(?:per|each|every) sale');
const LEAD = words(
	'leads?|CPL|SQLs?|MQLs?|demos?|opportunit(?:y|ies)|meetings?',
	'appointments?|consultations?|bookings?|calls?',
);
const SIGNUP = words(String.raw`sign[ -]?ups?|signs? up|trials?|regist\w+|accounts? (?:created|opened)`);
/** Matches "every company that signs up". A company that signs up is a customer. */
const CUSTOMER = words('business|compan(?:y|ies)|customers?|clients?|merchants?|clinics?|students?');
const OTHER = words(
	String.raw`clicks?|CPC|listings?|install\w*|applications?|stud(?:y|ies)|views?|downloads?`,
	'submissions?|second[ -]tier',
);
/** Matches "$150 activation bonus", but not "$150 per lead plus bonus". */
const BONUS = /^\D?[\d,.]{1,9} (?:\w{1,12} )?bonus\b/i;

export interface Purpose {
	/** What the figure is paid for. Null if neither the words nor the program's type say it. */
	readonly per: OfferPer | null;
	/** Whether the part's own words say it, and not only the type or a word such as "customers". */
	readonly isStated: boolean;
}

export function purposeOf(part: Part, span: Span | null, type: CommissionType | null): Purpose {
	const { figure, text, start } = part;
	const byType = type === 'recurring' ? 'payment' : type === 'one_time' ? 'sale' : null;
	if (figure.kind === 'rate') {
		const stated = span === null ? purposeOfRate(part) : 'payment';
		if (stated !== null) return { per: stated, isStated: true };
		return { per: byType ?? (SALE.test(text) || CUSTOMER.test(text) ? 'sale' : null), isStated: false };
	}
	// The words after an amount say what it is paid for, as in "$50 per lead". If they do not, the words before it do.
	const after = text.slice(start).split(/[,;]\s|\s\+\s|\splus\s/)[0] as string;
	const stated = purposeOfAmount(after) ?? purposeOfAmount(text);
	return { per: stated ?? byType, isStated: stated !== null };
}

function purposeOfRate({ text: whole, joint }: Part): OfferPer | null {
	const text = whole.replace(SALES_PER_MONTH, 'sales').replace(PAYOUTS, 'paid');
	if (LATER.test(text)) return 'payment';
	if (FIRST_PAYMENT.test(text)) return 'first_payment';
	if (RECURS.test(text) || PER_MONTH.test(text) || EVERY_PURCHASE.test(text)) return 'payment';
	if (/\b(?:second|2nd|two|2)[ -](?:tier|level)\b/i.test(text)) return 'other';
	// A percentage per acquisition is a share of the first payment.
	if (/\bCPA\b/.test(text) && !/\p{Sc}/u.test(text)) return 'first_payment';
	if (/\bCPS\b/.test(text)) return 'sale';
	return joint === 'then' && !PER_SALE.test(text) ? 'payment' : null;
}

function purposeOfAmount(text: string): OfferPer | null {
	if (RECURS.test(text) || PER_MONTH.test(text)) return 'payment';
	if (BONUS.test(text)) return 'other';
	if (FIRST_PAYMENT.test(text)) return 'first_payment';
	if (SALE.test(text)) return 'sale';
	if (LEAD.test(text)) return 'lead';
	if (SIGNUP.test(text)) return CUSTOMER.test(text) ? 'sale' : 'signup';
	if (OTHER.test(text)) return 'other';
	return CUSTOMER.test(text) || /\brefer/i.test(text) ? 'sale' : null;
}
