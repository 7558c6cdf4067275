import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROGRAMS, programAddress } from '../../../src/website/addresses.ts';
import {
	breadcrumbList,
	itemList,
	jsonLd,
	organizationThing,
	programThings,
	reviewThing,
	webSite,
} from '../../../src/website/machine-readable/structured-data.ts';
import { pagesOf } from '../../../src/website/ui/pagination.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { publishedReview } from '../../support/published-review.ts';

const SITE = new URL('https://directory.example');

describe('jsonLd', () => {
	test('contains any text, and nothing that could end the script', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('</script>', '<!--', '<script')), (name) => {
				const text = jsonLd([{ '@type': 'Thing', name }]);
				expect(text).not.toContain('<');
				expect(JSON.parse(text)).toEqual({ '@context': 'https://schema.org', '@graph': [{ '@type': 'Thing', name }] });
			}),
		);
	});
});

describe('breadcrumbList', () => {
	test('counts from 1, with full addresses', () => {
		expect(breadcrumbList([PROGRAMS, { name: 'Acme', address: programAddress('acme') }], SITE)).toEqual({
			'@type': 'BreadcrumbList',
			itemListElement: [
				{ '@type': 'ListItem', position: 1, name: 'Programs', item: 'https://directory.example/programs/' },
				{ '@type': 'ListItem', position: 2, name: 'Acme', item: 'https://directory.example/programs/acme/' },
			],
		});
	});
});

describe('itemList', () => {
	const [first, second] = pagesOf(['a', 'b', 'c'], 2);
	const place = (name: string) => ({ name, address: programAddress(name) });

	test('has the size of the list on its first page', () => {
		expect(itemList(first!, place, SITE)).toEqual({
			'@type': 'ItemList',
			numberOfItems: 3,
			itemListElement: [
				{ '@type': 'ListItem', position: 1, name: 'a', url: 'https://directory.example/programs/a/' },
				{ '@type': 'ListItem', position: 2, name: 'b', url: 'https://directory.example/programs/b/' },
			],
		});
	});

	test('continues the count of the previous page', () => {
		expect(itemList(second!, place, SITE)).toEqual({
			'@type': 'ItemList',
			itemListElement: [{ '@type': 'ListItem', position: 3, name: 'c', url: 'https://directory.example/programs/c/' }],
		});
	});
});

describe('programThings', () => {
	test('is empty for a program without reviews', () => {
		expect(programThings(publishedProgram({ rating_average: null }), [], SITE)).toEqual([]);
	});

	test('contains the shown rating, which counts all reviews, and the reviews of this page', () => {
		const program = publishedProgram({ rating_average: 4.25, review_count: 30 });
		const [product] = programThings(program, [publishedReview({ title: 'Fine' })], SITE);
		expect(product).toMatchObject({
			'@type': 'Product',
			name: 'Acme',
			aggregateRating: { ratingValue: 4.3, reviewCount: 30, bestRating: 5, worstRating: 1 },
			review: [{ '@type': 'Review', name: 'Fine', author: { name: 'Ada' }, reviewRating: { ratingValue: 4 } }],
		});
		expect(product!.brand).toMatchObject({ name: 'Acme', url: 'https://directory.example/organizations/acme/' });
		expect(JSON.parse(JSON.stringify(product))).not.toHaveProperty('description');
	});
});

describe('reviewThing', () => {
	test('names the program, and shortens a long text', () => {
		const thing = reviewThing(publishedReview({ body: 'word '.repeat(1000) }), SITE);
		expect(thing).toMatchObject({ itemReviewed: { name: 'Acme', url: 'https://directory.example/programs/acme/' } });
		expect(String(thing.reviewBody).length).toBeLessThan(310);
	});
});

describe('organizationThing', () => {
	test.each([
		['https://acme.example/', 'https://acme.example/'],
		['javascript:alert(1)', undefined],
		[null, undefined],
	])('links to %j as %j', (website_url, url) => {
		const organization = {
			slug: 'acme',
			name: 'Acme',
			description: null,
			logo_url: null,
			plan: 'free',
			created_at: '',
		};
		expect(organizationThing({ ...organization, website_url }).url).toBe(url);
	});
});

describe('webSite', () => {
	test('has the explorer as its search', () => {
		expect(webSite({ name: 'Directory', description: '' }, SITE)).toMatchObject({
			potentialAction: {
				target: { urlTemplate: 'https://directory.example/programs/search/?q={search_term_string}' },
			},
		});
	});
});
