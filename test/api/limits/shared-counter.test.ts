import { describe, expect, onTestFinished, test } from 'vitest';
import { type Settle, SharedCounter } from '../../../src/api/limits/shared-counter.ts';
import { openPostgres } from '../../../src/state/postgres/open-postgres.ts';
import { emptyDatabase } from '../../support/postgres.ts';
import { query } from '../../support/postgres-server.ts';

const MINUTE = 60_000;
const START = 1_800_000_000_000;

const LIMIT = 60;

/** Servers with one PostgreSQL, and a clock that stands still. */
async function servers(count: number) {
	const url = await emptyDatabase();
	const clock = { now: START };
	const states = await Promise.all(Array.from({ length: count }, () => openPostgres(url)));
	onTestFinished(async () => void (await Promise.all(states.map((state) => state.close()))));
	const counters = states.map(
		(state) =>
			new SharedCounter(
				MINUTE,
				(window, counts) => state.rates!.add(window, counts),
				// The last exchange can come when the state is closed.
				() => {},
				() => clock.now,
			),
	);
	return { url, states, counters, clock };
}

/** Adds events at the same time. Returns how many are within the limit. */
async function within(counter: SharedCounter, events: number, limit = LIMIT): Promise<number> {
	const counts = await Promise.all(Array.from({ length: events }, () => counter.add('key', limit)));
	return counts.filter(({ count }) => count <= limit).length;
}

describe('Shared counts', () => {
	test.each([
		[2, 60],
		[4, 60],
		[4, 1000],
	])('of %i servers let through at most a tenth more than a limit of %i, at any speed', async (count, limit) => {
		const { counters } = await servers(count);
		const passed = await Promise.all(counters.map((counter) => within(counter, limit, limit)));
		const sum = passed.reduce((a, b) => a + b);
		console.log(`${count} servers with a limit of ${limit} let ${sum} through`);
		expect(sum).toBeGreaterThanOrEqual(limit);
		expect(sum).toBeLessThanOrEqual(1.1 * limit);
	});

	test('include at once events on other servers, and of those that were taken back', async () => {
		const { counters } = await servers(2);
		const [first, second] = counters as [SharedCounter, SharedCounter];
		expect(await within(first, 20)).toBe(20);
		first.takeBack('key');
		await expect.poll(async () => (await second.add('other', LIMIT)).count).toBeGreaterThan(1);
		await expect.poll(async () => (await second.add('key', LIMIT)).count).toBeGreaterThanOrEqual(20);
		expect(await within(second, LIMIT)).toBeLessThanOrEqual(LIMIT - 20);
	});

	test('start from zero in the next window', async () => {
		const { counters, clock } = await servers(2);
		expect(await within(counters[0]!, 2 * LIMIT)).toBe(LIMIT);
		clock.now = START + MINUTE;
		expect((await counters[1]!.add('key', LIMIT)).count).toBe(1);
		expect((await counters[0]!.add('key', LIMIT)).count).toBeLessThanOrEqual(2);
	});

	test('are not exchanged beyond the limit', async () => {
		let exchanges = 0;
		const settle: Settle = async (_, counts) => {
			exchanges++;
			return counts.map(({ id }) => ({ id, events: 2 * LIMIT }));
		};
		const counter = new SharedCounter(
			MINUTE,
			settle,
			() => {},
			() => START,
		);
		expect(await within(counter, 1000)).toBe(0);
		expect(exchanges).toBe(1);
		expect(counter.add('key', LIMIT)).toMatchObject({ count: 2 * LIMIT + 1001 });
	});

	test('of earlier windows are removed', async () => {
		const { url, states } = await servers(2);
		await states[0]!.rates!.add(START / MINUTE, [{ id: 'key', events: 3 }]);
		expect(await states[1]!.rates!.add(START / MINUTE, [{ id: 'key', events: 4 }])).toEqual([{ id: 'key', events: 7 }]);
		await states[0]!.prune(new Date(START + 10 * MINUTE));
		expect(await query(url, 'SELECT * FROM account_rates')).toEqual([]);
	});

	test('are those of each server if they cannot be exchanged', async () => {
		const failures: unknown[] = [];
		const settle: Settle = () => Promise.reject(new Error('down'));
		const failed = (error: unknown) => failures.push(error);
		const counter = new SharedCounter(MINUTE, settle, failed, () => START);
		for (let i = 1; i <= 3; i++) expect((await counter.add('key', LIMIT)).count).toBe(i);
		expect(failures).toHaveLength(3);
	});
});
