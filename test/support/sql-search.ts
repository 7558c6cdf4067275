/**
 * The program search in plain SQL, with FTS5 for words: slow, short, and written without a look at the index, so that
 * the two can be held against each other. The benchmark measures against it too.
 */
import Database from 'better-sqlite3';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { searchText } from '../../src/search/build-index.ts';
import type { FilterName } from '../../src/search/filters.ts';
import type { SortName } from '../../src/search/order.ts';
import type { Matches, Query } from '../../src/search/program-index.ts';
import { fold, words } from '../../src/search/text.ts';

const WHERE: { readonly [N in FilterName]: string } = {
	commission_type: 'commission_type = @commission_type',
	min_commission: 'commission_rate >= @min_commission',
	max_commission: 'commission_rate <= @max_commission',
	min_cookie_days: 'cookie_days >= @min_cookie_days',
	tracking_platform: 'tracking_platform = @tracking_platform',
	verified_only: '(NOT @verified_only OR verified)',
	max_cookie_days: 'cookie_days <= @max_cookie_days',
	payout_frequency: 'payout_frequency = @payout_frequency',
	min_rating: 'rating >= @min_rating',
	category: 'EXISTS (SELECT 1 FROM in_category WHERE program = number AND category = @category)',
};

const ORDER_BY: { readonly [S in SortName]: string } = {
	trending: 'views DESC',
	commission_desc: 'commission_rate DESC NULLS LAST',
	commission_asc: 'commission_rate ASC NULLS LAST',
	cookie_desc: 'cookie_days DESC NULLS LAST',
	rating_desc: 'rating DESC NULLS LAST',
	reviews_desc: 'review_count DESC',
	newest: 'created_at DESC',
};

const DEFAULT_ORDER = 'featured DESC, views DESC';
const TIES = 'review_count DESC, slug ASC';

export class SqlSearch {
	readonly #db = new Database(':memory:');

	/** @param programs in the default order, as for `buildIndex` */
	constructor(programs: readonly PublishedProgram[]) {
		this.#db.exec(`
			CREATE TABLE programs (number INTEGER PRIMARY KEY, slug TEXT, name TEXT, commission_type TEXT, commission_rate REAL,
				cookie_days INTEGER, tracking_platform TEXT, payout_frequency TEXT, verified INTEGER, featured INTEGER, views INTEGER, rating REAL,
				review_count INTEGER, created_at TEXT) STRICT;
			CREATE TABLE in_category (category TEXT, program INTEGER, PRIMARY KEY (category, program)) WITHOUT ROWID;
			CREATE VIRTUAL TABLE texts USING fts5(text, prefix='2', tokenize = "unicode61 remove_diacritics 0 categories 'L* N*'");
			CREATE INDEX by_rate ON programs (commission_rate);
			CREATE INDEX by_cookie ON programs (cookie_days);
			CREATE INDEX by_views ON programs (featured DESC, views DESC, review_count DESC, slug);`);
		const insert =
			this.#db.prepare(`INSERT INTO programs VALUES (@number, @slug, @folded, @commission_type, @commission_rate,
			@cookie_days, @tracking_platform, @payout_frequency, @verified, @featured, @views, @rating_average, @review_count, @created_at)`);
		const insertCategory = this.#db.prepare('INSERT INTO in_category VALUES (?, ?)');
		const insertText = this.#db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
		this.#db.transaction(() => {
			programs.forEach((program, number) => {
				const flags = { verified: Number(program.verified), featured: Number(program.featured) };
				insert.run({ ...program, ...flags, number, folded: fold(program.name) });
				for (const category of program.categories) insertCategory.run(category.slug, number);
				insertText.run(number, fold(searchText(program)));
			});
		})();
	}

	search({ q, filters = {}, sort, offset, limit }: Query): Matches {
		const given = Object.entries(filters).filter(([, value]) => value !== undefined);
		const conditions = given.map(([name]) => WHERE[name as FilterName]);
		const values: { [name: string]: unknown } = { offset, limit };
		for (const [name, value] of given) values[name] = typeof value === 'boolean' ? Number(value) : value;
		if (q !== undefined && fold(q) !== '') {
			values.contained = fold(q);
			values.match = words(fold(q))
				.map((word) => `"${word}"`)
				.join(' ');
			const inText = values.match ? 'number IN (SELECT rowid FROM texts WHERE texts MATCH @match)' : 'FALSE';
			values.match += '*';
			conditions.push(`(${inText} OR instr(name, @contained) > 0)`);
		}
		const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
		const order = `${sort === undefined ? DEFAULT_ORDER : ORDER_BY[sort]}, ${TIES}`;
		const total = this.#db.prepare(`SELECT count(*) FROM programs ${where}`).pluck().get(values) as number;
		const page = this.#db
			.prepare(`SELECT number FROM programs ${where} ORDER BY ${order} LIMIT @limit OFFSET @offset`)
			.pluck()
			.all(values) as number[];
		return { total, page };
	}

	close(): void {
		this.#db.close();
	}
}
