import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	bytesTogether,
	chooseReleases,
	MOST_RELEASES,
	type NeededRelease,
	ownBytes,
	type Retention,
	type StoredRelease,
} from '../../src/release/retention.ts';

/** A release with files of its own and a snapshot, with the given sizes. */
function stored(release: string, bytes = 10, snapshot = 5): StoredRelease {
	return { release, bytes, snapshot, packs: new Map() };
}

const need = (release: string, withSnapshot = true): NeededRelease => ({ release, reason: 'current', withSnapshot });

function keptOf(published: readonly string[], options: Partial<Retention> = {}): string[] {
	const ids = [...new Set(published)];
	const all = { stored: ids.map((id) => stored(id)), published, needed: [], limit: 1e9, ...options };
	return [...chooseReleases(all).releases.keys()].sort();
}

describe('Releases are kept', () => {
	test(`if they are among the latest ${MOST_RELEASES} that are still there`, () => {
		const published = Array.from({ length: 80 }, (_, i) => `r${i}`);
		expect(keptOf(published)).toEqual(published.slice(0, MOST_RELEASES).sort());
		const left = published.slice(20).map((id) => stored(id));
		expect(keptOf(published, { stored: left })).toEqual(published.slice(20, 20 + MOST_RELEASES).sort());
	});

	test('if they were current again later', () => {
		expect(keptOf(['new', 'a', 'b', 'a'], { limit: 2 * 15 })).toEqual(['a', 'new']);
	});

	test('within the limit: the oldest go', () => {
		const published = ['a', 'b', 'c', 'd'];
		expect(keptOf(published, { limit: 4 * 15 })).toEqual(published);
		expect(keptOf(published, { limit: 4 * 15 - 1 })).toEqual(['a', 'b', 'c']);
		expect(keptOf(published, { limit: 0 })).toEqual([]);
	});

	test('in any case if they are needed, if necessary without their snapshots', () => {
		const published = ['a', 'b'];
		const needed = [need('a'), need('b', false)];
		const all = { stored: published.map((id) => stored(id)), published, needed };
		expect(chooseReleases({ ...all, limit: 0 })).toMatchObject({ bytes: 25 });
		expect(chooseReleases({ ...all, limit: 29 }).releases.get('b')).toMatchObject({ withSnapshot: false });
		expect(chooseReleases({ ...all, limit: 30 }).releases.get('b')).toMatchObject({ withSnapshot: true });
	});

	test('with the reasons', () => {
		const all = { stored: [stored('a')], published: ['a'], needed: [need('a')], limit: 100 };
		expect(chooseReleases(all).releases.get('a')?.reasons).toEqual(['current', 'latest']);
	});
});

test('Packs that releases share count once', () => {
	const packs = new Map([['pack', 100]]);
	const [a, b] = [
		{ ...stored('a', 1, 0), packs },
		{ ...stored('b', 2, 3), packs },
	];
	expect(bytesTogether([a, b])).toBe(106);
	expect([...ownBytes([a, b])]).toEqual([
		['a', 1],
		['b', 5],
	]);
	expect(keptOf(['a', 'b'], { stored: [a, b], limit: 106 })).toEqual(['a', 'b']);
	expect(keptOf(['a', 'b'], { stored: [a, b], limit: 105 })).toEqual(['a']);
});

const id = fc.integer({ min: 0, max: 30 }).map(String);
const size = fc.integer({ min: 0, max: 200 });
const pack = fc.integer({ min: 0, max: 40 }).map((number) => [String(number), (number * 37) % 200] as const);
/** Random releases that share packs, random publications and needs. The size of a pack follows from its name. */
const retention: fc.Arbitrary<Retention> = fc.record({
	stored: fc.uniqueArray(
		fc.record({ release: id, bytes: size, snapshot: size, packs: fc.array(pack).map((packs) => new Map(packs)) }),
		{ selector: ({ release }) => release },
	),
	published: fc.array(id),
	needed: fc.array(fc.record({ release: id, reason: fc.constant('needed'), withSnapshot: fc.boolean() })),
	limit: fc.integer({ min: 0, max: 5000 }),
});

/** The bytes of some releases together, some of them without their snapshots. */
function bytesOfSome(all: readonly StoredRelease[], some: ReadonlyMap<string, { readonly withSnapshot: boolean }>) {
	const kept = all.filter(({ release }) => some.has(release));
	return bytesTogether(kept.map((one) => (some.get(one.release)!.withSnapshot ? one : { ...one, snapshot: 0 })));
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
				const needed = chooseReleases({ ...all, published: [] });
				if (needed.bytes > all.limit) expect(bytes).toBe(needed.bytes);
				else expect(bytes).toBeLessThanOrEqual(all.limit);
			}),
		);
	});
});
