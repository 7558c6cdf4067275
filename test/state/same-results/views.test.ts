import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { State } from '../../../src/state/state.ts';
import { MOST_SITES, OTHER_SITES } from '../../../src/state/view-store.ts';
import { DAY, expectSameResults, NAMES, n, nameOf, type Operation, timeOf } from './compare.ts';

const SITES = ['', OTHER_SITES, ...NAMES, ...Array.from({ length: MOST_SITES }, (_, i) => `site-${i}.example`)];
const WEEK = { from: dayOf(0), to: dayOf(5) };

function dayOf(j: number): string {
	return timeOf((j * DAY) / 1000).slice(0, 10);
}

const count = fc.oneof(fc.constantFrom(0, 1, 2 ** 31, 2 ** 40), fc.nat(3));
const counts = fc.array(
	fc.record({
		day: n.map(dayOf),
		program: n.map(nameOf),
		site: fc.constantFrom(...SITES),
		views: count,
		clicks: count,
	}),
	{ maxLength: 30 },
);

const OPERATIONS: readonly fc.Arbitrary<Operation>[] = [
	counts.map(
		(some): Operation =>
			({ views }) =>
				views.add(some),
	),
	// All sites of one program on one day.
	n.map(
		(i): Operation =>
			({ views }) =>
				views.add(SITES.map((site) => ({ day: dayOf(0), program: nameOf(i), site, views: 1, clicks: 0 }))),
	),
	fc.nat(3).map(
		(days): Operation =>
			(state) =>
				state.prune(new Date(Date.parse(timeOf(0)) + (days + 399) * DAY)),
	),
	// Numbers that are as large as hashes get.
	fc.uniqueArray(fc.oneof(fc.nat(9), fc.constantFrom(2 ** 48 - 1, 2 ** 52 - 1)), { maxLength: 6 }).map(
		(hashes): Operation =>
			async (state) => {
				const viewers = await state.viewers();
				const { added, isFull } = await viewers.add(await viewers.today(), hashes);
				const over = await viewers.add({ day: '2026-05-01', salt: '' }, hashes);
				return [[...added].sort(), isFull, over, await viewers.forget()];
			},
	),
];

async function contentOf({ views }: State) {
	return Promise.all([
		views.totals(WEEK),
		views.totals({ from: dayOf(5), to: dayOf(0) }),
		...[[], [nameOf(0)], [...NAMES, 'none']].flatMap((programs) => [
			views.byDay(programs, WEEK),
			views.bySite(programs, WEEK),
			views.byProgram(programs, { from: dayOf(2), to: dayOf(2) }),
		]),
	]);
}

test('SQLite and PostgreSQL give the same results for views', async () => {
	expect(SITES.length).toBeGreaterThan(MOST_SITES);
	await expectSameResults({ operations: OPERATIONS, contentOf });
});
