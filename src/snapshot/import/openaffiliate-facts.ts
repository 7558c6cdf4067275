/**
 * Reads the facts that help publishers decide whether to join an OpenAffiliate program. Reports ignored values to
 * `note`.
 */
import { toSlug } from '../../catalog/fields.ts';
import type { Availability } from '../../catalog/program-facts.ts';
import { readAvailability } from '../terms/read-availability.ts';
import type { RegistryProgram } from './openaffiliate-format.ts';
import type { RawRecord } from './source.ts';

/** Adds a note about the program. See `Note`. */
export type AddNote = (about: string, detail: string) => void;

/** The registry's names for the fields that contain these facts, if they differ from our names. */
export const FACT_SOURCE_NAMES = {
	approval_days: 'approval_time',
	payout_methods: 'payout.methods',
	restrictions_text: 'restrictions',
} as const;

/** The words for the kind of approval of a program that publishers join by invitation. */
const INVITE_ONLY = 'invite-only';

export function factsOf(program: RegistryProgram, note: AddNote): RawRecord {
	const { aliases, approval, attribution, payout, restrictions, tags } = program;
	const rules = (restrictions ?? []).map(oneLine).filter(Boolean);
	return {
		availability: availabilityOf(program),
		approval: approval === INVITE_ONLY ? null : approval?.replace(/^auto$/, 'automatic') || undefined,
		approval_days: approvalDays(program, note),
		attribution: attribution ? toSlug(attribution) : undefined,
		payout_methods: listOf(payout?.methods?.map(toSlug)),
		restrictions: listOf(
			RESTRICTIONS.filter(([, words]) => rules.some((rule) => words.test(rule))).map(([name]) => name),
		),
		restrictions_text: rules.join('; ') || undefined,
		aliases: listOf(aliases?.flatMap((alias) => alias.split(';')).map(oneLine)),
		tags: listOf(tags?.map(toSlug)),
	};
}

/** The words for the status of a program that is listed, but that not everyone can join. */
export const STATUSES: { readonly [status: string]: Availability } = {
	closed: 'closed',
	waitlist: 'waitlist',
	[INVITE_ONLY]: 'invitation',
};

function availabilityOf(program: RegistryProgram): Availability | undefined {
	const { approval, commission, description, restrictions, short_description, status } = program;
	const texts = [...(restrictions ?? []), commission.conditions, short_description, description];
	return STATUSES[status ?? ''] ?? readAvailability(texts, approval === INVITE_ONLY) ?? undefined;
}

/** Returns the maximum number of days that an approval takes: 5 for `1-5 business days`, 0 for `instant`. */
function approvalDays({ approval_time }: RegistryProgram, note: AddNote): number | undefined {
	const words = approval_time?.trim().toLowerCase();
	if (!words || words === 'n/a') return undefined;
	if (words === 'instant') return 0;
	const days = /^(?:\d{1,3}\s?[-–]\s?)?(\d{1,3})\+? (?:business |working )?days?$/.exec(words)?.[1];
	if (days === undefined) note('ignored an approval time that is not a number of days', approval_time as string);
	return days === undefined ? undefined : Number(days);
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

function oneLine(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function listOf(values: readonly string[] | undefined): string[] | undefined {
	const different = [...new Set(values)].filter(Boolean);
	return different.length === 0 ? undefined : different;
}
