import { describe, expect, test } from 'vitest';
import { brandName, productName, untaken } from './names.ts';
import { Random } from './random.ts';

describe('brandName', () => {
	test('makes names of one to three words, a few with accents or in another script', () => {
		const random = new Random(1, 'test');
		const names = Array.from({ length: 2000 }, () => brandName(random).name);
		expect(names.filter((name) => !/^\S+( \S+){0,2}$/.test(name))).toEqual([]);
		expect(names.some((name) => /[À-ÿ]/.test(name))).toBe(true);
		expect(names.some((name) => /^\p{Script=Cyrillic}+$/u.test(name))).toBe(true);
	});
});

describe('productName', () => {
	test('names a product after its brand', () => {
		const { slug, name } = productName({ slug: 'acme', name: 'Acmé' }, new Random(1, 'test'));
		expect(name).toMatch(/^Acmé \p{L}+$/u);
		expect(slug).toMatch(/^acme-[a-z]+$/);
	});
});

describe('untaken', () => {
	test('adds a number to a name that is taken, and to its slug', () => {
		const taken = new Set<string>();
		const named = Array.from({ length: 3 }, () => untaken(taken, () => ({ slug: 'acme', name: 'Acme' })));
		expect(named).toEqual([
			{ slug: 'acme', name: 'Acme' },
			{ slug: 'acme-2', name: 'Acme 2' },
			{ slug: 'acme-3', name: 'Acme 3' },
		]);
	});

	test('draws again before it adds a number', () => {
		const names = [
			{ slug: 'acme', name: 'Acme' },
			{ slug: 'apex', name: 'Apex' },
		];
		expect(untaken(new Set(['acme']), () => names.shift()!)).toEqual({ slug: 'apex', name: 'Apex' });
	});
});
