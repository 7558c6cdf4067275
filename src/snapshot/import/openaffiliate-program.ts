/** Reads what is special about the programs of OpenAffiliate. Reports ignored and changed values to `note`. */
import { parseDate } from '../../catalog/dates.ts';
import type { Availability } from '../../catalog/program-facts.ts';
import { excerpt } from '../../shared/text.ts';
import { NO_FIGURES } from '../terms/given-terms.ts';
import { readAvailability } from '../terms/read-availability.ts';
import type { RawRecord } from './source.ts';
import { parseWait } from './table/numbers.ts';
import { namesIn, oneLine } from './table/read-cell.ts';
import { isUnknown } from './table/words.ts';

/** Adds a note about the program. See `Note`. */
type AddNote = (about: string, detail: string) => void;
/** Returns the text of a field of the registry. */
type TextAt = (name: string) => string;

/** The fields of the registry that are read here, and not by its mapping. */
export const USED: readonly string[] = [
	...['commission.conditions', 'payout.currency', 'approval_time', 'status', 'verified', 'verified_by', 'created_at'],
];

/** The fields that few programs have. Without a value, they are left out, so that their values in the snapshot are kept. */
const RARE = [
	...[
		'availability',
		'approval',
		'approval_days',
		'attribution',
		'payout_methods',
		'restrictions',
		'restrictions_text',
	],
	...['aliases', 'tags', 'logo_url', 'status', 'checked_at'],
];

/** @param raw what the cells say */
export function programOf(raw: RawRecord, textAt: TextAt, note: AddNote): RawRecord {
	// The registry marks its own programs, but the directory's editors have not verified them.
	if (textAt('verified') === 'true')
		note('ignored the mark of the registry that it has verified a program', 'verified');
	const rules = textAt('restrictions').split('; ');
	const restrictions = RESTRICTIONS.filter(([, words]) => rules.some((rule) => words.test(rule))).map(([name]) => name);
	const program = {
		...raw,
		...descriptionsOf(raw, textAt),
		...termsOf(textAt),
		commission_type: raw.commission_type ?? null,
		cookie_days: cookieDaysOf(raw, textAt, note),
		payout_minimum: payoutMinimumOf(raw, textAt, note),
		currency: raw.currency ?? (textAt('payout.currency') || undefined),
		source_name: 'OpenAffiliate',
		imported_at: raw.imported_at ?? parseDate(textAt('created_at'), 'day-month'),
		aliases: namesIn(oneLine(textAt('aliases')), ';'),
		approval: raw.approval === 'invitation' ? undefined : raw.approval,
		approval_days: approvalDays(textAt('approval_time'), note),
		availability: availabilityOf(raw, textAt),
		restrictions,
		restrictions_text: oneLine(textAt('restrictions')) || undefined,
		status: statusOf(textAt, note),
		checked_at: checkedAtOf(raw, textAt, note),
	};
	return Object.fromEntries(
		Object.entries(program).filter(([field, value]) => !RARE.includes(field) || !isEmpty(value)),
	);
}

const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);

/** If both descriptions are identical, leaves the long description empty. */
function descriptionsOf({ long_description }: RawRecord, textAt: TextAt): RawRecord {
	const long = String(long_description ?? '');
	const short = shortDescription(textAt('short_description'), long);
	return { description: short, long_description: oneLine(long) === short ? '' : long };
}

/** Only the type and the currency have fields of their own. The figures are read from the words: see `filledTerms`. */
function termsOf(textAt: TextAt): RawRecord {
	const words = asLine(textAt('commission.rate'));
	const sentence = asLine(textAt('commission.conditions'));
	return {
		...NO_FIGURES,
		offers: undefined,
		commission_text: (repeats(sentence, words) ? sentence : [words, sentence].filter(Boolean).join('; ')) || null,
		commission_duration: oneLine(textAt('commission.duration')).toLowerCase() || null,
	};
}

/** Whether `sentence` contains `words`: `Earn 20% a year` contains `20%`, but not `0%`. */
function repeats(sentence: string, words: string): boolean {
	return new RegExp(String.raw`(?<![\d.,])${RegExp.escape(words)}(?!\d)`, 'i').test(sentence);
}

/** Matches words that say that a cookie lasts only for a session. */
const SESSION_COOKIE = /\bsession[\s-](?:cookies?|only)\b|\bcookies?\b[^.;]{0,60}\bsession\b/i;

/**
 * Returns the cookie duration. In the registry, 0 can also mean that the duration is unknown. It is used only if the
 * program's words say that the cookie lasts for a session.
 */
function cookieDaysOf({ cookie_days }: RawRecord, textAt: TextAt, note: AddNote): unknown {
	if (cookie_days !== 0) return cookie_days;
	if (SESSION_COOKIE.test(`${textAt('description')} ${textAt('commission.conditions')}`)) return 0;
	note('ignored a cookie duration of 0, because nothing says that the cookie lasts only for a session', '0');
	return undefined;
}

/**
 * Returns the payout threshold, or undefined if its currency is unknown or differs from the commission's currency. A
 * program has only one currency.
 */
function payoutMinimumOf({ payout_minimum, currency }: RawRecord, textAt: TextAt, note: AddNote): unknown {
	const ofPayout = textAt('payout.currency');
	if (payout_minimum === undefined || (ofPayout !== '' && (currency ?? ofPayout) === ofPayout)) return payout_minimum;
	const currencies = `payout in ${ofPayout || 'an unknown currency'}, commission in ${currency ?? 'an unknown currency'}`;
	note('ignored a payout threshold in a different currency from the commission', currencies);
	return undefined;
}

function approvalDays(words: string, note: AddNote): number | undefined {
	const days = parseWait(words, '.');
	if (days === undefined && words !== '' && !isUnknown(words)) {
		note('ignored an approval time that is not a number of days', words);
	}
	return days;
}

/** The words for the status of a program that is listed, but that not everyone can join. */
const STATUSES: { readonly [status: string]: Availability } = {
	closed: 'closed',
	waitlist: 'waitlist',
	'invite-only': 'invitation',
};

/** The other texts are read with the terms. The field `restrictions` and the approval are not kept as words. */
function availabilityOf({ approval }: RawRecord, textAt: TextAt): Availability | undefined {
	const isByInvitation = approval === 'invitation';
	return STATUSES[textAt('status')] ?? (isByInvitation ? readAvailability([], true)! : undefined);
}

function statusOf(textAt: TextAt, note: AddNote): string | undefined {
	const status = textAt('status');
	if (status === '') return undefined;
	if (status === 'active' || STATUSES[status] !== undefined) return 'published';
	note('imported an inactive program as a draft', status);
	return 'draft';
}

/** `checked_at` means that a person checked the program, so checks by scripts and dates set in bulk do not count. */
function checkedAtOf({ checked_at }: RawRecord, textAt: TextAt, note: AddNote): unknown {
	const checker = textAt('verified_by');
	if (checked_at === undefined || !/auto|bot|bypass|script|backfill/i.test(checker)) return checked_at;
	note('ignored the date of a check that was not done by a person', checker);
	return undefined;
}

/**
 * The restrictions that can be recognized in a program's words. All other restrictions are kept only in
 * `restrictions_text`.
 */
const RESTRICTIONS: readonly (readonly [keyword: string, words: RegExp])[] = [
	['brand-bidding', /\bbrand(?:ed)?\b.{0,80}\b(?:bid\w*|ppc|keywords?)\b|\b(?:bid\w*|ppc) on brand/i],
	['coupons', /\bcoupons?\b|\bdeal sites?\b/i],
	['cashback', /\bcash-?back\b/i],
	['incentivized-traffic', /\bincentivi[sz]ed\b/i],
	['email', /\bemail campaigns?\b/i],
	['spam', /\bspam\b|\bunsolicited\b/i],
	['misleading-claims', /\bmislead\w*|\bmisrepresent\w*|\bfalse\b/i],
];

/** The maximum length of a sentence that completes a description, in characters. */
const LONGEST = 300;

/**
 * Matches the first characters of a text up to the end of a sentence or a paragraph. A sentence also ends before a label, such
 * as `Affiliate program:`.
 */
const SENTENCE = /^.*?(?:[.!?](?=\s|$)|(?=\s*(?:\n\s*\n|$))|(?=\s+\p{Lu}\p{L}* \p{L}+:\s))/su;

/**
 * Returns the short description in one line. If it is the start of the long description, cut off inside a sentence, the
 * rest of the sentence is added. Without a short description, returns the first sentence of the long description.
 *
 * @param long the long description, with its line breaks
 */
export function shortDescription(short: string, long: string): string {
	const start = asLine(short);
	if (start === '') return asLine(SENTENCE.exec(long.trim())![0]);
	const rest = restAfter(start, long.trim());
	if (rest === undefined || /[.!?…]$/.test(start)) return start;
	const missing = SENTENCE.exec(rest)![0];
	// Nothing was cut off if only the punctuation is missing.
	return /^[.!?]?$/.test(missing) ? start : excerpt(asLine(start + missing), LONGEST);
}

/** Returns the part of `text` after `start`, or undefined if it does not start with it. Line breaks count as spaces. */
function restAfter(start: string, text: string): string | undefined {
	const words = start.split(' ').map((word) => RegExp.escape(word));
	const found = new RegExp(`^${words.join(String.raw`\s+`)}`).exec(text);
	return found === null ? undefined : text.slice(found[0].length);
}

/** Returns a text as one line without Markdown: `**Earn** [20%](…)` becomes `Earn 20%`. */
export function asLine(text: string): string {
	return text
		.replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
		.replace(/(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/gs, '$2')
		.replace(/^#{1,6}\s+/gm, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
}
