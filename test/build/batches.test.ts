import { expect, test } from 'vitest';
import { batchesOf } from '../../src/build/batches.ts';

test('Items are grouped in order, up to a number or a weight', () => {
	expect([...batchesOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
	expect([...batchesOf(['aa', 'b', 'cccc', 'd', 'eeeee', 'f'], 4, ({ length }) => length)]).toEqual([
		['aa', 'b'],
		['cccc'],
		['d'],
		['eeeee'],
		['f'],
	]);
	expect([...batchesOf([], 2)]).toEqual([]);
});
