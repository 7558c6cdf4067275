/** How one program of OpenAffiliate becomes one of ours. Pure: what has no place in it goes to `note`. */
import { timestamp, toSlug } from '../catalog/fields.ts';
import { readCommission } from './commission-words.ts';
import { type RegistryProgram, unmappedFields } from './openaffiliate-format.ts';
import type { RawRecord } from './source.ts';
import { normalizeTimestamp } from './timestamps.ts';

type Note = (about: string, detail: string) => void;

/** What the registry calls our fields, where it has other names. */
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
} as const;

/** The brand behind a program. */
export function organizationOf(program: RegistryProgram): RawRecord {
	return {
		slug: program.slug,
		name: toLine(program.name),
		website_url: toLink(program.url),
		...ifGiven({ logo_url: toLink(program.logo_url) }),
	};
}

/** The program. Its organization is the one of its own slug, its category the one of its category's name. */
export function programOf(program: RegistryProgram, note: Note): RawRecord {
	if (/[\p{Cc}--[\n\r]]/v.test(`${program.description}`)) note('control characters were removed', 'description');
	for (const field of ['url', 'signup_url', 'logo_url'] as const) {
		if (program[field]?.includes('&amp;')) note('links with &amp;, unescaped', field);
	}
	for (const field of unmappedFields(program)) note('fields that the directory does not have, ignored', field);

	const { commission, payout } = program;
	return {
		slug: program.slug,
		name: toLine(program.name),
		...descriptionsOf(program),
		organization: program.slug,
		categories: program.category ? [toSlug(program.category)] : [],
		commission_type: commission.type === 'one-time' ? 'one_time' : commission.type,
		...commissionOf(commission, note),
		cookie_days: program.cookie_days ?? undefined,
		tracking_platform: program.network ? toSlug(program.network) : undefined,
		payout_minimum: payoutMinimumOf(program, note),
		payout_frequency: payout?.frequency ? toSlug(payout.frequency) : undefined,
		currency: commission.currency ?? payout?.currency ?? undefined,
		website_url: toLink(program.url),
		signup_url: toLink(program.signup_url),
		verified: program.verified ?? undefined,
		...datesOf(program, note),
		...ifGiven({
			logo_url: toLink(program.logo_url),
			status: statusOf(program, note),
			checked_at: checkedAtOf(program, note),
		}),
	};
}

/** Where only the long text exists, its first sentence is the short one. The same text is not told twice. */
function descriptionsOf({ description, short_description }: RegistryProgram): RawRecord {
	const long = (description ?? '')
		.replace(/\r\n?/g, '\n')
		.replace(/[\p{Cc}--\n]+/gv, ' ')
		.trim();
	const short = toLine(short_description) ?? toLine(/^.*?[.!?](?=\s|$)/s.exec(long)?.[0] ?? long) ?? '';
	return { description: short, long_description: toLine(long) === short ? '' : long };
}

function commissionOf({ rate, conditions, currency, duration, type }: RegistryProgram['commission'], note: Note) {
	const words = toLine(rate) ?? '';
	const sentence = toLine(conditions) ?? '';
	const text = repeats(sentence, words) ? sentence : [words, sentence].filter(Boolean).join('; ');
	const { rate: percent, amount, unread } = readCommission(words, currency ?? null, text);
	// What the registry calls recurring is paid again and again; beside a percentage, that is what recurs.
	const recurs = type === 'recurring' && amount !== null && percent === null;
	for (const reason of recurs ? ['money that recurs'] : unread) {
		note(`commission with ${reason}, kept as words`, `"${words}"`);
	}
	if (type === 'one-time' && duration) note('one-time commission with a duration, both kept', duration);
	return {
		commission_rate: percent ?? undefined,
		commission_amount: recurs ? undefined : (amount ?? undefined),
		commission_text: text || undefined,
		commission_duration: toLine(duration)?.toLowerCase(),
	};
}

/** Whether `sentence` says `words` too: `Earn 20% a year` says `20%`, not `0%`. */
function repeats(sentence: string, words: string): boolean {
	return new RegExp(String.raw`(?<![\d.,])${RegExp.escape(words)}(?!\d)`, 'i').test(sentence);
}

/** All amounts of a program of ours are in one currency. */
function payoutMinimumOf({ commission, payout }: RegistryProgram, note: Note): number | undefined {
	const { minimum, currency } = payout ?? {};
	if (minimum === undefined || minimum === null) return undefined;
	if (currency && (commission.currency ?? currency) === currency) return minimum;
	const currencies = `${currency ?? 'unknown'} beside ${commission.currency ?? 'unknown'}`;
	note('payout threshold in a different currency than the commission, ignored', currencies);
	return undefined;
}

function statusOf({ status }: RegistryProgram, note: Note): string | undefined {
	if (!status) return undefined;
	if (status === 'active') return 'published';
	note('not active, imported as a draft', status);
	return 'draft';
}

/** `checked_at` says that a person looked, so neither a script's check nor a date set in bulk will do. */
function checkedAtOf({ verified_at, verified_by }: RegistryProgram, note: Note): string | undefined {
	if (!verified_at || !/auto|bot|bypass|script|backfill/i.test(verified_by ?? '')) return toTime(verified_at);
	note('not checked by a person, date ignored', verified_by as string);
	return undefined;
}

/** Some entries were updated before they say they were created: they existed by then. */
function datesOf(program: RegistryProgram, note: Note) {
	const [created_at, updated_at] = [toTime(program.created_at), toTime(program.updated_at)];
	const areDates = [created_at, updated_at].every((date) => timestamp.safeParse(date).success);
	if (!areDates || created_at! <= updated_at!) return { created_at, updated_at };
	note('created after the last update, used the update date for both', 'created_at');
	return { created_at: updated_at, updated_at };
}

/** Fields that few entries have: where one is missing, what the snapshot says of it stays. */
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
