/**
 * Generates varied queries like those of people and scripts, with words from the directory, filters, sort orders and
 * pages.
 */
import type Database from 'better-sqlite3';
import { readProgramQuery } from '../../src/api/program-query.ts';
import { parseQuery } from '../../src/api/target.ts';
import { SORTS } from '../../src/search/order.ts';
import type { Query } from '../../src/search/program-index.ts';
import { Random } from '../generate/random.ts';

/**
 * Makes query strings for `GET /v1/programs`.
 *
 * @param withText the share of queries with a `q`, from 0 to 1
 */
export function randomQueries(snapshot: Database.Database, count: number, seed: number, withText: number): string[] {
	const random = new Random(seed, 'queries');
	const texts = snapshot
		.prepare<[], string>('SELECT name || char(32) || description FROM programs ORDER BY slug LIMIT 5000')
		.pluck()
		.all();
	const column = (sql: string) => snapshot.prepare<[], string>(sql).pluck().all();
	const categories = column('SELECT slug FROM categories');
	const platforms = column('SELECT DISTINCT tracking_platform FROM programs WHERE tracking_platform IS NOT NULL');

	return Array.from({ length: count }, () => {
		const query = new URLSearchParams();
		if (random.chance(withText)) query.set('q', someWords());
		if (random.chance(0.3)) query.set('commission_type', random.pick(['recurring', 'one_time', 'hybrid', 'tiered']));
		if (random.chance(0.3)) query.set('min_commission', String(random.between(1, 500) / 10));
		if (random.chance(0.1)) query.set('max_commission', String(random.between(200, 900) / 10));
		if (random.chance(0.3)) query.set('min_cookie_days', String(random.between(1, 120)));
		if (random.chance(0.2)) query.set('tracking_platform', random.pick(platforms));
		if (random.chance(0.2)) query.set('verified_only', 'true');
		if (random.chance(0.3)) query.set('category', random.pick(categories));
		if (random.chance(0.7)) query.set('sort', random.pick(Object.keys(SORTS)));
		if (random.chance(0.4))
			query.set('page', String(random.chance(0.8) ? random.between(2, 10) : random.between(11, 300)));
		return query.toString();
	});

	/** Returns one to three words. The last word is often incomplete, as during typing. */
	function someWords(): string {
		const words = random.pick(texts).split(/\s+/);
		const chosen = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => random.pick(words));
		const last = chosen.pop()!;
		chosen.push(random.chance(0.5) ? last : last.slice(0, random.between(1, 4)));
		return chosen.join(' ').trim() || 'a';
	}
}

/**
 * Makes explorer queries. They are the queries from `randomQueries`, some with filters that are extensions of the
 * interface.
 */
export function randomExplorations(
	snapshot: Database.Database,
	count: number,
	seed: number,
	withText: number,
): Query[] {
	const random = new Random(seed, 'explorations');
	const frequencies = snapshot
		.prepare<[], string>('SELECT DISTINCT payout_frequency FROM programs WHERE payout_frequency IS NOT NULL')
		.pluck()
		.all();
	return randomQueries(snapshot, count, seed, withText).map((text) => {
		const { query } = readProgramQuery(parseQuery(text));
		const filters = {
			...query.filters,
			max_cookie_days: random.chance(0.1) ? random.between(30, 400) : undefined,
			payout_frequency: random.chance(0.2) ? random.pick(frequencies) : undefined,
			min_rating: random.chance(0.2) ? random.between(20, 48) / 10 : undefined,
		};
		return { ...query, filters, sort: query.sort ?? (query.q === undefined ? undefined : ('relevance' as const)) };
	});
}
