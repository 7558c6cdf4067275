/** Views and clicks of the programs of organizations that the key's account speaks for. */
import { z } from 'zod';
import type { Organization } from '../../catalog/organization.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import type { Stores } from '../../state/state.ts';
import { type DateRange, OTHER_SITES, VISITS_KEPT } from '../../state/visit-store.ts';
import { ApiError } from '../error.ts';
import { recordNotFound } from '../not-found.ts';
import type { Parameters } from '../parameters.ts';
import { dataAt, parsedItems, type ReleaseData } from '../release-data.ts';
import type { AccountHandler, AccountRequest } from './answer-account.ts';

const DAY = 86_400_000;
/** The days of the period if the client names none, including today. */
const DEFAULT_DAYS = 30;

const WRONG_DAY = { error: 'It must be a day in UTC, such as 2026-11-20.' };
/** Nothing was counted before the year 2000, and the days before the year 0 have another form. */
const day = z.iso.date(WRONG_DAY).refine((text) => text >= '2000', { error: 'It must be a day since 2000-01-01.' });

export const ANALYTICS_PARAMETERS = {
	from: { schema: day, meaning: `The first day, in UTC; the default is ${DEFAULT_DAYS} days up to \`to\`` },
	to: { schema: day, meaning: 'The last day; the default is today' },
} as const satisfies Parameters;

/** Both are null if nothing was counted, because counting had not begun or was off. */
interface Counts {
	readonly views: number | null;
	readonly clicks: number | null;
}

export interface Analytics extends DateRange, Counts {
	/** All days of the period, oldest first. */
	readonly days: readonly (Counts & { readonly day: string })[];
	/** Those with the most views first. `other` stands for many sites, and null for an unknown one. */
	readonly sites: readonly { readonly site: string | null; readonly views: number; readonly clicks: number }[];
	/** Those with the most views first. */
	readonly programs: readonly (Counts & { readonly slug: string })[];
}

/** Reads the views and clicks of some programs, by day, by site and by program. */
export async function analyticsOf(
	{ visits }: Pick<Stores, 'visits'>,
	release: Pick<ReleaseData, 'renamed'>,
	slugs: readonly string[],
	period: DateRange,
): Promise<Analytics> {
	const present = storedSlugs(release, slugs);
	const stored = [...present.keys()];
	const counted = await visits.countedDays(period);
	const byDay = Map.groupBy(await visits.byDay(stored, period), ({ day }) => day);
	const days = daysOf(period).map((day) => ({ day, ...sumOf(byDay.get(day), counted.has(day) || byDay.has(day)) }));
	const isCounted = days.some((day) => day.views !== null);
	const byProgram = Map.groupBy(await visits.byProgram(stored, period), ({ program }) => present.get(program)!);
	const programs = slugs
		.map((slug) => ({ slug, ...sumOf(byProgram.get(slug), isCounted) }))
		.sort((a, b) => b.views! - a.views! || b.clicks! - a.clicks!);
	const sites = (await visits.bySite(stored, period)).map(({ site, ...counts }) => ({ site: nameOf(site), ...counts }));
	return { ...period, ...sumOf(days, isCounted), days, sites, programs };
}

/** Returns the slugs under which the views of programs are stored, with the present slug of each. */
function storedSlugs(release: Pick<ReleaseData, 'renamed'>, slugs: readonly string[]): Map<string, string> {
	const own = new Set(slugs);
	const former = [...release.renamed('programs')].filter(([, now]) => own.has(now));
	return new Map([...slugs.map((slug) => [slug, slug] as const), ...former]);
}

/** Returns the period if the client names none: the last days, ending with this one. */
export function lastDays(today: Date): DateRange {
	return { from: dayOf(today.getTime() - (DEFAULT_DAYS - 1) * DAY), to: dayOf(today.getTime()) };
}

/** Returns the slugs of an organization's programs in a release. */
export function programsOf(release: ReleaseData, organization: string): string[] {
	const list = release.list(`/organizations/${organization}/programs`);
	if (list === undefined || list.total === 0) return [];
	return parsedItems<{ readonly slug: string }>(list.items(0, list.total)).map(({ slug }) => slug);
}

export const getProgramAnalytics: AccountHandler = async (request) => {
	const { release, stores } = request;
	const slug = await ownSlug(request, 'program', (path) => dataAt<ProgramDetail>(release, path)?.organization.slug);
	const { programs: _, ...found } = await analyticsOf(stores, release, [slug], periodOf(request));
	return { body: { data: { slug, ...found } } };
};

export const getOrganizationAnalytics: AccountHandler = async (request) => {
	const { release, stores } = request;
	const slug = await ownSlug(request, 'organization', (path) => dataAt<Organization>(release, path)?.slug);
	const period = periodOf(request);
	const slugs = programsOf(release, slug);
	return { body: { data: { slug, ...(await analyticsOf(stores, release, slugs, period)) } } };
};

/**
 * Returns the slug of the record that the path names.
 *
 * @param organizationAt returns the slug of the organization to which the record at a path belongs, if there is one
 * @throws ApiError NOT_FOUND when there is no such record, NOT_CLAIMED when the account does not speak for it
 */
async function ownSlug(
	request: AccountRequest,
	noun: string,
	organizationAt: (path: string) => string | undefined,
): Promise<string> {
	const { account, stores, segments } = request;
	const [, collection, slug] = segments as [string, string, string];
	const organization = organizationAt(`/${collection}/${slug}`);
	if (organization === undefined) throw recordNotFound({ ...request, at: 2, noun });
	if (await stores.claims.speaksFor(account.id, organization)) return slug;
	throw new ApiError('NOT_CLAIMED', `Your account does not speak for the organization ${organization}.`);
}

/** @throws ApiError INVALID_PARAMETER */
function periodOf(request: AccountRequest): DateRange {
	const { from: first, to: last } = request.parameters(ANALYTICS_PARAMETERS);
	const to = last ?? dayOf(request.now.getTime());
	const from = first ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY);
	const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
	if (days < 1) throw wrongFrom(`It must not be after ${to}.`);
	if (days > VISITS_KEPT) throw wrongFrom(`The period has ${days} days. It can have at most ${VISITS_KEPT}.`);
	return { from, to };
}

function wrongFrom(message: string): ApiError {
	return new ApiError('INVALID_PARAMETER', 'The parameter from is not valid: see details.', {
		details: [{ parameter: 'from', message }],
	});
}

function daysOf({ from, to }: DateRange): string[] {
	const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
	return Array.from({ length: days }, (_, i) => dayOf(Date.parse(from) + i * DAY));
}

function sumOf(counts: readonly Counts[] = [], isCounted: boolean): Counts {
	if (!isCounted) return { views: null, clicks: null };
	return {
		views: counts.reduce((sum, { views }) => sum + (views ?? 0), 0),
		clicks: counts.reduce((sum, { clicks }) => sum + (clicks ?? 0), 0),
	};
}

function nameOf(site: string): string | null {
	if (site === '') return null;
	return site === OTHER_SITES ? 'other' : site;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
