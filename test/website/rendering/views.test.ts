import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMISSION_TYPES } from '../../../src/catalog/offer.ts';
import type { Directory } from '../../../src/website/directory/directory.ts';
import { PAGE_TYPES } from '../../../src/website/rendering/page-types.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { publishedReview } from '../../support/published-review.ts';
import { directoryAfter, sampleSnapshot } from '../../support/snapshot-directory.ts';

/** Checks that a thread that receives the views as JSON gets the same data. */
function expectPlainViews(directory: Directory): void {
	for (const { pages } of PAGE_TYPES) {
		for (const { address, view } of pages(directory)) {
			const created = view();
			expect(JSON.parse(JSON.stringify(created)), address).toEqual(created);
		}
	}
}

describe('Every view is plain data, which JSON does not change', () => {
	test('of the sample directory', async () => {
		expectPlainViews(directoryAfter(await sampleSnapshot()));
	});

	test('of an empty directory', () => {
		expectPlainViews(directoryOf([]));
	});

	test('of any directory', () => {
		fc.assert(
			fc.property(DIRECTORY, (directory) => expectPlainViews(directory)),
			{ numRuns: 30 },
		);
	});
});

const text = fc.string({ unit: 'binary', maxLength: 40 });
const slug = fc.constantFrom('mail', 'shops', 'travel', 'games');
const named = fc.record({ slug, name: text });
const figure = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }));
const time = fc
	.date({ min: new Date('2017-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
	.map((date) => `${date.toISOString().slice(0, 19)}Z`);

const program = fc.record({
	name: text,
	description: text,
	long_description: text,
	organization: named,
	categories: fc.uniqueArray(named, { selector: ({ slug }) => slug }),
	commission_type: fc.constantFrom(...COMMISSION_TYPES),
	commission_rate: figure,
	commission_text: fc.option(text),
	commission_amount: figure,
	currency: fc.option(fc.constantFrom('USD', 'JPY')),
	cookie_days: fc.option(fc.nat(400)),
	tracking_platform: fc.option(fc.constantFrom('tolt', 'in-house', 'unheard-of')),
	verified: fc.boolean(),
	featured: fc.boolean(),
	views: fc.nat(1e6),
	created_at: time,
	updated_at: time,
});

const review = fc.record({
	author_display_name: text,
	rating: fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2),
	title: text,
	body: text,
	created_at: time,
	updated_at: time,
});

/** Directories with a few dozen programs, some of them with several pages of reviews. */
const DIRECTORY = fc
	.record({
		programs: fc.array(program, { maxLength: 60 }),
		reviews: fc.array(fc.tuple(review, fc.nat(3)), { maxLength: 60 }),
	})
	.map(({ programs, reviews }) => {
		const own = (place: number) => reviews.filter(([, of]) => of === place).map(([{ rating }]) => rating!);
		const published = programs.map((fields, place) => {
			const ratings = own(place);
			const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
			return publishedProgram({
				...fields,
				slug: `p-${place}`,
				rating_average: ratings.length === 0 ? null : average,
				review_count: ratings.length,
			});
		});
		return directoryOf(
			published,
			reviews.flatMap(([fields, of], index) => {
				const program = published[of];
				return program ? [publishedReview({ ...fields, id: `rev_${index}`, program })] : [];
			}),
		);
	});
