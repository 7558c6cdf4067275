import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepVisits, type Visits, type VisitsOptions } from '../../../src/server/visits/visits.ts';
import type { State } from '../../../src/state/state.ts';
import type { VisitCount } from '../../../src/state/visit-store.ts';
import { type StatePlace, statePlace } from '../../support/states.ts';

let place: StatePlace;
let state: State;
const open: Visits[] = [];

beforeEach(async () => {
	place = await statePlace('SQLite');
	state = await place.open();
});
afterEach(async () => {
	vi.useRealTimers();
	await Promise.all(open.splice(0).map((visits) => visits.close()));
	await place.remove();
});

/** Starts to count, as a process does. */
function counting(options: Partial<VisitsOptions> = {}, of = state): Visits {
	const visits = keepVisits({
		visitors: of.visitors,
		mayForget: async () => true,
		write: (counts) => of.visits.add(counts),
		exists: (slug) => !slug.startsWith('no-'),
		failed(error) {
			throw error;
		},
		full: () => {},
		...options,
	});
	open.push(visits);
	return visits;
}

const DIRECT = () => '';
const today = () => new Date().toISOString().slice(0, 10);

/** The sums of all saved counts of a program. */
async function saved(...programs: string[]): Promise<Pick<VisitCount, 'views' | 'clicks'>> {
	const days = await state.visits.byDay(programs, { from: '2000-01-01', to: '2100-01-01' });
	return days.reduce((sum, { views, clicks }) => ({ views: sum.views + views, clicks: sum.clicks + clicks }), {
		views: 0,
		clicks: 0,
	});
}

/** Calls `visit` for many visits, but not for more at once than a process keeps waiting. */
async function inBatches(count: number, visits: Visits, visit: (i: number, visits: Visits) => void): Promise<void> {
	for (let i = 0; i < count; i++) visit(i, visits);
	await visits.close();
}

describe('Views', () => {
	test('of one address count once a day, in all processes and after a restart', async () => {
		const other = await place.open();
		const [one, two] = [counting(), counting({}, other)];
		for (let i = 0; i < 1000; i++)
			for (const visits of [one, two]) visits.count('views', 'acme', '203.0.113.7', DIRECT);
		one.count('clicks', 'acme', '203.0.113.7', DIRECT);
		two.count('views', 'acme', '203.0.113.8', DIRECT);
		await Promise.all([one.close(), two.close()]);
		const again = counting();
		again.count('views', 'acme', '203.0.113.7', DIRECT);
		again.count('clicks', 'acme', '203.0.113.7', DIRECT);
		await again.close();
		expect(await saved('acme')).toEqual({ views: 2, clicks: 1 });
	});

	test('of a day are known to be counted, also if there are none', async () => {
		const period = { from: '2000-01-01', to: '2100-01-01' };
		expect(await state.visits.countedDays(period)).toEqual(new Set());
		await counting().close();
		expect(await state.visits.countedDays(period)).toEqual(new Set([today()]));
		expect(await state.visits.totals(period)).toEqual(new Map());
	});

	test('of an IPv6 /64 network count once, and of a /48 network at most 16 times', async () => {
		const of64 = counting();
		await inBatches(2000, of64, (_, visits) => {
			visits.count('views', 'acme', `2001:db8:1:2:${randomBytes(2).toString('hex')}::1`, DIRECT);
		});
		expect(await saved('acme')).toEqual({ views: 1, clicks: 0 });
		// A network can only count ten times between two writes.
		for (let round = 0; round < 40; round++) {
			const visits = counting();
			for (let i = 0; i < 50; i++)
				visits.count('views', 'borealis', `2001:db8:1:${(round * 50 + i).toString(16)}::1`, DIRECT);
			await visits.close();
		}
		const { views } = await saved('borealis');
		expect(views).toBeLessThanOrEqual(16);
		expect(views).toBeGreaterThan(10);
	});

	test('of one address that loads many programs at once are limited', async () => {
		const visits = counting();
		for (let i = 0; i < 500; i++) visits.count('views', `program-${i}`, '203.0.113.7', DIRECT);
		visits.count('views', 'acme', '203.0.113.8', DIRECT);
		await visits.close();
		expect((await state.visits.totals({ from: today(), to: today() })).size).toBe(11);
	});

	test('that wait to be saved are limited, whatever addresses a flood invents', async () => {
		const visits = counting();
		for (let i = 0; i < 200_000; i++) {
			visits.count('views', 'acme', `${1 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}.1`, () => `site${i}.example`);
		}
		await visits.close();
		expect(await saved('acme')).toEqual({ views: 5000, clicks: 0 });
		expect(await state.visits.bySite(['acme'], { from: today(), to: today() })).toHaveLength(21);
	});

	test('are kept until the state can be written again, and then count once', async () => {
		let isDown = true;
		const failures: unknown[] = [];
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const visits = counting({
			write: async (counts) => {
				if (isDown) throw new Error('locked');
				await state.visits.add(counts);
			},
			failed: (error, isLast) => void failures.push([(error as Error).message, isLast]),
		});
		visits.count('views', 'acme', '203.0.113.7', DIRECT);
		await vi.advanceTimersByTimeAsync(1000);
		await vi.waitFor(() => expect(failures).toEqual([['locked', false]]));
		isDown = false;
		visits.count('views', 'acme', '203.0.113.7', DIRECT);
		visits.count('views', 'acme', '203.0.113.9', DIRECT);
		await vi.advanceTimersByTimeAsync(30_000);
		vi.useRealTimers();
		await expect.poll(() => saved('acme')).toEqual({ views: 2, clicks: 0 });
		expect(failures).toHaveLength(1);
	});

	test('are not lost if the visitors cannot be read for a while, and a stop saves them', async () => {
		let isDown = true;
		const failure = Promise.withResolvers<void>();
		const visits = counting({
			visitors: () => (isDown ? Promise.reject(new Error('locked')) : state.visitors()),
			failed: (error) => (error as Error).message === 'locked' && waits && failure.resolve(),
		});
		let waits = false;
		visits.count('views', 'acme', '203.0.113.7', DIRECT);
		await Promise.resolve();
		waits = true;
		await failure.promise;
		isDown = false;
		await visits.close();
		expect(await saved('acme')).toEqual({ views: 1, clicks: 0 });
	});

	test('are reported when a stop cannot save them', async () => {
		const failures: boolean[] = [];
		const visits = counting({
			write: () => Promise.reject(new Error('locked')),
			failed: (_, isLast) => void failures.push(isLast),
		});
		visits.count('views', 'acme', '203.0.113.7', DIRECT);
		await visits.close();
		expect(failures).toEqual([true]);
	});
});
