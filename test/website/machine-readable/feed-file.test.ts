import fc from 'fast-check';
import { DOMParser, parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { feedFile } from '../../../src/website/machine-readable/feed-file.ts';
import { feedsOf } from '../../../src/website/machine-readable/feeds.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { publishedReview } from '../../support/published-review.ts';

const SITE = new URL('https://directory.example');

function programFeed(programs: Parameters<typeof directoryOf>[0]) {
	return feedsOf(directoryOf(programs))[0]!;
}

describe('feedsOf', () => {
	test('the newest programs come first, at most thirty', () => {
		const programs = Array.from({ length: 40 }, (_, index) =>
			publishedProgram({ slug: `p-${index}`, created_at: `2025-01-01T00:00:${String(index).padStart(2, '0')}Z` }),
		);
		const addresses = programFeed(programs).entries.map(({ address }) => address);
		expect(addresses).toHaveLength(30);
		expect(addresses.slice(0, 2)).toEqual(['/programs/p-39/', '/programs/p-38/']);
	});

	test('the programs of one import are all in the feed, at most 500', () => {
		const imported = (count: number) =>
			Array.from({ length: count }, (_, index) =>
				publishedProgram({ slug: `p-${index}`, created_at: '2025-01-01T00:00:00Z' }),
			);
		const older = publishedProgram({ slug: 'older', created_at: '2024-01-01T00:00:00Z' });
		expect(programFeed([...imported(400), older]).entries).toHaveLength(400);
		expect(programFeed([...imported(501), older]).entries).toHaveLength(500);
	});

	test('each category has a feed with its own programs', () => {
		const categories = [{ slug: 'shops', name: 'Shops' }];
		const feeds = feedsOf(directoryOf([publishedProgram({ slug: 'a', categories }), publishedProgram({ slug: 'b' })]));
		const shops = feeds.find(({ address }) => address === '/feeds/categories/shops.atom');
		expect(shops?.entries.map(({ address }) => address)).toEqual(['/programs/a/']);
	});

	test('a review names its program', () => {
		const [, reviews] = feedsOf(directoryOf([publishedProgram({})], [publishedReview({ body: 'One.\n\nTwo.' })]));
		expect(reviews?.entries).toMatchObject([
			{ name: 'Good: Acme, 4.0\u00a0of 5', author: 'Ada', text: ['One.', 'Two.'], address: '/reviews/rev_1/' },
		]);
	});
});

describe('feedFile', () => {
	// All characters that names can have: no control characters, no lone surrogates.
	const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }).filter((text) => text.trim() !== '');

	test('contains any name unchanged', () => {
		fc.assert(
			fc.property(fc.oneof(name, fc.constantFrom('a & b', '<b>', ']]>', '&amp;', '"\'')), (text) => {
				const feed = programFeed([publishedProgram({ name: text, organization: { slug: 'acme', name: text } })]);
				const atom = new DOMParser().parseFromString(feedFile(feed, 'Directory', SITE), 'text/xml');
				const title = atom.querySelector('entry > title')!.textContent!;
				expect(parseHTML(`<p>${title}</p>`).document.querySelector('p')!.textContent).toBe(text);
			}),
		);
	});

	test('leaves out characters that are not allowed in XML', () => {
		const feed = programFeed([publishedProgram({ name: 'A\uffff\ufffeB', description: 'C\uffff' })]);
		expect(feedFile(feed, 'Directory', SITE)).not.toMatch(/[\ufffe\uffff]/);
	});

	test('contains untrusted markup as text', () => {
		const feed = programFeed([publishedProgram({ description: '<script>alert(1)</script>' })]);
		expect(feedFile(feed, 'Directory', SITE)).toContain('<p>&#60;script&#62;alert(1)&#60;/script&#62;</p>');
	});

	test('has the date of its newest change, and an empty feed has a date too', () => {
		const [newer, older] = ['2025-05-01T00:00:00Z', '2025-04-01T00:00:00Z'];
		const feed = programFeed([
			publishedProgram({ slug: 'a', updated_at: older }),
			publishedProgram({ slug: 'b', updated_at: newer }),
		]);
		expect(feedFile(feed, 'Directory', SITE)).toContain('<updated>2025-05-01T00:00:00.000Z</updated>');
		expect(feedFile(programFeed([]), 'Directory', SITE)).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
	});

	test('contains full addresses of itself, its page and its entries', () => {
		const atom = feedFile(programFeed([publishedProgram({})]), 'Directory', SITE);
		for (const link of [
			'<link rel="alternate" href="https://directory.example/programs/"/>',
			'<link rel="self" href="https://directory.example/feeds/programs.atom"/>',
			'<id>https://directory.example/programs/acme/</id>',
		])
			expect(atom).toContain(link);
	});
});
