import { describe, expect, test } from 'vitest';
import { numberRecords } from '../../../src/build/text-index/record-numbers.ts';
import { Random } from '../../../src/commands/generate/random.ts';
import type { TextSource } from '../../../src/website/directory/text-record.ts';

const source = (url: string, number?: number): TextSource => ({
	url,
	...(number !== undefined && { program: { slug: url, number } }),
	record: () => ({ url, content: url, meta: { title: url } }),
});

function numbersOf(sources: readonly TextSource[]) {
	const numbers = numberRecords(sources);
	return new Map(sources.map((source) => [source.url, numbers.of(source)]));
}

describe('The number of a record', () => {
	test('is unique, and that of a program follows from the program’s own number', () => {
		const categories = Array.from({ length: 30 }, (_, i) => source(`/categories/${i}/`));
		const programs = Array.from({ length: 50 }, (_, i) => source(`/programs/${i}/`, i * 2));
		const numbers = numbersOf([...categories, ...programs]);
		expect(new Set(numbers.values()).size).toBe(80);
		expect(programs.every((_, i) => numbers.get(`/programs/${i}/`) === 64 + i * 2)).toBe(true);
		expect(Math.max(...categories.map((_, i) => numbers.get(`/categories/${i}/`)!))).toBeLessThan(64);
	});

	test('of almost all records stays the same when one is added or removed', () => {
		const random = new Random(1, 'numbers');
		const sources = Array.from({ length: 300 }, () => source(`/organizations/${random.between(0, 1e9)}/`));
		const before = numbersOf(sources.slice(1));
		const after = numbersOf(sources.slice(0, -1));
		const moved = [...after].filter(([url, number]) => (before.get(url) ?? number) !== number);
		expect(moved.length).toBeLessThan(8);
	});
});
