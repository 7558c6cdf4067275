import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KEPT_MINUTES, MOST_KEPT } from '../../src/api/snapshot-values.ts';
import { replacedReleases } from '../../src/release/readable-snapshots.ts';
import { Random } from '../generate/random.ts';
import { randomRuns } from '../support/random-runs.ts';

const NOW = Date.now();
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());
const KEPT = KEPT_MINUTES * 60_000;

/** A release, and the minutes that have passed since its publication. */
type Pair = readonly [release: string, minutes: number];

/** Publications, latest first. */
function publications(...pairs: readonly Pair[]) {
	return pairs.map(([release, minutes]) => ({
		release,
		published_at: new Date(NOW - minutes * 60_000).toISOString(),
	}));
}

const idsOf = (...pairs: readonly Pair[]) => replacedReleases(publications(...pairs)).map(({ release }) => release);

test('A release is readable until 15 minutes after it was replaced, however long it was current', () => {
	expect(idsOf(['b', 14], ['a', 10_000])).toEqual(['a']);
	expect(idsOf(['b', 15], ['a', 16])).toEqual([]);
	expect(replacedReleases(publications(['b', 5], ['a', 60]))).toEqual([
		{ release: 'a', until: NOW + KEPT - 5 * 60_000 },
	]);
});

test('After a rollback, the release that was rolled back is readable, and the current one is not listed', () => {
	expect(idsOf(['a', 1], ['b', 2], ['a', 3])).toEqual(['b']);
});

test('A release that was replaced twice is readable for 15 minutes after the last time', () => {
	const found = replacedReleases(publications(['c', 1], ['a', 2], ['b', 3], ['a', 14]));
	expect(found.map(({ release }) => release)).toEqual(['a', 'b']);
	expect(found[0]!.until).toBe(NOW + KEPT - 60_000);
});

test('No other releases are readable than those that were current in the last 15 minutes, up to 60', () => {
	const random = new Random(7, 'replaced');
	for (let round = 0; round < randomRuns(100); round++) {
		let minutes = random.between(0, 20);
		const pairs = Array.from({ length: random.between(1, 150) }, () => {
			minutes += random.between(0, 4) / 8;
			return [`r${random.between(0, 90)}`, minutes] as const;
		});
		// A release was current from its publication until the next one.
		const current = new Set<string>();
		for (const [i, [release]] of pairs.entries()) {
			if (i > 0 && pairs[i - 1]![1] < KEPT_MINUTES && release !== pairs[0]![0]) current.add(release);
		}
		expect(idsOf(...pairs)).toEqual([...current].slice(0, MOST_KEPT));
	}
});
