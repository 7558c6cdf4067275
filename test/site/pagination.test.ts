import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageAddress, pageNumbers, pageParameter, pageRange, pagesOf } from '../../src/site/pagination.ts';

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

describe('pagesOf', () => {
	test('every item is on exactly one page, in order', () => {
		fc.assert(
			fc.property(fc.nat(300), fc.integer({ min: 1, max: 60 }), (length, size) => {
				const pages = pagesOf(numbers(length), size);
				expect(pages.flatMap((page) => page.items)).toEqual(numbers(length));
				expect(pages.map((page) => page.number)).toEqual(numbers(pages.length).map((index) => index + 1));
				for (const page of pages) expect(page.last).toBe(pages.length);
			}),
		);
	});

	test('an empty list has one empty page', () => {
		expect(pagesOf([], 50)).toEqual([{ items: [], number: 1, last: 1, offset: 0, total: 0 }]);
	});

	test('a full last page is not followed by an empty one', () => {
		expect(pagesOf(numbers(100), 50)).toHaveLength(2);
	});
});

describe('pageAddress', () => {
	test('page 1 is the list itself, the others lie below it', () => {
		expect(pageAddress('/programs/', 1)).toBe('/programs/');
		expect(pageAddress('/programs/', 2)).toBe('/programs/page/2/');
	});

	test('an address is its base and the route parameter', () => {
		expect(pageParameter(1)).toBeUndefined();
		expect(`/programs/${pageParameter(12)}/`).toBe(pageAddress('/programs/', 12));
	});
});

describe('pageNumbers', () => {
	test.each([
		[1, 1, [1]],
		[1, 3, [1, 2, 3]],
		[1, 9, [1, 2, null, 9]],
		[3, 9, [1, 2, 3, 4, null, 9]],
		[4, 9, [1, 2, 3, 4, 5, null, 9]],
		[5, 9, [1, null, 4, 5, 6, null, 9]],
		[9, 9, [1, null, 8, 9]],
	])('from page %i of %i', (current, last, expected) => {
		expect(pageNumbers(current, last)).toEqual(expected);
	});
});

describe('pageRange', () => {
	test('names the items of a page, or only their number when one page shows all', () => {
		const [first, , last] = pagesOf(numbers(1250), 500);
		expect(pageRange(first!, 'program')).toBe('1–500 of 1,250 programs');
		expect(pageRange(last!, 'program')).toBe('1,001–1,250 of 1,250 programs');
		expect(pageRange(pagesOf(numbers(1), 50)[0]!, 'program')).toBe('1 program');
		expect(pageRange(pagesOf([], 50)[0]!, 'program')).toBe('0 programs');
	});
});
