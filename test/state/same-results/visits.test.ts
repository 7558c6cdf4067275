import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { State } from '../../../src/state/state.ts';
import { MOST_SITES, OTHER_SITES } from '../../../src/state/visit-store.ts';
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
			({ visits }) =>
				visits.add(some),
	),
	// All sites of one program on one day.
	n.map(
		(i): Operation =>
			({ visits }) =>
				visits.add(SITES.map((site) => ({ day: dayOf(0), program: nameOf(i), site, views: 1, clicks: 0 }))),
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
				const visitors = await state.visitors();
				const { added, isFull } = await visitors.add(await visitors.today(), hashes);
				const over = await visitors.add({ day: '2026-05-01', salt: '' }, hashes);
				return [[...added].sort(), isFull, over, await visitors.forget()];
			},
	),
];

async function contentOf({ visits }: State) {
	return Promise.all([
		visits.totals(WEEK),
		visits.totals({ from: dayOf(5), to: dayOf(0) }),
		...[[], [nameOf(0)], [...NAMES, 'none']].flatMap((programs) => [
			visits.byDay(programs, WEEK),
			visits.bySite(programs, WEEK),
			visits.byProgram(programs, { from: dayOf(2), to: dayOf(2) }),
		]),
	]);
}

test('SQLite and PostgreSQL give the same results for views', async () => {
	expect(SITES.length).toBeGreaterThan(MOST_SITES);
	await expectSameResults({ operations: OPERATIONS, contentOf });
});
