import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageNumbers, pageRange, pagesOf, programPagesOf } from '../../../src/website/ui/pagination.ts';

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

describe('pagesOf', () => {
	test('every item is on exactly one page, in order', () => {
		fc.assert(
			fc.property(fc.nat(300), fc.integer({ min: 1, max: 60 }), (length, size) => {
				const pages = pagesOf(numbers(length), size);
				expect(pages.flatMap((page) => page.items)).toEqual(numbers(length));
				expect(pages.map((page) => page.number)).toEqual(numbers(pages.length).map((index) => index + 1));
				expect(pages.map((page) => page.hasNext)).toEqual(
					numbers(pages.length).map((index) => index + 1 < pages.length),
				);
			}),
		);
	});

	test('an empty list has one empty page', () => {
		const whole = { pages: 1, items: 0 };
		expect(pagesOf([], 50)).toEqual([{ items: [], number: 1, hasNext: false, offset: 0, whole }]);
	});

	test('only the first page has the size of the whole list', () => {
		const wholes = pagesOf(numbers(101), 50).map(({ whole }) => whole);
		expect(wholes).toEqual([{ pages: 3, items: 101 }, undefined, undefined]);
	});

	test('one more item changes only the first page and the last one, and may add a page', () => {
		fc.assert(
			fc.property(fc.nat(300), fc.integer({ min: 1, max: 60 }), (length, size) => {
				const [before, after] = [length, length + 1].map((count) => pagesOf(numbers(count), size));
				const changed = before!.filter((page, index) => JSON.stringify(page) !== JSON.stringify(after![index]));
				expect(changed.map(({ number }) => number)).toEqual([...new Set([1, before!.length])]);
			}),
		);
	});
});

describe('programPagesOf', () => {
	test('has at most 100 pages, and the last of them says that another page follows', () => {
		const pages = programPagesOf(numbers(2501));
		expect(pages).toHaveLength(100);
		expect(pages[0]!.whole).toEqual({ pages: 101, items: 2501 });
		expect(pages[99]!.hasNext).toBe(true);
		expect(programPagesOf(numbers(2500))[99]!.hasNext).toBe(false);
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
	])('lists the links on page %i of %i if it has the size of the list', (current, last, expected) => {
		const page = pagesOf(numbers(last), 1)[current - 1]!;
		expect(pageNumbers({ ...page, whole: { pages: last, items: last } })).toEqual(expected);
	});

	test.each([
		[1, 9, [1, 2, null, 9]],
		[2, 9, [1, 2, 3]],
		[4, 9, [1, 2, 3, 4, 5]],
		[5, 9, [1, null, 4, 5, 6]],
		[9, 9, [1, null, 8, 9]],
	])('lists the links on page %i of %i if only the first page has the size of the list', (current, last, expected) => {
		expect(pageNumbers(pagesOf(numbers(last), 1)[current - 1]!)).toEqual(expected);
	});
});

describe('pageRange', () => {
	test('names the items of a page and the size of the list, or only the size if there is one page', () => {
		const [first, , last] = pagesOf(numbers(1250), 500);
		expect(pageRange(first!, 'program')).toBe('1–500 of 1,250 programs');
		const whole = { pages: 3, items: 1250 };
		expect(pageRange({ ...last!, whole }, 'program')).toBe('1,001–1,250 of 1,250 programs');
		expect(pageRange(pagesOf(numbers(1), 50)[0]!, 'program')).toBe('1 program');
		expect(pageRange(pagesOf([], 50)[0]!, 'program')).toBe('0 programs');
	});

	test('names only the items on a page without the size of the list', () => {
		const [, second, third] = pagesOf(numbers(1250), 500);
		expect([second!, third!].map((page) => pageRange(page, 'program'))).toEqual([
			'Programs 501–1,000',
			'Programs 1,001–1,250',
		]);
	});
});
