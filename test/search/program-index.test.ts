import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readProgramQuery } from '../../src/api/program-query.ts';
import { parseQuery } from '../../src/api/target.ts';
import { COMMISSION_TYPES, type CommissionType } from '../../src/catalog/program.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { generateSnapshot } from '../../src/generate/snapshot.ts';
import { buildIndex } from '../../src/search/build-index.ts';
import type { FilterValues } from '../../src/search/filters.ts';
import { compareDefault, SORT_NAMES } from '../../src/search/order.ts';
import { ProgramIndex, type Query } from '../../src/search/program-index.ts';
import { pack, unpack } from '../../src/search/sections.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { publishedPrograms } from '../../src/snapshot/read.ts';
import { randomQueries } from '../bench/random-queries.ts';
import { publishedProgram } from '../support/published-program.ts';
import { SqlSearch } from '../support/sql-search.ts';

/** Few words, many of them near each other, so that random programs and random queries meet. */
const WORDS = [
	'mail',
	'mailer',
	'Émail',
	'shop',
	'SHOPPING',
	'straße',
	'STRASSE',
	'Żółw',
	'οδός',
	'ΟΔΟΣ',
	'旅行',
	'a',
	'8am™',
	'42',
	'a-b',
];
const word = fc.constantFrom(...WORDS);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const known = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const CATEGORIES = ['email', 'commerce', 'travel'];
const PLATFORMS = ['impact', 'in-house'];
const FREQUENCIES = ['monthly', 'net-30'];

const program = fc.record({
	name: fc
		.oneof(
			text,
			fc.tuple(word, word).map((pair) => pair.join('')),
		)
		.map((name) => name || 'x'),
	description: text,
	long_description: text,
	organization: word.map((name) => ({ slug: 'o', name })),
	categories: fc.subarray(CATEGORIES).map((slugs) => slugs.map((slug) => ({ slug, name: slug }))),
	commission_type: fc.constantFrom(...COMMISSION_TYPES),
	commission_rate: known(fc.constantFrom(0, 10, 12.5, 20, 30, 120)),
	cookie_days: known(fc.constantFrom(0, 30, 60, 365)),
	tracking_platform: known(fc.constantFrom(...PLATFORMS)),
	payout_frequency: known(fc.constantFrom(...FREQUENCIES)),
	verified: fc.boolean(),
	featured: fc.boolean(),
	views: fc.nat(3),
	rating_average: known(fc.constantFrom(3.25, 4, 4.04, 4.05)),
	review_count: fc.nat(3),
	created_at: fc.constantFrom('2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z', '2026-01-01T00:00:00Z'),
});

const directory = fc
	.array(program, { maxLength: 130 })
	.map((parts) => parts.map((part, number) => publishedProgram({ ...part, slug: `p${number}` })).sort(compareDefault));

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const query: fc.Arbitrary<Query> = fc.record({
	q: maybe(
		fc
			.oneof(
				text,
				word.map((whole) => whole.slice(0, 2)),
				fc.constantFrom('™', '-', 'ai', '"', '*', 'mail"*', 'il s'),
			)
			.map((q) => q.trim() || 'e'),
	),
	filters: fc.record({
		commission_type: maybe(fc.constantFrom(...COMMISSION_TYPES)),
		min_commission: maybe(fc.constantFrom(0, 10, 11, 12.5, 30, 120, 500)),
		max_commission: maybe(fc.constantFrom(0, 9, 10, 12.5, 30, 120, 500)),
		min_cookie_days: maybe(fc.constantFrom(0, 1, 30, 31, 365, 1000)),
		tracking_platform: maybe(fc.constantFrom(...PLATFORMS, 'unknown', '')),
		verified_only: maybe(fc.boolean()),
		max_cookie_days: maybe(fc.constantFrom(0, 29, 60, 1000)),
		payout_frequency: maybe(fc.constantFrom(...FREQUENCIES, 'unknown')),
		min_rating: maybe(fc.constantFrom(0, 3, 4.04, 4.05, 5)),
		category: maybe(fc.constantFrom(...CATEGORIES, 'unknown')),
	}),
	sort: maybe(fc.constantFrom(...SORT_NAMES)),
	offset: fc.oneof(fc.constant(0), fc.nat(40)),
	limit: fc.integer({ min: 1, max: 20 }),
});

function indexOf(programs: readonly PublishedProgram[]): ProgramIndex {
	return new ProgramIndex(unpack(Buffer.concat(pack(buildIndex(programs)))));
}

describe('ProgramIndex', () => {
	test('answers every query as plain SQL does: page, total, order, facets', () => {
		fc.assert(
			fc.property(directory, fc.array(query, { minLength: 40, maxLength: 40 }), (programs, queries) => {
				const index = indexOf(programs);
				const sql = new SqlSearch(programs);
				try {
					for (const [i, one] of queries.entries()) {
						expect(index.search(one), JSON.stringify(one)).toEqual(sql.search(one));
						if (i % 4 === 0) expect(index.facets(one), JSON.stringify(one)).toEqual(sql.facets(one));
					}
				} finally {
					sql.close();
				}
			}),
			{ numRuns: 150 },
		);
	}, 30_000);

	test('counts for each value what a search with that value instead finds', () => {
		fc.assert(
			fc.property(directory, query, (programs, { q, filters }) => {
				const index = indexOf(programs);
				const found = (changed: FilterValues) =>
					index.search({ q, filters: { ...filters, ...changed }, offset: 0, limit: 0 }).total;
				const { terms, numbers } = index.facets({ q, filters });
				for (const { value, count } of terms.commission_type) {
					expect(count).toBe(found({ commission_type: value as CommissionType }));
				}
				for (const { value, count } of terms.verified_only)
					expect(count).toBe(found({ verified_only: value === 'true' }));
				for (const name of ['category', 'tracking_platform', 'payout_frequency'] as const) {
					for (const { value, count } of terms[name]) expect(count).toBe(found({ [name]: value }));
				}
				for (const { value, count } of numbers.commission_rate.steps) {
					expect(count).toBe(found({ min_commission: value, max_commission: undefined }));
				}
				for (const { value, count } of numbers.cookie_days.steps) {
					expect(count).toBe(found({ min_cookie_days: value, max_cookie_days: undefined }));
				}
				for (const { value, count } of numbers.rating_average.steps) expect(count).toBe(found({ min_rating: value }));
				expect(numbers.rating_average.known).toBe(found({ min_rating: 0 }));
			}),
			{ numRuns: 300 },
		);
	}, 30_000);

	test('its pages, one after another, show every match once', () => {
		fc.assert(
			fc.property(directory, query, (programs, one) => {
				const index = indexOf(programs);
				const { total } = index.search({ ...one, offset: 0 });
				const seen: number[] = [];
				for (let offset = 0; offset < total; offset += one.limit) seen.push(...index.search({ ...one, offset }).page);
				expect(seen).toEqual(index.search({ ...one, offset: 0, limit: programs.length }).page);
				expect(new Set(seen).size).toBe(total);
			}),
			{ numRuns: 200 },
		);
	});

	test('suggests only what gives results under the same filters', () => {
		const misspelt = fc
			.array(
				fc
					.tuple(word, fc.nat(6), fc.constantFrom('', 'x', 'ma'))
					.map(([w, at, put]) => w.slice(0, at) + put + w.slice(at + 1)),
				{ minLength: 1, maxLength: 3 },
			)
			.map((words) => words.join(' '));
		fc.assert(
			fc.property(directory, misspelt, query, (programs, q, { filters }) => {
				const index = indexOf(programs);
				const total = (text: string) => index.search({ q: text, filters, offset: 0, limit: 0 }).total;
				const suggestion = index.suggest({ q, filters });
				if (suggestion !== undefined) expect(total(suggestion)).toBeGreaterThan(0);
			}),
			{ numRuns: 1000 },
		);
	});

	test('agrees with SQL on a directory large enough for every form of set', () => {
		const folder = mkdtempSync(join(tmpdir(), 'program-index-'));
		const file = join(folder, 'snapshot.sqlite');
		generateSnapshot(file, { programs: 3000, reviews: 3000, seed: 7 });
		const db = openSnapshot(file);
		const programs = [...publishedPrograms(db)].sort(compareDefault);
		const index = indexOf(programs);
		const sql = new SqlSearch(programs);
		try {
			for (const [i, text] of randomQueries(db, 1500, 8, 0.6).entries()) {
				const { query } = readProgramQuery(parseQuery(text));
				expect(index.search(query), text).toEqual(sql.search(query));
				if (i % 30 === 0) expect(index.facets(query), text).toEqual(sql.facets(query));
			}
		} finally {
			sql.close();
			db.close();
			rmSync(folder, { recursive: true });
		}
	}, 60_000);
});
