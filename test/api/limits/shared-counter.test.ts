import { describe, expect, onTestFinished, test } from 'vitest';
import { type Settle, SharedCounter } from '../../../src/api/limits/shared-counter.ts';
import { openPostgres } from '../../../src/state/postgres/open-postgres.ts';
import { emptyDatabase } from '../../support/postgres.ts';
import { query } from '../../support/postgres-server.ts';

const MINUTE = 60_000;
const START = 1_800_000_000_000;

/** Two servers with one PostgreSQL. */
async function twoServers() {
	const url = await emptyDatabase();
	const states = await Promise.all([openPostgres(url), openPostgres(url)]);
	onTestFinished(async () => void (await Promise.all(states.map((state) => state.close()))));
	const [first, second] = states.map(
		(state) =>
			new SharedCounter(
				MINUTE,
				(window, counts) => state.rates!.add(window, counts),
				() => {},
			),
	);
	return { url, states, first: first!, second: second! };
}

/** The count of an ID. Adds an event and takes it back, so that the server settles again. */
function countOf(counter: SharedCounter, id: string, now: number): number {
	counter.add(id, now);
	return counter.takeBack(id, now).count;
}

describe('Servers that share counts', () => {
	test('count the events of an ID together after at most a second', async () => {
		const { first, second } = await twoServers();
		for (let i = 0; i < 20; i++) first.add('key', START);
		for (let i = 0; i < 10; i++) second.add('key', START);
		second.takeBack('key', START);
		second.add('other', START);
		for (const counter of [first, second]) await expect.poll(() => countOf(counter, 'key', START)).toBe(29);
		expect(countOf(second, 'other', START)).toBe(1);
	});

	test('start from zero in the next window', async () => {
		const { first, second } = await twoServers();
		first.add('key', START);
		expect(second.add('key', START + MINUTE).count).toBe(1);
		expect(first.add('key', START + MINUTE).count).toBe(1);
		await expect.poll(() => countOf(first, 'key', START + MINUTE)).toBe(2);
	});

	test('keep no counts of earlier windows', async () => {
		const { url, states } = await twoServers();
		await states[0]!.rates!.add(START / MINUTE, [{ id: 'key', events: 3 }]);
		expect(await states[1]!.rates!.add(START / MINUTE, [{ id: 'key', events: 4 }])).toEqual([{ id: 'key', events: 7 }]);
		await states[0]!.prune(new Date(START + 10 * MINUTE));
		expect(await query(url, 'SELECT * FROM account_rates')).toEqual([]);
	});

	test('count their own events if they cannot share them', async () => {
		const failures: unknown[] = [];
		const settle: Settle = () => Promise.reject(new Error('down'));
		const counter = new SharedCounter(MINUTE, settle, (error) => failures.push(error));
		for (let i = 1; i <= 3; i++) expect(counter.add('key', START).count).toBe(i);
		await expect.poll(() => failures).toHaveLength(1);
		expect(counter.add('key', START).count).toBe(4);
	});
});
