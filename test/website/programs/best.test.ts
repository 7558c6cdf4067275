import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { bestOf } from '../../../src/website/programs/best.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

type Fields = Partial<PublishedProgram>;

/** The slugs of each list, by its name. The programs are numbered from 0 and have complete terms. */
function bestSlugs(...all: readonly Fields[]): { readonly [list: string]: readonly string[] } {
	const programs = all.map((fields, index) =>
		publishedProgram({ slug: `p${index}`, cookie_days: 30, commission_rate: 10, ...fields }),
	);
	return Object.fromEntries(
		bestOf(directoryOf(programs).programs).map(({ name, programs }) => [name, programs.map(({ slug }) => slug)]),
	);
}

const times = (count: number, fields: Fields): Fields[] => Array.from({ length: count }, () => fields);
const ONE_TIME = 'Highest one-time commission';
const RECURRING = 'Highest recurring commission';
const RATED = 'Highest rated';

test('a list shows the first five, if more than five programs qualify', () => {
	expect(bestSlugs(...times(5, {}))).toEqual({});
	expect(bestSlugs(...times(6, {}))).toEqual({ [ONE_TIME]: ['p0', 'p1', 'p2', 'p3', 'p4'] });
});

test.each<[string, Fields]>([
	['an unknown commission', { commission_rate: null }],
	['a maximum', { commission_rate: 90, commission_qualifier: 'up_to' }],
	['contradictory terms', { commission_rate: null, offers: CONTRADICTION }],
	['a commission for the first sale only', { commission_rate: 90, commission_per: 'first_payment' }],
	['no place for new publishers', { commission_rate: 90, availability: 'closed' }],
	['an unknown cookie duration', { commission_rate: 90, cookie_days: null }],
	['an amount besides the percentage', { commission_rate: 90, commission_amount: 5 }],
	['another type', { commission_rate: 90, commission_type: 'tiered' }],
])('a program with %s does not qualify by its commission', (_, fields) => {
	expect(bestSlugs(fields, ...times(6, {}))).toEqual({ [ONE_TIME]: ['p1', 'p2', 'p3', 'p4', 'p5'] });
	expect(bestSlugs(fields, ...times(5, {}))).toEqual({});
});

test('commissions are ranked by percentage, then by cookie duration, separately by type', () => {
	const recurring = [10, 40, 20, 20, 30, 5].map((commission_rate, index): Fields => {
		return { commission_type: 'recurring', commission_rate, cookie_days: index === 3 ? 90 : 30 };
	});
	expect(bestSlugs(...recurring, { commission_rate: 99 })).toEqual({ [RECURRING]: ['p1', 'p4', 'p3', 'p2', 'p0'] });
});

describe('The list by rating', () => {
	const rated = (rating_average: number | null, review_count: number): Fields => {
		return { commission_type: 'hybrid', rating_average, review_count };
	};

	test('ranks many good reviews above a few perfect ones', () => {
		expect(bestSlugs(rated(5, 5), rated(4.6, 200), rated(4.9, 20), rated(3, 50), rated(4, 8), rated(2, 5))).toEqual({
			[RATED]: ['p2', 'p1', 'p0', 'p4', 'p3'],
		});
	});

	test('needs at least five reviews of each program', () => {
		expect(bestSlugs(rated(5, 4), rated(null, 0), ...times(5, rated(4, 5)))).toEqual({});
	});
});
