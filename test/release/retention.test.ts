import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	bytesTogether,
	chooseReleases,
	KEPT_DAYS,
	KEPT_WEEKS,
	MOST_OF_LAST_DAY,
	type NeededRelease,
	ownBytes,
	type PublishedAt,
	type Retention,
	type StoredRelease,
} from '../../src/release/retention.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Thursday. */
const NOW = Date.parse('2026-11-26T15:00:00Z');

/** A release with one file of its own and a snapshot, with the given sizes. */
function stored(release: string, bytes = 10, snapshot = 5): StoredRelease {
	return {
		release,
		files: [{ id: `${release}-files`, bytes }],
		snapshot: [{ id: `${release}-snapshot`, bytes: snapshot }],
	};
}

const hoursAgo = (hours: number, release = `${hours}h`): PublishedAt => ({ release, at: NOW - hours * HOUR });
const need = (release: string, withSnapshot = true): NeededRelease => ({ release, reason: 'current', withSnapshot });

function keptOf(publications: readonly PublishedAt[], options: Partial<Retention> = {}): string[] {
	const ids = [...new Set(publications.map(({ release }) => release))];
	const all = { stored: ids.map((id) => stored(id)), publications, needed: [], limit: 1e9, now: NOW, ...options };
	return [...chooseReleases(all).releases.keys()].sort();
}

describe('Releases are kept', () => {
	test('if they were published in the last 24 hours', () => {
		expect(keptOf([hoursAgo(1), hoursAgo(2), hoursAgo(14), hoursAgo(20), hoursAgo(23)])).toHaveLength(5);
		// Both were published on the day before yesterday.
		expect(keptOf([hoursAgo(50), hoursAgo(51)])).toEqual(['50h']);
	});

	test(`up to ${MOST_OF_LAST_DAY} of the last 24 hours, the latest ones`, () => {
		const publications = Array.from({ length: 80 }, (_, i) => hoursAgo(i / 10));
		expect(keptOf(publications)).toEqual(
			publications
				.slice(0, MOST_OF_LAST_DAY)
				.map(({ release }) => release)
				.sort(),
		);
	});

	test(`if they were the last of their day, for ${KEPT_DAYS} days, or of their week, for ${KEPT_WEEKS} weeks`, () => {
		const daily = Array.from({ length: 100 }, (_, i) => hoursAgo(24 * i, `day ${i}`));
		const days = Array.from({ length: KEPT_DAYS }, (_, i) => `day ${i}`);
		// The days from Sunday to Thursday have passed since the last week ended, so Sundays are 4, 11, 18 … days ago.
		const sundays = Array.from({ length: KEPT_WEEKS - 1 }, (_, i) => `day ${4 + 7 * i}`);
		expect(keptOf(daily)).toEqual([...new Set([...days, ...sundays])].sort());
	});

	test('if they were current again later', () => {
		expect(keptOf([hoursAgo(1, 'new'), hoursAgo(30, 'a'), hoursAgo(100, 'b'), hoursAgo(101, 'a')])).toEqual([
			'a',
			'b',
			'new',
		]);
	});

	test('if the clock was set back after they were published', () => {
		expect(keptOf([hoursAgo(-100), hoursAgo(-500), hoursAgo(1)])).toHaveLength(3);
	});

	test('within the limit: the oldest of the days and weeks go, and the oldest of the last 24 hours', () => {
		const publications = [hoursAgo(1), hoursAgo(2), hoursAgo(3), hoursAgo(30), hoursAgo(60), hoursAgo(24 * 30)];
		expect(keptOf(publications, { limit: 6 * 15 })).toHaveLength(6);
		expect(keptOf(publications, { limit: 5 * 15 })).toEqual(['1h', '2h', '30h', '3h', '60h']);
		expect(keptOf(publications, { limit: 4 * 15 })).toEqual(['1h', '2h', '30h', '3h']);
		expect(keptOf(publications, { limit: 3 * 15 })).toEqual(['1h', '2h', '30h']);
		expect(keptOf(publications, { limit: 0 })).toEqual([]);
	});

	test('in any case if they are needed, if necessary without their snapshots', () => {
		const publications = [hoursAgo(1), hoursAgo(2)];
		const needed = [need('1h'), need('2h', false)];
		const all = { stored: ['1h', '2h'].map((id) => stored(id)), publications, needed, now: NOW };
		expect(chooseReleases({ ...all, limit: 0 })).toMatchObject({ bytes: 25 });
		expect(chooseReleases({ ...all, limit: 29 }).releases.get('2h')).toMatchObject({ withSnapshot: false });
		expect(chooseReleases({ ...all, limit: 30 }).releases.get('2h')).toMatchObject({ withSnapshot: true });
	});

	test('with the reasons', () => {
		const all = { stored: [stored('1h')], publications: [hoursAgo(1)], needed: [need('1h')], limit: 100, now: NOW };
		expect(chooseReleases(all).releases.get('1h')?.reasons).toEqual(['current', 'last of a day', 'last of a week']);
	});
});

test('Files that releases share count once', () => {
	const shared = { id: 'pack', bytes: 100 };
	const [a, b] = [
		{ release: 'a', files: [shared, { id: 'a', bytes: 1 }], snapshot: [] },
		{ release: 'b', files: [shared, { id: 'b', bytes: 2 }], snapshot: [{ id: 'c', bytes: 3 }] },
	];
	expect(bytesTogether([a, b])).toBe(106);
	expect([...ownBytes([a, b])]).toEqual([
		['a', 1],
		['b', 5],
	]);
	expect(keptOf([hoursAgo(1, 'a'), hoursAgo(30, 'b')], { stored: [a, b], limit: 106 })).toEqual(['a', 'b']);
	expect(keptOf([hoursAgo(1, 'a'), hoursAgo(30, 'b')], { stored: [a, b], limit: 105 })).toEqual(['a']);
});

const id = fc.integer({ min: 0, max: 30 }).map(String);
const file = fc.record({ id: fc.integer({ min: 0, max: 40 }).map(String) });
/** Random releases that share files, random publications and needs. The size of a file follows from its ID. */
const retention = fc
	.record({
		stored: fc.uniqueArray(fc.record({ release: id, files: fc.array(file), snapshot: fc.array(file) }), {
			selector: ({ release }) => release,
		}),
		publications: fc.array(fc.record({ release: id, at: fc.integer({ min: NOW - 70 * DAY, max: NOW + DAY }) })),
		needed: fc.array(fc.record({ release: id, reason: fc.constant('needed'), withSnapshot: fc.boolean() })),
		limit: fc.integer({ min: 0, max: 5000 }),
	})
	.map(({ stored, ...rest }): Retention => {
		const sized = (files: readonly { readonly id: string }[]) =>
			files.map(({ id }) => ({ id, bytes: (Number(id) * 37) % 200 }));
		return {
			...rest,
			stored: stored.map((one) => ({ ...one, files: sized(one.files), snapshot: sized(one.snapshot) })),
			now: NOW,
		};
	});

/** The bytes of some releases together, some of them without their snapshots. */
function bytesOfSome(all: readonly StoredRelease[], some: ReadonlyMap<string, { readonly withSnapshot: boolean }>) {
	const kept = all.filter(({ release }) => some.has(release));
	return bytesTogether(kept.map((one) => (some.get(one.release)!.withSnapshot ? one : { ...one, snapshot: [] })));
}

describe('Of random releases,', () => {
	test('all that are needed and exist are kept, and nothing that does not exist', () => {
		fc.assert(
			fc.property(retention, (all) => {
				const { releases } = chooseReleases(all);
				const ids = new Set(all.stored.map(({ release }) => release));
				for (const { release, withSnapshot } of all.needed) {
					if (!ids.has(release)) continue;
					expect(releases.get(release)?.withSnapshot).toBeOneOf(withSnapshot ? [true] : [true, false]);
				}
				expect(new Set(releases.keys()).isSubsetOf(ids)).toBe(true);
			}),
		);
	});

	test('those that are kept stay within the limit, unless the needed ones alone exceed it', () => {
		fc.assert(
			fc.property(retention, (all) => {
				const { releases, bytes } = chooseReleases(all);
				expect(bytes).toBe(bytesOfSome(all.stored, releases));
				const needed = chooseReleases({ ...all, publications: [] });
				if (needed.bytes > all.limit) expect(bytes).toBe(needed.bytes);
				else expect(bytes).toBeLessThanOrEqual(all.limit);
			}),
		);
	});

	test('the last ones of the present day and week go last', () => {
		fc.assert(
			fc.property(retention, (all) => {
				const { releases } = chooseReleases({ ...all, needed: [] });
				const ids = new Set(all.stored.map(({ release }) => release));
				const last = all.publications.toSorted((a, b) => Math.min(b.at, NOW) - Math.min(a.at, NOW))[0];
				if (releases.size > 0 && last !== undefined && NOW - last.at < 3 * DAY && ids.has(last.release)) {
					expect([...releases.keys()][0]).toBe(last.release);
				}
			}),
		);
	});

	test('the choice does not change if it is made again from what was kept', () => {
		fc.assert(
			fc.property(retention, (all) => {
				const { releases, bytes } = chooseReleases(all);
				const left = all.stored.flatMap((one) => {
					const found = releases.get(one.release);
					return found === undefined ? [] : [found.withSnapshot ? one : { ...one, snapshot: [] }];
				});
				const again = chooseReleases({ ...all, stored: left });
				expect(new Set(again.releases.keys()).isSubsetOf(new Set(releases.keys()))).toBe(true);
				expect(again.bytes).toBeLessThanOrEqual(bytes);
			}),
		);
	});
});
