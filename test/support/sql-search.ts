/**
 * The program search in plain SQL, with FTS5 for words. It is slow but short, and written independently of the index,
 * so that tests can compare the two. The benchmark uses it too.
 */
import Database from 'better-sqlite3';
import { storedColumns } from '../../src/catalog/columns.ts';
import { commissionOf } from '../../src/catalog/commission.ts';
import { COUNTRIES } from '../../src/catalog/countries.ts';
import { type Pay, payOf } from '../../src/catalog/pay.ts';
import { PROGRAM_COLUMNS, type Program } from '../../src/catalog/program.ts';
import { provenanceOf } from '../../src/catalog/provenance.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import type { Facets } from '../../src/search/facets.ts';
import type { CountedFilterName, FilterName } from '../../src/search/filter-names.ts';
import { otherNames, SHORTEST_START, searchText } from '../../src/search/names.ts';
import { NUMBER_COLUMNS, type NumberColumn } from '../../src/search/number-columns.ts';
import type { OrderName } from '../../src/search/order.ts';
import type { Matches, Query } from '../../src/search/program-index.ts';
import { fold, words } from '../../src/search/text.ts';
import { plainSimilar } from './plain-similar.ts';
import { simulatedPay } from './simulated-pay.ts';
import { SqlIntent } from './sql-intent.ts';

const WHERE: { readonly [N in FilterName]: string } = {
	commission_type: `coalesce(commission_type, 'one_time') = @commission_type`,
	commission_figure: 'commission_figure = @commission_figure',
	min_commission: 'commission_rate >= @min_commission',
	max_commission: 'commission_rate <= @max_commission',
	min_guaranteed: 'guaranteed_rate >= @min_guaranteed',
	max_guaranteed: 'guaranteed_rate <= @max_guaranteed',
	min_cookie_days: 'cookie_days >= @min_cookie_days',
	tracking_platform: 'tracking_platform = @tracking_platform',
	verified_only: '(NOT @verified_only OR verified)',
	max_cookie_days: 'cookie_days <= @max_cookie_days',
	payout_frequency: 'payout_frequency = @payout_frequency',
	availability: 'availability = @availability',
	approval: 'approval = @approval',
	country: `(countries = 'worldwide' AND length(@country) = 2 OR ';' || countries || ';' LIKE '%;' || @country || ';%')`,
	payout_method: `';' || payout_methods || ';' LIKE '%;' || @payout_method || ';%'`,
	restriction: `';' || restrictions || ';' LIKE '%;' || @restriction || ';%'`,
	not_restriction: `coalesce(';' || restrictions || ';' NOT LIKE '%;' || @not_restriction || ';%', TRUE)`,
	tag: `';' || tags || ';' LIKE '%;' || @tag || ';%'`,
	attribution: 'attribution = @attribution',
	commission_lifetime: '(NOT @commission_lifetime OR commission_lifetime)',
	deep_links: '(NOT @deep_links OR deep_links)',
	provenance: 'provenance = @provenance',
	min_rating: 'rating >= @min_rating',
	organization: 'organization = @organization',
	similar_to: 'slug IN (SELECT value FROM json_each(similar(@similar_to)))',
	category: 'EXISTS (SELECT 1 FROM in_category WHERE program = number AND category = @category)',
};

const RESTRICTIONS = `SELECT r.value AS value, number FROM programs
	JOIN json_each('["' || replace(restrictions, ';', '","') || '"]') AS r`;

/** For each filter, SQL that returns each of its values with the numbers of the programs that have the value. */
const TERMS: { readonly [N in CountedFilterName]: string } = {
	commission_type: `SELECT coalesce(commission_type, 'one_time') AS value, number FROM programs`,
	commission_figure: 'SELECT commission_figure AS value, number FROM programs WHERE value IS NOT NULL',
	tracking_platform: 'SELECT tracking_platform AS value, number FROM programs WHERE value IS NOT NULL',
	verified_only: `SELECT 'true' AS value, number FROM programs WHERE verified`,
	category: 'SELECT category AS value, program AS number FROM in_category',
	payout_frequency: 'SELECT payout_frequency AS value, number FROM programs WHERE value IS NOT NULL',
	availability: 'SELECT availability AS value, number FROM programs WHERE value IS NOT NULL',
	approval: 'SELECT approval AS value, number FROM programs WHERE value IS NOT NULL',
	country: `SELECT c.value, number FROM programs JOIN json_each(
		iif(countries = 'worldwide', @all_countries, '["' || replace(countries, ';', '","') || '"]')) AS c`,
	payout_method: `SELECT m.value, number FROM programs
		JOIN json_each('["' || replace(payout_methods, ';', '","') || '"]') AS m`,
	restriction: RESTRICTIONS,
	not_restriction: `WITH restricted AS (${RESTRICTIONS})
		SELECT value, p.number FROM (SELECT DISTINCT value FROM restricted) JOIN programs AS p
		WHERE (value, p.number) NOT IN (SELECT value, number FROM restricted)`,
	tag: `SELECT t.value, number FROM programs JOIN json_each('["' || replace(tags, ';', '","') || '"]') AS t`,
	attribution: 'SELECT attribution AS value, number FROM programs WHERE value IS NOT NULL',
	commission_lifetime: `SELECT 'true' AS value, number FROM programs WHERE commission_lifetime`,
	deep_links: `SELECT 'true' AS value, number FROM programs WHERE deep_links`,
	provenance: 'SELECT provenance AS value, number FROM programs',
};

/** The SQL column and the filters of each number column. */
const RANGES: { readonly [C in NumberColumn]: { readonly field: string; readonly range: readonly FilterName[] } } = {
	commission_rate: { field: 'commission_rate', range: ['min_commission', 'max_commission'] },
	guaranteed_rate: { field: 'guaranteed_rate', range: ['min_guaranteed', 'max_guaranteed'] },
	cookie_days: { field: 'cookie_days', range: ['min_cookie_days', 'max_cookie_days'] },
	rating_average: { field: 'rating', range: ['min_rating'] },
};

/** The columns of programs that are stored as they are, without long texts. */
const PLAIN = storedColumns(PROGRAM_COLUMNS).filter(
	(name) => PROGRAM_COLUMNS[name as keyof Program].type !== 'text' && name !== 'organization' && name !== 'name',
);

/** The other columns. */
const COMPUTED = [
	...[
		'organization',
		'name',
		'compact',
		'commission_figure',
		'paid_rate',
		'guaranteed_rate',
		'is_comparable',
		'provenance',
		'rating',
		'review_count',
	],
	...['pay', 'is_foreign', 'is_maximum'],
];

/** The values of `PLAIN` as SQL values: booleans as numbers, and lists with semicolons. */
function plainValues(program: PublishedProgram): { readonly [column: string]: unknown } {
	return Object.fromEntries(
		PLAIN.map((name) => {
			const value = program[name as keyof PublishedProgram] ?? null;
			return [name, typeof value === 'boolean' ? Number(value) : Array.isArray(value) ? value.join(';') : value];
		}),
	);
}

const ORDER_BY: { readonly [S in OrderName]: string } = {
	trending: 'views DESC',
	commission_desc: 'commission_rate DESC NULLS LAST',
	commission_asc: 'commission_rate ASC NULLS LAST',
	guaranteed_desc: `availability IS 'closed', paid_rate IS NULL, paid_rate IS NOT NULL AND is_comparable DESC, paid_rate DESC`,
	guaranteed_asc: `availability IS 'closed', paid_rate IS NULL, paid_rate IS NOT NULL AND is_comparable DESC, paid_rate ASC`,
	cookie_desc: 'cookie_days DESC NULLS LAST',
	rating_desc: 'rating DESC NULLS LAST',
	reviews_desc: 'review_count DESC',
	newest: 'created_at DESC',
	listed: `availability IS 'closed', featured DESC, coalesce(commission_figure, 'contradictory') = 'contradictory', views DESC`,
	ranked: 'review_count < 5, CASE WHEN review_count < 5 THEN review_count ELSE rating END DESC',
	checked_desc: `availability IS 'closed', coalesce(checked_at, imported_at) IS NULL, checked_at IS NULL, coalesce(checked_at, imported_at) DESC`,
};

/**
 * Sorts by estimate. Minimums come first, then maximums. They are followed by the minimums and then the maximums in
 * currencies other than the most common one.
 */
const BY_ESTIMATE = `availability IS 'closed', pay IS NULL, is_foreign, is_maximum,
	simulated(pay, is_maximum, @expectation) DESC, number`;

const DEFAULT_ORDER = 'featured DESC, views DESC';
const TIES = 'review_count DESC, slug ASC';

/** Matches programs with a compact name that is meant by the search text, or that starts with it. */
const IS_NAMED = 'number IN (SELECT program FROM compact_names WHERE name IN (@joined, @without))';
const STARTS_COMPACT = `length(@joined) >= ${SHORTEST_START}
	AND number IN (SELECT program FROM compact_names WHERE substr(name, 1, length(@joined)) = @joined)`;

/** Lists the programs similar to the first value of the filter first, then those to the second one, and so on. */
const BY_SIMILARITY = `(SELECT min(wanted.key * 100 + found.key) FROM json_each(@similar) AS wanted,
	json_each(similar(wanted.value)) AS found WHERE found.value = slug)`;

function orderBy(sort: Query['sort'], { similar }: { readonly [name: string]: unknown }): string {
	if (typeof sort === 'object') return BY_ESTIMATE;
	if (sort === 'relevance' && similar !== undefined) return BY_SIMILARITY;
	return sort === undefined || sort === 'relevance' ? DEFAULT_ORDER : ORDER_BY[sort];
}

/** Leaves only the letters and digits of a text, without spaces. Returns null if there are none. */
function joined(text: string): string | null {
	return words(fold(text)).join('') || null;
}

/** Removes words such as `affiliate program` from the start and from the end. */
function withoutProgram(list: readonly string[]): readonly string[] {
	const isBeside = (word: string | undefined) => /^(?:affiliate|referral|partner)s?$/.test(word ?? '');
	const isProgram = (word: string | undefined) => /^program(?:me)?s?$/.test(word ?? '');
	const rest = isBeside(list[0]) ? list.slice(isProgram(list[1]) ? 2 : 1) : list;
	const end = isProgram(rest.at(-1)) ? 2 : 1;
	return rest.length > end && isBeside(rest.at(-end)) ? rest.slice(0, -end) : rest;
}

function mostCommonCurrency(pays: readonly (Pay | null)[]): string | undefined {
	const currencies = pays.flatMap((pay) => pay?.currency ?? []);
	const countOf = (currency: string) => currencies.filter((other) => other === currency).length;
	return [...new Set(currencies)].sort((a, b) => countOf(b) - countOf(a))[0];
}

function isMaximum(pay: Pay | null): boolean {
	return pay?.parts.flatMap(({ phases }) => phases).every(({ figure }) => figure === 'up_to') ?? false;
}

type Narrowing = Pick<Query, 'q' | 'filters' | 'slugs'>;

export class SqlSearch {
	readonly #db = new Database(':memory:');
	readonly #intent: SqlIntent;

	/** @param programs the programs in the default order, as for `buildIndex` */
	constructor(programs: readonly PublishedProgram[]) {
		this.#intent = new SqlIntent(programs, []);
		this.#db.exec(`
			CREATE TABLE programs (number INTEGER PRIMARY KEY, ${[...PLAIN, ...COMPUTED].join(', ')});
			CREATE TABLE in_category (category TEXT, program INTEGER, PRIMARY KEY (category, program)) WITHOUT ROWID;
			CREATE VIRTUAL TABLE texts USING fts5(text, prefix='2', tokenize = "unicode61 remove_diacritics 0 categories 'L* N*'");
			CREATE TABLE compact_names (name TEXT, program INTEGER);
			CREATE INDEX by_rate ON programs (commission_rate);
			CREATE INDEX by_cookie ON programs (cookie_days);
			CREATE INDEX by_views ON programs (featured DESC, views DESC, review_count DESC, slug);`);
		const parameters = ['number', ...PLAIN, ...COMPUTED].map((name) => `@${name}`);
		const insert = this.#db.prepare(`INSERT INTO programs VALUES (${parameters.join(', ')})`);
		const insertCategory = this.#db.prepare('INSERT INTO in_category VALUES (?, ?)');
		const insertCompact = this.#db.prepare('INSERT INTO compact_names VALUES (?, ?)');
		const insertText = this.#db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
		const pays = programs.map((program) => {
			const pay = program.availability === 'closed' ? 'closed' : payOf(program);
			return typeof pay === 'string' ? null : pay;
		});
		const similar = plainSimilar(programs);
		const usual = mostCommonCurrency(pays);
		const isForeign = (pay: Pay | null) => pay !== null && pay.currency !== null && pay.currency !== usual;
		this.#db.function('similar', (slug) => JSON.stringify(similar(slug as string)));
		this.#db.function('simulated', (pay, isMaximum, expectation) =>
			pay === null
				? null
				: simulatedPay(JSON.parse(pay as string), JSON.parse(expectation as string))[Number(isMaximum)],
		);
		this.#db.transaction(() => {
			programs.forEach((program, number) => {
				const { isContradictory, qualifier, rate, isComparable, isCounted } = commissionOf(program);
				const paid = {
					commission_figure: isContradictory ? 'contradictory' : qualifier,
					paid_rate: isCounted ? rate : null,
					guaranteed_rate: isCounted && (qualifier === 'exact' || qualifier === 'from') ? rate : null,
					is_comparable: Number(isComparable),
				};
				const pay = {
					pay: pays[number] && JSON.stringify(pays[number]),
					is_foreign: Number(isForeign(pays[number]!)),
					is_maximum: Number(isMaximum(pays[number]!)),
				};
				insert.run({
					...plainValues(program),
					...pay,
					...paid,
					provenance: provenanceOf(program),
					number,
					organization: program.organization.slug,
					name: fold(program.name),
					compact: joined(program.name),
					rating: program.rating_average,
					review_count: program.review_count,
				});
				for (const category of program.categories) insertCategory.run(category.slug, number);
				const names = [program.name, ...otherNames(program)];
				for (const name of names) insertCompact.run(joined(name), number);
				insertText.run(number, fold(searchText(program)));
			});
		})();
	}

	search({ q, filters, slugs, sort, offset, limit }: Query): Matches {
		const { where, values } = this.#matching({ q, filters, slugs });
		const order = `${orderBy(sort, values)}, ${TIES}`;
		if (sort === 'relevance' && values.contained !== undefined) {
			const numbers = this.#db.prepare<[object], number>(`SELECT number FROM programs ${where}`).pluck().all(values);
			const page = this.#intent.ranked(q!, numbers).slice(offset, offset + limit);
			return { total: numbers.length, page };
		}
		const total = this.#db.prepare(`SELECT count(*) FROM programs ${where}`).pluck().get(values) as number;
		const page = this.#db
			.prepare(`SELECT number FROM programs ${where} ORDER BY ${order} LIMIT @limit OFFSET @offset`)
			.pluck()
			.all({
				...values,
				expectation: typeof sort === 'object' ? JSON.stringify(sort) : null,
				offset,
				limit,
			}) as number[];
		return { total, page };
	}

	facets({ q, filters, slugs }: Narrowing): Facets {
		const terms = Object.entries(TERMS).map(([name, terms]) => {
			const { where, values } = this.#matching({ q, slugs, filters: { ...filters, [name]: undefined } });
			const counts = `SELECT value, count(m.number) AS count FROM (${terms})
				LEFT JOIN (SELECT number FROM programs ${where}) AS m USING (number)
				GROUP BY value ORDER BY count(*) DESC, value`;
			return [name, this.#db.prepare(counts).all({ ...values, all_countries: JSON.stringify(COUNTRIES) })];
		});
		const numbers = Object.entries(RANGES).map(([column, { field, range }]) => {
			const free = Object.fromEntries(range.map((name) => [name, undefined]));
			const { where, values } = this.#matching({ q, slugs, filters: { ...filters, ...free } });
			const count = (condition: string) =>
				this.#db.prepare(`SELECT count(*) FILTER (WHERE ${condition}) FROM programs ${where}`).pluck().get(values);
			return [
				column,
				{
					known: count(`${field} IS NOT NULL`),
					...(this.#db.prepare(`SELECT min(${field}) AS least, max(${field}) AS most FROM programs`).get() as object),
					steps: NUMBER_COLUMNS[column as NumberColumn].steps.map((value) => ({
						value,
						count: count(`${field} >= ${value}`),
					})),
				},
			];
		});
		return { terms: Object.fromEntries(terms), numbers: Object.fromEntries(numbers) };
	}

	/** Returns the SQL condition for the matching programs, and the values of its parameters. */
	#matching({ q, filters = {}, slugs }: Narrowing): { where: string; values: { [name: string]: unknown } } {
		const values: { [name: string]: unknown } = {};
		const conditions: string[] = [];
		for (const [name, value] of Object.entries(filters)) {
			if (value === undefined) continue;
			const several = [value].flat().map((one, place) => {
				values[`${name}_${place}`] = typeof one === 'boolean' ? Number(one) : one;
				return WHERE[name as FilterName].replaceAll(`@${name}`, `@${name}_${place}`);
			});
			conditions.push(`(${several.join(name === 'not_restriction' ? ' AND ' : ' OR ')})`);
		}
		if (filters.similar_to !== undefined) values.similar = JSON.stringify([filters.similar_to].flat());
		if (slugs !== undefined) {
			values.slugs = JSON.stringify(slugs);
			conditions.push('slug IN (SELECT value FROM json_each(@slugs))');
		}
		if (q !== undefined && fold(q) !== '') {
			values.contained = fold(q);
			values.match = words(fold(q))
				.map((word) => `"${word}"`)
				.join(' ');
			values.joined = joined(q);
			values.without = joined(withoutProgram(words(fold(q))).join(' '));
			const inText = values.match ? 'number IN (SELECT rowid FROM texts WHERE texts MATCH @match)' : 'FALSE';
			values.match += '*';
			conditions.push(`(${inText} OR instr(name, @contained) > 0 OR ${IS_NAMED} OR ${STARTS_COMPACT})`);
		}
		return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
	}

	close(): void {
		this.#intent.close();
		this.#db.close();
	}
}
