import { expect, test } from 'vitest';
import { mergedPacks } from '../../src/release/merged-packs.ts';

test.each([
	['there are none', 1, [], 0],
	['the next is much larger', 1, [4], 0],
	['the next is at most three times as large', 1, [3, 100], 1],
	['the next is at most three times as large as all newer ones together', 1, [3, 12, 49], 2],
	['all are small', 10, [1, 1, 1], 3],
	['a large one is before a small one', 1, [100, 1], 0],
])('A new pack takes in older ones: %s', (_, size, older, merged) => {
	expect(mergedPacks(size, older)).toBe(merged);
});

test('After a thousand small edits of a large release, it has few packs, and little was written', () => {
	let packs = [1_000_000];
	let written = 0;
	for (let edit = 0; edit < 1000; edit++) {
		const merged = mergedPacks(3, packs);
		const size = packs.slice(0, merged).reduce((sum, pack) => sum + pack, 3);
		packs = [size, ...packs.slice(merged)];
		written += size;
		expect(packs.length).toBeLessThan(10);
	}
	expect(written).toBeLessThan(1000 * 3 * 40);
});
