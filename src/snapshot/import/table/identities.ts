/** Finds out which rows of a table are programs, organizations and categories that the snapshot already has. */

import { existsSync } from 'node:fs';
import { LONGEST, toSlug } from '../../../catalog/fields.ts';
import { RESERVED_SLUGS } from '../../../catalog/program.ts';
import type { Named } from '../../../catalog/published.ts';
import { withSnapshot } from '../../open.ts';

/** A program as the snapshot, or a source at its last import, names it. */
export interface NamedProgram extends Named {
	readonly website_url: string;
}

export interface KnownProgram extends NamedProgram {
	readonly organization: string;
}

export interface KnownRecordNames {
	readonly programs: readonly KnownProgram[];
	/** The programs as the source named them at its last import, even if they were renamed or removed since. */
	readonly said: readonly NamedProgram[];
	readonly organizations: readonly Named[];
	readonly categories: readonly Named[];
}

export const NOTHING_KNOWN: KnownRecordNames = { programs: [], said: [], organizations: [], categories: [] };

/** Makes names comparable: without case, accents, spaces and marks. */
export function nameKey(name: string): string {
	return name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Makes addresses comparable: without scheme, `www.`, parameters and a slash at the end. */
export function siteKey(address: string): string {
	const url = URL.parse(address);
	if (url === null) return '';
	return `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}`.toLowerCase();
}

/** A row that needs a slug. */
export interface NamedRow {
	readonly row: number;
	/** The slug in the file, if it has one. */
	readonly slug: string | undefined;
	readonly name: string;
	readonly site: string;
}

/**
 * Returns the slug of each row. A known program with the same name, or with a site that no other row and no other known
 * program has, is the same program. Other rows get a slug made from their name.
 */
export function slugsOf(
	rows: readonly NamedRow[],
	{ programs, said }: Pick<KnownRecordNames, 'programs' | 'said'>,
): Map<number, string> {
	const slugs = new Map<number, string>();
	const taken = new Set<string>();
	const give = (row: number, slug: string) => {
		slugs.set(row, slug);
		taken.add(slug);
	};
	for (const { row, slug } of rows) if (slug !== undefined) give(row, slug);
	for (const known of [programs, said]) recognize(rows, known, { slugs, taken, give });
	const inUse = new Set([...programs, ...said].map(({ slug }) => slug));
	// Rows with the same name and site are the same program, which may be listed only once.
	const made = new Map<string, string>();
	for (const { row, name, site } of rows) {
		if (slugs.has(row)) continue;
		const identity = `${nameKey(name)} ${siteKey(site)}`;
		const slug =
			made.get(identity) ?? freeSlug(name, site, (candidate) => taken.has(candidate) || inUse.has(candidate));
		made.set(identity, slug);
		give(row, slug);
	}
	return slugs;
}

interface Given {
	readonly slugs: ReadonlyMap<number, string>;
	readonly taken: ReadonlySet<string>;
	readonly give: (row: number, slug: string) => void;
}

/** Gives rows the slugs of known programs: first by name and site, then by name, then by site. */
function recognize(rows: readonly NamedRow[], known: readonly NamedProgram[], { slugs, taken, give }: Given): void {
	const byName = Map.groupBy(known, ({ name }) => nameKey(name));
	const bySite = Map.groupBy(known, ({ website_url }) => siteKey(website_url));
	const rowsBySite = Map.groupBy(rows, ({ site }) => siteKey(site));
	const isSameSite = (site: string) => (program: NamedProgram) => siteKey(program.website_url) === siteKey(site);
	for (const { row, name, site } of rows) {
		const match = byName.get(nameKey(name))?.find(isSameSite(site));
		if (match !== undefined && !slugs.has(row)) give(row, match.slug);
	}
	for (const { row, name } of rows) {
		const [match, ...others] = byName.get(nameKey(name)) ?? [];
		if (match && others.length === 0 && !slugs.has(row) && !taken.has(match.slug)) give(row, match.slug);
	}
	for (const { row, site } of rows) {
		if (slugs.has(row)) continue;
		const [match, ...others] = bySite.get(siteKey(site)) ?? [];
		const isOnly = others.length === 0 && rowsBySite.get(siteKey(site))!.length === 1;
		if (match && isOnly && !taken.has(match.slug)) give(row, match.slug);
	}
}

function freeSlug(name: string, site: string, isTaken: (slug: string) => boolean): string {
	const host = toSlug(URL.parse(site)?.hostname.replace(/^www\./, '') ?? '');
	const base = slugFrom(name) || slugFrom(host) || 'program';
	const first = RESERVED_SLUGS.includes(base) ? `${base}-program` : base;
	const candidates = [first, host && `${base}-${host}`].filter(Boolean);
	for (const candidate of candidates) if (!isTaken(candidate)) return candidate;
	for (let count = 2; ; count++) if (!isTaken(`${base}-${count}`)) return `${base}-${count}`;
}

export function slugFrom(name: string): string {
	return toSlug(name.replace(/[™®©℠]/g, ''))
		.slice(0, LONGEST.key - 20)
		.replace(/-$/, '');
}

/**
 * Reads the names and sites of a snapshot's records, so that rows of tables can be recognized.
 *
 * @param source the name of the source whose rows these are
 */
export function readKnownNames(snapshot: string, source: string): KnownRecordNames {
	if (!existsSync(snapshot)) return NOTHING_KNOWN;
	return withSnapshot(snapshot, (db) => ({
		programs: db
			.prepare<[], KnownProgram>('SELECT slug, name, website_url, organization FROM programs ORDER BY slug')
			.all(),
		said: db
			.prepare<[string], NamedProgram>(
				`SELECT key AS slug, said ->> 'name' AS name, said ->> 'website_url' AS website_url
				 FROM statements WHERE source = ? AND kind = 'programs' AND name IS NOT NULL AND website_url IS NOT NULL
				 ORDER BY key`,
			)
			.all(source),
		organizations: db.prepare<[], Named>('SELECT slug, name FROM organizations ORDER BY slug').all(),
		categories: db.prepare<[], Named>('SELECT slug, name FROM categories ORDER BY slug').all(),
	}));
}
