import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { similarPrograms } from '../../../src/website/directory/similar.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

type Fields = Partial<PublishedProgram>;

/** A program whose name is a word of its own. */
function program(slug: string, categories: readonly string[], fields: Fields = {}) {
	return publishedProgram({
		slug,
		name: slug,
		categories: categories.map((slug) => ({ slug, name: slug })),
		...fields,
	});
}

/** The slugs of the programs that are similar to the first one. */
function similarToFirst(...programs: readonly PublishedProgram[]): string[] {
	return similarPrograms(programs)
		.to(programs[0]!)
		.map(({ slug }) => slug);
}

describe('Programs are similar', () => {
	test('if they have the same categories, no matter how different their words and commissions are', () => {
		expect(
			similarToFirst(
				program('this', ['mail', 'shops'], { commission_rate: 20, description: 'sends newsletters' }),
				program('one-shared', ['mail'], { commission_rate: 20, description: 'sends newsletters' }),
				program('both-shared', ['shops', 'mail'], { commission_rate: 90 }),
			),
		).toEqual(['both-shared', 'one-shared']);
	});

	test('then if they have the same words in names, tags and short descriptions, whatever they pay', () => {
		expect(
			similarToFirst(
				program('this', ['mail'], {
					description: 'Newsletters for creators',
					tags: ['automation'],
					commission_rate: 20,
				}),
				program('same-pay', ['mail'], { commission_rate: 20 }),
				program('in-tags', ['mail'], { tags: ['newsletter-automation'], commission_rate: 90 }),
				program('in-name', ['mail'], { name: 'NEWSLETTER', commission_amount: 5 }),
				program('in-all', ['mail'], { name: 'Créator', description: 'Automation of a newsletter' }),
				program('in-text', ['mail'], { long_description: 'Newsletters for creators, with automation' }),
			),
		).toEqual(['in-all', 'in-tags', 'in-name', 'same-pay', 'in-text']);
	});

	test('then if they have the same type of commission, then by the closest figure', () => {
		expect(
			similarToFirst(
				program('this', ['mail'], { commission_type: 'recurring', commission_rate: 20 }),
				program('once', ['mail'], { commission_type: 'one_time', commission_rate: 20 }),
				program('far', ['mail'], { commission_type: 'recurring', commission_rate: 50 }),
				program('amount', ['mail'], { commission_type: 'recurring', commission_amount: 20 }),
				program('close', ['mail'], { commission_type: 'recurring', commission_rate: 25 }),
			),
		).toEqual(['close', 'far', 'amount', 'once']);
	});

	test('equally similar programs are sorted by reviews, not by views, and there are at most six', () => {
		const equals = Array.from({ length: 9 }, (_, index) =>
			program(`p${index}`, ['mail'], { commission_rate: 20, views: index, review_count: index === 5 ? 1 : 0 }),
		);
		const [first, ...others] = equals;
		for (const order of [others, others.toReversed()]) {
			expect(similarToFirst(first!, ...order)).toEqual(['p5', 'p1', 'p2', 'p3', 'p4', 'p6']);
		}
	});

	test('a program without categories, or the only one in its categories, has no similar programs', () => {
		const known = { commission_rate: 20 };
		expect(similarToFirst(program('this', []), program('other', [], known))).toEqual([]);
		expect(similarToFirst(program('this', ['mail']), program('other', ['shops'], known))).toEqual([]);
	});
});

test('A word that many programs of the category have does not count', () => {
	const fields = { commission_rate: 20, description: 'The platform', tags: ['saas'] };
	const crowd = Array.from({ length: 20 }, (_, index) => program(`crowd-${index}`, ['mail'], fields));
	expect(
		similarToFirst(
			program('this', ['mail'], { ...fields, description: 'The newsletter platform' }),
			...crowd,
			program('rare', ['mail'], { commission_rate: 90, description: 'A newsletter' }),
		)[0],
	).toBe('rare');
});

test('A closed program is never offered, and one that takes no one or not everyone comes after all others', () => {
	const same = { description: 'Newsletters for creators', commission_rate: 20 };
	expect(
		similarToFirst(
			program('this', ['mail', 'shops'], same),
			program('closed', ['mail', 'shops'], { ...same, availability: 'closed' }),
			program('invited', ['mail', 'shops'], { ...same, availability: 'invitation' }),
			program('waiting', ['mail', 'shops'], { ...same, availability: 'waitlist' }),
			program('open', ['mail'], { availability: 'open' }),
			program('unknown', ['mail'], { commission_rate: 90 }),
		),
	).toEqual(['unknown', 'open', 'invited', 'waiting']);
	expect(similarToFirst(program('closed', ['mail'], { availability: 'closed' }), program('open', ['mail']))).toEqual([
		'open',
	]);
});

describe('A program without a figure', () => {
	test('comes after those with one, unless it has more words in common', () => {
		expect(
			similarToFirst(
				program('this', ['mail'], { description: 'Newsletters' }),
				program('words', ['mail'], { commission_text: 'varies' }),
				program('contradictory', ['mail'], { offers: CONTRADICTION }),
				program('maximum', ['mail'], { commission_rate: 20, commission_qualifier: 'up_to' }),
				program('alike', ['mail'], { description: 'A newsletter' }),
			),
		).toEqual(['alike', 'maximum', 'contradictory', 'words']);
	});

	test('has similar ones of the same type, and not all such programs have the same', () => {
		const known = Array.from({ length: 100 }, (_, index) =>
			program(`k${index}`, ['mail'], {
				commission_type: index < 50 ? 'recurring' : 'one_time',
				commission_rate: index % 50,
			}),
		);
		const unknown = Array.from({ length: 50 }, (_, index) =>
			program(`u${index}`, ['mail'], { commission_type: 'recurring' }),
		);
		const similar = similarPrograms([...known, ...unknown]);
		const shown = unknown.flatMap((program) => similar.to(program));
		expect(shown).toHaveLength(300);
		expect(shown.filter(({ commission_type }) => commission_type === 'recurring').length).toBeGreaterThan(250);
		const pages = [...Map.groupBy(shown, ({ slug }) => slug).values()].map(({ length }) => length);
		expect(Math.max(...pages)).toBeLessThan(25);
	});
});

test('The programs with the closest pay are found in a category of any size', () => {
	const rates = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 60 });
	fc.assert(
		fc.property(rates, (rates) => {
			const programs = rates.map((rate, index) => program(`p${index}`, ['mail'], { commission_rate: rate }));
			const [first, ...others] = programs;
			const gap = (other: PublishedProgram) => Math.abs(other.commission_rate! - first!.commission_rate!);
			const closest = others.map(gap).sort((a, b) => a - b);
			expect(similarPrograms(programs).to(first!).map(gap)).toEqual(closest.slice(0, 6));
		}),
	);
});

describe('In random directories', () => {
	const anyProgram = fc.record({
		slug: fc.integer({ min: 0, max: 60 }).map((n) => `p${n}`),
		categories: fc.subarray(['a', 'b', 'c']),
		rate: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 5 }),
		review_count: fc.integer({ min: 0, max: 2 }),
		words: fc.subarray(['mail', 'letter', 'shop', 'host', 'bank', 'game', 'bike', 'wine', 'tea'], { maxLength: 3 }),
		availability: fc.option(fc.constantFrom('waitlist', 'closed'), { freq: 1 }),
	});
	const make = ({ slug, categories, rate, words, ...fields }: ReturnType<typeof anyProgram.generate>['value']) =>
		program(slug, categories, { ...fields, commission_rate: rate, description: words.join(' ') });
	const lists = (minLength: number, maxLength: number) =>
		fc.uniqueArray(anyProgram, { selector: ({ slug }) => slug, minLength, maxLength });

	test('if all programs are neighbours, the most similar ones are those that a comparison of all pairs finds', () => {
		const wordsIn = ({ description }: PublishedProgram) => new Set(description.split(' ').filter(Boolean));
		const keys = (one: PublishedProgram, other: PublishedProgram) => [
			other.availability === 'waitlist' ? 1 : 0,
			-one.categories.filter(({ slug }) => other.categories.some((of) => of.slug === slug)).length,
			-wordsIn(one).intersection(wordsIn(other)).size,
			other.commission_rate === null ? 1 : 0,
			one.commission_rate === null || other.commission_rate === null
				? 0
				: Math.abs(one.commission_rate - other.commission_rate),
			-other.review_count,
		];
		fc.assert(
			fc.property(lists(2, 7), (list) => {
				const programs = list.map(make);
				const similar = similarPrograms(programs);
				for (const one of programs) {
					const others = programs.filter(
						(other) => other !== one && other.availability !== 'closed' && keys(one, other)[1]! < 0,
					);
					const expected = others.map((other) => keys(one, other)).sort(compareKeys);
					expect(similar.to(one).map((other) => keys(one, other))).toEqual(expected);
				}
			}),
		);
	});
});

function compareKeys(a: readonly number[], b: readonly number[]): number {
	return a.map((key, place) => key - b[place]!).find((difference) => difference !== 0) ?? 0;
}
