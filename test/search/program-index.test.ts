import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readProgramQuery } from '../../src/api/program-query.ts';
import { parseQuery } from '../../src/api/target.ts';
import { type Columns, type ColumnType, wordsOf } from '../../src/catalog/columns.ts';
import { OFFER_COLUMNS } from '../../src/catalog/offer.ts';
import { PERIODS } from '../../src/catalog/pay.ts';
import { PROGRAM_COLUMNS } from '../../src/catalog/program.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { buildIndex } from '../../src/search/build-index.ts';
import { allFacets } from '../../src/search/facets.ts';
import type { Filter } from '../../src/search/filter.ts';
import { canRepeat, type FilterName, type FilterValues, type TermFilterName } from '../../src/search/filter-names.ts';
import { FILTERS } from '../../src/search/filters.ts';
import { NUMBER_COLUMNS } from '../../src/search/number-columns.ts';
import { compareDefault, ORDER_NAMES } from '../../src/search/order.ts';
import { ProgramIndex, type Query } from '../../src/search/program-index.ts';
import { splitWords } from '../../src/shared/text.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { publishedPrograms } from '../../src/snapshot/read.ts';
import { randomQueries } from '../bench/random-queries.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { offer } from '../support/offer.ts';
import { publishedProgram } from '../support/published-program.ts';
import { randomRuns } from '../support/random-runs.ts';
import { SqlSearch } from '../support/sql-search.ts';

/** A few words, many of them similar, so that random programs and random queries match. */
const WORDS = splitWords(
	'mail mailer Émail shop SHOPPING straße STRASSE Żółw οδός ΟΔΟΣ 旅行 🎁 🎉🎁 ｗｉｄｅ 𝒜𝒷 a 8am™ 42 a-b',
);
const word = fc.constantFrom(...WORDS);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const known = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const CATEGORIES = ['email', 'commerce', 'travel'];

/** Random values for the columns of each type. */
const BY_TYPE: { readonly [T in ColumnType]?: fc.Arbitrary<unknown> } = {
	keyword: fc.constantFrom('in-house', 'net-30'),
	keywords: fc.constantFrom(['bank'], ['bank', 'paypal']),
	names: fc.constantFrom(['Shop Mail'], ['mail', 'A-B 42']),
	countries: fc.constantFrom(['DE'], ['DE', 'US'], ['worldwide']),
	boolean: fc.boolean(),
	amount: fc.constantFrom(0, 5, 75),
	percentage: fc.constantFrom(0, 10, 12.5, 20, 30, 120),
	days: fc.constantFrom(0, 30, 60, 365),
	count: fc.nat(3),
};

/** Random values for all columns with a type in `BY_TYPE` or a list of words. */
function factsOf(columns: Columns): object {
	return Object.fromEntries(
		Object.entries(columns).flatMap(([name, { type, schema }]) => {
			const value = type === 'choice' ? fc.constantFrom(...wordsOf(schema)) : BY_TYPE[type];
			return value === undefined ? [] : [[name, schema.safeParse(null).success ? known(value) : value]];
		}),
	);
}

const furtherOffer = fc
	.record({
		...factsOf(OFFER_COLUMNS),
		from_month: fc.integer({ min: 1, max: 3 }),
		from_sale: fc.integer({ min: 1, max: 3 }),
		relation: fc.constantFrom('plus', 'or', 'then', 'then', 'then', 'instead'),
		reward: fc.constant(null),
		stated_in: fc.constant(null),
	})
	.map(offer);

const program = fc.record({
	...factsOf(PROGRAM_COLUMNS),
	offers: fc.array(furtherOffer, { maxLength: 3 }),
	commission_reward: fc.constantFrom(null, null, 'cash', 'credit'),
	name: fc
		.oneof(
			text,
			word,
			fc.tuple(word, word).map((pair) => pair.join('')),
			fc.constantFrom('Mail Shop', 'mailshop', 'E-Mail', 'AB'),
			fc.tuple(word, word).map(([current, former]) => `${current} (formerly ${former})`),
		)
		.map((name) => name || 'x'),
	aliases: known(fc.constantFrom<string[]>(['mail'], ['Mail shop', '42'], ['e-mail', 'A B'])),
	tags: known(fc.constantFrom<string[]>(['email'], ['mail', 'a-b'], ['travel', 'mail-shop'])),
	description: text,
	long_description: text,
	organization: fc.record({ slug: fc.constantFrom('acme', 'tolt', 'zeta'), name: word }),
	categories: fc.subarray(CATEGORIES).map((slugs) => slugs.map((slug) => ({ slug, name: slug }))),
	commission_duration: known(fc.constantFrom('3 months', '2 years', 'lifetime')),
	currency: known(fc.constantFrom('USD', 'USD', 'EUR')),
	commission_text: known(fc.constantFrom('up to 20%', '20% recurring', '20-30%', '60% of first month', '$75 or 20%')),
	checked_at: known(fc.constantFrom('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z')),
	imported_at: known(fc.constantFrom('2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z')),
	rating_average: known(fc.constantFrom(3.25, 4, 4.04, 4.05)),
	review_count: fc.nat(3),
	created_at: fc.constantFrom('2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z', '2026-01-01T00:00:00Z'),
});

const directory = fc
	.array(program, { maxLength: 130 })
	.map((parts) => parts.map((part, number) => publishedProgram({ ...part, slug: `p${number}` })).sort(compareDefault));

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Values to filter by: all values of the programs, nearby numbers, and values that no program has. */
function valuesOf(name: FilterName, programs: readonly PublishedProgram[]): FilterValues[FilterName][] {
	const filter: Filter = FILTERS[name];
	const texts =
		filter.kind === 'none_of'
			? ['unknown', ...programs.flatMap(FILTERS[filter.of as TermFilterName].terms)]
			: filter.kind === 'term'
				? ['unknown', ...programs.flatMap(filter.terms)]
				: filter.kind === 'similar'
					? ['unknown', ...programs.map(({ slug }) => slug)]
					: ['0', ...programs.flatMap((program) => numbersAt(NUMBER_COLUMNS[filter.column].of(program))).map(String)];
	return [...new Set(texts)].flatMap((text) => {
		const { success, data } = FILTERS[name].schema.safeParse(text);
		return success ? [data] : [];
	});
}

function numbersAt(value: number | null): number[] {
	return value === null ? [] : [value, value + 0.01, value + 1, Math.max(0, value - 1)];
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

function queryOf(programs: readonly PublishedProgram[]): fc.Arbitrary<Query> {
	const choices = FILTER_NAMES.flatMap((name) => {
		const values = valuesOf(name, programs);
		if (values.length === 0) return [];
		const one = fc.constantFrom(...values);
		const several = fc.array(one, { minLength: 2, maxLength: 4 });
		return [
			[
				name,
				canRepeat(name) ? fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: several }) : one,
			] as const,
		];
	});
	// More filters at once would leave no matches.
	const filters = fc.subarray(choices, { maxLength: 3 }).chain((some) => fc.record(Object.fromEntries(some)));
	const start = fc
		.tuple(fc.constantFrom('mail', ...programs.map(({ name }) => name)), fc.nat(20))
		.map(([name, length]) =>
			[...name]
				.slice(0, 3 + length)
				.join('')
				.trim(),
		);
	return fc.record({
		...REST_OF_QUERY,
		q: maybe(fc.oneof(anyText, start, namedText(programs))),
		filters,
		slugs: fc.option(fc.uniqueArray(fc.constantFrom('none', ...programs.map(({ slug }) => slug))), {
			nil: undefined,
			freq: 9,
		}),
	});
}

/** Names, aliases, categories and tags as people type them: without spaces, or beside other words. */
function namedText(programs: readonly PublishedProgram[]): fc.Arbitrary<string> {
	const named = programs.flatMap(({ name, aliases, tags }) => [name, ...(aliases ?? []), ...(tags ?? [])]);
	return fc
		.tuple(
			fc.constantFrom('', '', 'affiliate ', 'Referral programs '),
			fc.constantFrom(...CATEGORIES, 'pay pal', ...named),
			fc.constantFrom(' ', '', '-'),
			fc.constantFrom('', '', ' affiliate', ' partner program', ' programmes', ' affiliates'),
		)
		.map(([before, name, space, after]) => `${before}${name.replaceAll(' ', space)}${after}`);
}

/** A directory and queries for it. */
const directoryWithQueries = (count: number) =>
	directory.chain((programs) =>
		fc.tuple(fc.constant(programs), fc.array(queryOf(programs), { minLength: count, maxLength: count })),
	);

const anyText = fc
	.oneof(
		text,
		word.map((whole) => [...whole].slice(0, 2).join('')),
		fc.constantFrom('™', '-', 'ai', '"', '*', 'mail"*', 'il s'),
	)
	.map((q) => q.trim() || 'e');

const REST_OF_QUERY = {
	sort: fc.oneof(
		fc.constant(undefined),
		fc.constant('relevance' as const),
		fc.constantFrom(...ORDER_NAMES),
		fc.record({
			price: fc.constantFrom(0, 50, 375),
			customers: fc.constantFrom(0, 0.3, 1, 10),
			churn: fc.constantFrom(0, 5, 100),
			months: fc.constantFrom(...PERIODS),
		}),
	),
	offset: fc.oneof(fc.constant(0), fc.nat(40)),
	limit: fc.integer({ min: 1, max: 20 }),
};

function indexOf(programs: readonly PublishedProgram[]): ProgramIndex {
	return new ProgramIndex(buildIndex(programs));
}

describe('ProgramIndex', () => {
	test('gives the same result as plain SQL for every query: page, total, order, facets', () => {
		fc.assert(
			fc.property(directoryWithQueries(40), ([programs, queries]) => {
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
			{ numRuns: randomRuns(15) },
		);
	});

	test.each(FILTER_NAMES)('is tested with programs that differ in %s', (name) => {
		const programs = fc.sample(directory, 20).flat();
		const index = indexOf(programs);
		const found = valuesOf(name, programs).map(
			(value) => index.search({ filters: { [name]: value }, offset: 0, limit: 0 }).total,
		);
		expect(found.some((total) => total > 0 && total < programs.length)).toBe(true);
	});

	test('counts all programs in the same way as the list of all programs', () => {
		fc.assert(
			fc.property(directory, (programs) => {
				expect(indexOf(programs).facets({})).toEqual(allFacets(programs));
			}),
			{ numRuns: randomRuns(5) },
		);
	});

	test('suggests only texts with results under the same filters', () => {
		const misspelt = fc
			.array(
				fc
					.tuple(word, fc.nat(6), fc.constantFrom('', 'x', 'ma'))
					.map(([w, at, put]) => w.slice(0, at) + put + w.slice(at + 1)),
				{ minLength: 1, maxLength: 3 },
			)
			.map((words) => words.join(' '));
		fc.assert(
			fc.property(directoryWithQueries(1), misspelt, ([programs, [query]], q) => {
				const { filters } = query!;
				const index = indexOf(programs);
				const total = (text: string) => index.search({ q: text, filters, offset: 0, limit: 0 }).total;
				const suggestion = index.suggest({ q, filters });
				if (suggestion !== undefined) expect(total(suggestion)).toBeGreaterThan(0);
			}),
			{ numRuns: randomRuns(100) },
		);
	});

	test('gives the same result as SQL for a directory large enough for every form of set', () => {
		const folder = mkdtempSync(join(tmpdir(), 'program-index-'));
		const file = join(folder, 'snapshot.sqlite');
		generateSnapshot(file, { programs: 3000, reviews: 3000, seed: 7 });
		const db = openSnapshot(file);
		const programs = [...publishedPrograms(db)].sort(compareDefault);
		const index = indexOf(programs);
		const sql = new SqlSearch(programs);
		const values = FILTER_NAMES.map((name) => [name, valuesOf(name, programs)] as const);
		try {
			for (const [i, text] of randomQueries(db, randomRuns(120), 8, 0.6).entries()) {
				const { query: parsed } = readProgramQuery(parseQuery(text));
				const [name, choices] = values[i % values.length]!;
				const query = {
					...parsed,
					sort: parsed.sort ?? (i % 2 === 0 ? 'relevance' : undefined),
					filters: { ...parsed.filters, [name]: choices[Math.floor(i / values.length) % choices.length] },
				};
				expect(index.search(query), JSON.stringify(query)).toEqual(sql.search(query));
				if (i % 29 === 0) expect(index.facets(query), JSON.stringify(query)).toEqual(sql.facets(query));
			}
		} finally {
			sql.close();
			db.close();
			rmSync(folder, { recursive: true });
		}
	});
});
