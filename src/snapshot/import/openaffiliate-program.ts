/** Converts a program of OpenAffiliate to a program of this directory. Reports ignored and changed values to `note`. */

import { commissionOf } from '../../catalog/commission.ts';
import { toSlug } from '../../catalog/fields.ts';
import type { CommissionType } from '../../catalog/program.ts';
import { termsColumns } from '../terms/fill-terms.ts';
import { readTerms } from '../terms/read-terms.ts';
import { type AddNote, FACT_SOURCE_NAMES, factsOf, STATUSES } from './openaffiliate-facts.ts';
import { type RegistryProgram, unmappedFields } from './openaffiliate-format.ts';
import { asLine, shortDescription } from './short-description.ts';
import type { RawRecord } from './source.ts';
import { normalizeTimestamp } from './timestamps.ts';

/** The registry's names for our fields, if they differ from our names. */
export const SOURCE_NAMES = {
	organization: 'slug',
	description: 'short_description',
	long_description: 'description',
	categories: 'category',
	commission_type: 'commission.type',
	commission_rate: 'commission.rate',
	commission_amount: 'commission.rate',
	commission_text: 'commission.rate',
	commission_duration: 'commission.duration',
	currency: 'commission.currency',
	payout_minimum: 'payout.minimum',
	payout_frequency: 'payout.frequency',
	tracking_platform: 'network',
	website_url: 'url',
	checked_at: 'verified_at',
	imported_at: 'updated_at',
	...FACT_SOURCE_NAMES,
} as const;

/** Makes the organization that runs a program. The organization represents the program's brand. */
export function organizationOf(program: RegistryProgram): RawRecord {
	return {
		slug: program.slug,
		name: toLine(program.name),
		website_url: toLink(program.url),
		...ifGiven({ logo_url: toLink(program.logo_url) }),
	};
}

/**
 * Makes the program. The organization has the same slug as the program. The category's slug is made from the category's
 * name.
 */
export function programOf(program: RegistryProgram, note: AddNote): RawRecord {
	if (/[\p{Cc}--[\n\r]]/v.test(`${program.description}`)) note('removed control characters', 'description');
	for (const field of ['url', 'signup_url', 'logo_url'] as const) {
		if (program[field]?.includes('&amp;')) note('replaced &amp; with & in links', field);
	}
	// The registry marks its own programs, but the directory's editors have not verified them.
	if (program.verified) note('ignored the mark of the registry that it has verified a program', 'verified');
	for (const field of unmappedFields(program)) note('ignored fields that the directory does not have', field);

	const { commission, payout } = program;
	return {
		slug: program.slug,
		name: toLine(program.name),
		...descriptionsOf(program),
		organization: program.slug,
		categories: program.category ? [toSlug(program.category)] : [],
		...termsOf(program, note),
		cookie_days: cookieDaysOf(program, note),
		tracking_platform: program.network ? toSlug(program.network) : undefined,
		payout_minimum: payoutMinimumOf(program, note),
		payout_frequency: payout?.frequency ? toSlug(payout.frequency) : undefined,
		currency: commission.currency ?? payout?.currency ?? undefined,
		website_url: toLink(program.url),
		signup_url: toLink(program.signup_url),
		source_name: 'OpenAffiliate',
		imported_at: toTime(program.updated_at ?? program.created_at),
		...ifGiven({
			...factsOf(program, note),
			logo_url: toLink(program.logo_url),
			status: statusOf(program, note),
			checked_at: checkedAtOf(program, note),
		}),
	};
}

/** If both descriptions are identical, leaves the long description empty. */
function descriptionsOf({ description, short_description }: RegistryProgram): RawRecord {
	const long = (description ?? '')
		.replace(/\r\n?/g, '\n')
		.replace(/[\p{Cc}--\n]+/gv, ' ')
		.trim();
	const short = shortDescription(short_description ?? '', long);
	return { description: short, long_description: toLine(long) === short ? '' : long };
}

function termsOf({ commission, payout, description, short_description }: RegistryProgram, note: AddNote) {
	const { rate, conditions, currency, duration, type } = commission;
	const words = asLine(rate ?? '');
	const sentence = asLine(conditions ?? '');
	// The catalogue checks it.
	const commission_type = (type === 'one-time' ? 'one_time' : type) as CommissionType;
	const terms = readTerms({
		type: commission_type,
		currency: currency ?? payout?.currency ?? null,
		rate: words,
		duration: duration ?? '',
		conditions: sentence,
		descriptions: [short_description ?? '', description ?? ''],
	});
	if (terms.base === null && terms.contradiction === null && words !== '') {
		note('kept the commission as text, because it has no figure that can be read', `"${words}"`);
	}
	const columns = {
		...termsColumns(terms),
		commission_type,
		commission_text: (repeats(sentence, words) ? sentence : [words, sentence].filter(Boolean).join('; ')) || null,
		commission_duration: toLine(duration)?.toLowerCase() ?? null,
	};
	// The registry calls most programs one-time, also if their words say that they pay for a year or for life.
	return terms.base === null ? columns : { ...columns, commission_type: commissionOf(columns).type };
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
function cookieDaysOf({ cookie_days, description, commission }: RegistryProgram, note: AddNote): number | undefined {
	if (cookie_days !== 0) return cookie_days ?? undefined;
	if (SESSION_COOKIE.test(`${description} ${commission.conditions}`)) return 0;
	note('ignored a cookie duration of 0, because nothing says that the cookie lasts only for a session', '0');
	return undefined;
}

/**
 * Returns the payout threshold, or undefined if its currency is unknown or differs from the commission's currency. A
 * program has only one currency.
 */
function payoutMinimumOf({ commission, payout }: RegistryProgram, note: AddNote): number | undefined {
	const { minimum, currency } = payout ?? {};
	if (minimum === undefined || minimum === null) return undefined;
	if (currency && (commission.currency ?? currency) === currency) return minimum;
	const [ofPayout, ofCommission] = [currency, commission.currency].map((code) => code || 'an unknown currency');
	const currencies = `payout in ${ofPayout}, commission in ${ofCommission}`;
	note('ignored a payout threshold in a different currency from the commission', currencies);
	return undefined;
}

function statusOf({ status }: RegistryProgram, note: AddNote): string | undefined {
	if (!status) return undefined;
	if (status === 'active' || STATUSES[status] !== undefined) return 'published';
	note('imported an inactive program as a draft', status);
	return 'draft';
}

/** `checked_at` means that a person checked the program, so checks by scripts and dates set in bulk do not count. */
function checkedAtOf({ verified_at, verified_by }: RegistryProgram, note: AddNote): string | undefined {
	if (!verified_at || !/auto|bot|bypass|script|backfill/i.test(verified_by ?? '')) return toTime(verified_at);
	note('ignored the date of a check that was not done by a person', verified_by as string);
	return undefined;
}

/**
 * Leaves out fields without a value, so that their values in the snapshot are kept. Use this for fields that few
 * entries have.
 */
function ifGiven(fields: RawRecord): RawRecord {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function toLine(text: string | null | undefined): string | undefined {
	return text?.replace(/[\s\p{Cc}]+/gu, ' ').trim() || undefined;
}

function toLink(text: string | null | undefined): string | undefined {
	return text?.trim().replaceAll('&amp;', '&') || undefined;
}

function toTime(text: string | null | undefined): string | undefined {
	return text ? normalizeTimestamp(text.trim()) : undefined;
}
