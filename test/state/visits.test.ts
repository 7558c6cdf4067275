import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/state/database.ts';
import { PostgresDatabase } from '../../src/state/postgres/postgres-database.ts';
import { SqliteDatabase } from '../../src/state/sqlite/sqlite-database.ts';
import type { State } from '../../src/state/state.ts';
import { MOST_SITES, OTHER_SITES, VISITS_KEPT, type VisitCount } from '../../src/state/visit-store.ts';
import { VisitorStore } from '../../src/state/visitor-store.ts';
import { ENGINE, rowsOf, type StatePlace, statePlace } from '../support/states.ts';

const opened: BetterSqlite.Database[] = [];
let place: StatePlace;
let state: State;
/** The same state, opened as another process would. */
let other: State;

beforeAll(async () => {
	place = await statePlace();
});
beforeEach(async () => {
	await place.clear();
	state = await place.open();
	other = await place.open();
});
afterEach(async () => {
	for (const file of opened.splice(0)) file.close();
	await place.close();
});
afterAll(() => place.remove());

const DAY = '2026-05-01';
const PERIOD = { from: '2026-04-02', to: DAY };

function countOf(fields: Partial<VisitCount> = {}): VisitCount {
	return { day: DAY, program: 'acme', site: '', views: 1, clicks: 0, ...fields };
}

describe(`In ${ENGINE}, the counts of views`, () => {
	test('of several processes are added up, by day, by site and by program', async () => {
		await Promise.all([
			state.visits.add([countOf(), countOf({ site: 'news.example', views: 2 ** 40, clicks: 1 })]),
			other.visits.add([countOf({ views: 4 }), countOf({ day: '2026-04-30', clicks: 2 })]),
			other.visits.add([countOf({ program: 'borealis', site: 'news.example' })]),
		]);
		expect(await state.visits.byDay(['acme'], PERIOD)).toEqual([
			{ day: '2026-04-30', views: 1, clicks: 2 },
			{ day: DAY, views: 2 ** 40 + 5, clicks: 1 },
		]);
		expect(await state.visits.bySite(['acme', 'borealis', 'none'], PERIOD)).toEqual([
			{ site: 'news.example', views: 2 ** 40 + 1, clicks: 1 },
			{ site: '', views: 6, clicks: 2 },
		]);
		expect(await state.visits.byProgram(['acme', 'borealis'], PERIOD)).toEqual([
			{ program: 'acme', views: 2 ** 40 + 6, clicks: 3 },
			{ program: 'borealis', views: 1, clicks: 0 },
		]);
		expect(await state.visits.byDay([], PERIOD)).toEqual([]);
		expect(await state.visits.totals({ from: DAY, to: DAY })).toEqual(
			new Map([
				['acme', 2 ** 40 + 5],
				['borealis', 1],
			]),
		);
	});

	test('have a limited number of sites for each program and day', async () => {
		const invented = Array.from({ length: 3 * MOST_SITES }, (_, i) => countOf({ site: `site${i}.example` }));
		await state.visits.add(invented.slice(0, 15));
		await state.visits.add(invented.slice(10));
		await state.visits.add([countOf(), countOf({ program: 'borealis', site: 'late.example' })]);
		const sites = await state.visits.bySite(['acme'], PERIOD);
		expect(sites).toHaveLength(MOST_SITES + 2);
		expect(sites.find(({ site }) => site === OTHER_SITES)!.views).toBe(2 * MOST_SITES);
		expect(sites.reduce((sum, { views }) => sum + views, 0)).toBe(3 * MOST_SITES + 6);
		expect((await state.visits.bySite(['borealis'], PERIOD))[0]!.site).toBe('late.example');
	});

	test(`are removed after ${VISITS_KEPT} days`, async () => {
		await state.visits.add([countOf({ day: '2025-03-26' }), countOf({ day: '2025-03-27' })]);
		await state.prune(new Date('2026-05-01T12:00:00Z'));
		expect(await rowsOf(state, 'SELECT day FROM program_views')).toEqual([{ day: '2025-03-27' }]);
	});

	test('are the sums of what many writes added', async () => {
		const counts = fc.record({
			day: fc.constantFrom('2026-04-30', DAY),
			program: fc.constantFrom('acme', 'borealis', 'zed'),
			site: fc.constantFrom('', OTHER_SITES, 'a.example', 'b.example'),
			views: fc.nat(3),
			clicks: fc.nat(3),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(fc.array(counts, { maxLength: 8 }), { maxLength: 5 }), async (writes) => {
				await rowsOf(state, 'DELETE FROM program_views');
				await Promise.all(writes.map((write, i) => (i % 2 === 0 ? state : other).visits.add(write)));
				const sums = new Map<string, number>();
				for (const { program, views } of writes.flat()) sums.set(program, (sums.get(program) ?? 0) + views);
				expect(await state.visits.totals(PERIOD)).toEqual(sums);
			}),
			{ numRuns: 20 },
		);
	});
});

describe(`In ${ENGINE}, the visitors of a day`, () => {
	test('are new only once for all processes, which have the same salt', async () => {
		const [one, two] = [await state.visitors(), await other.visitors()];
		const [first, second] = await Promise.all([one.today(), two.today()]);
		expect(first).toEqual(second);
		expect(first.day).toBe(new Date().toISOString().slice(0, 10));
		expect(first.salt).toHaveLength(43);
		const both = await Promise.all([one.add(first, [1, 2, 2 ** 52 - 1]), two.add(first, [2, 3])]);
		expect(both.flatMap(({ added }) => added).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 2 ** 52 - 1]);
		expect(await one.add(first, [3])).toEqual({ added: [], isFull: false });
	});

	test('are forgotten when another day begins, with the salt', async () => {
		const store = await state.visitors();
		const today = await store.today();
		await store.add(today, [1, 2]);
		const db = await databaseOf(state);
		await db.run("UPDATE viewer_days SET day = '2026-05-01'");
		await db.run("UPDATE viewer_hashes SET day = '2026-05-01'");
		expect(await store.add(today, [1])).toEqual({ added: [], isFull: false });
		expect(await (await other.visitors()).forget()).toBe(false);
		expect(await db.all('SELECT day FROM viewer_days UNION ALL SELECT day FROM viewer_hashes')).toEqual([]);
		const next = await store.today();
		expect(next.salt).not.toBe(today.salt);
		expect((await store.add(next, [1])).added).toEqual([1]);
	});

	test('are limited in number', async () => {
		const today = await (await state.visitors()).today();
		const store = new VisitorStore(await databaseOf(state), 3);
		expect(await store.add(today, [1, 2])).toEqual({ added: [1, 2], isFull: false });
		expect(await store.add(today, [3, 4])).toEqual({ added: [3], isFull: true });
		expect(await store.add(today, [5])).toEqual({ added: [], isFull: true });
	});
});

/** Opens the database that contains the visitors. */
async function databaseOf(state: State): Promise<Database> {
	await state.visitors();
	const { database } = state;
	if ('connect' in database) return new PostgresDatabase(database, 'test');
	const file = new BetterSqlite(join(dirname(database.name), 'attempts.sqlite'));
	opened.push(file);
	return new SqliteDatabase(file);
}
