import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { similarPrograms } from '../../../src/website/directory/similar.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

type Fields = Parameters<typeof publishedProgram>[0];

function program(slug: string, categories: readonly string[], fields: Fields = {}) {
	return publishedProgram({ slug, categories: categories.map((slug) => ({ slug, name: slug })), ...fields });
}

/** The slugs of the programs that are similar to the first one. */
function similarToFirst(...programs: readonly ReturnType<typeof program>[]): string[] {
	return similarPrograms(programs)
		.to(programs[0]!)
		.map(({ slug }) => slug);
}

describe('similarPrograms', () => {
	test('programs of the same categories come first, no matter how different their commissions are', () => {
		expect(
			similarToFirst(
				program('this', ['mail', 'shops'], { commission_rate: 20 }),
				program('one-shared', ['mail'], { commission_rate: 20 }),
				program('both-shared', ['shops', 'mail'], { commission_rate: 90 }),
			),
		).toEqual(['both-shared', 'one-shared']);
	});

	test('within the same categories, the same type of commission comes first, then the closest figure', () => {
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

	test('a program with an unknown or contradictory commission is not similar to any other', () => {
		expect(
			similarToFirst(
				program('this', ['mail']),
				program('unknown', ['mail']),
				program('words', ['mail'], { commission_text: 'varies' }),
				program('contradictory', ['mail'], { offers: CONTRADICTION }),
				program('maximum', ['mail'], { commission_rate: 20, commission_qualifier: 'up_to' }),
			),
		).toEqual(['maximum']);
	});

	test('programs with an unknown commission have similar ones of the same type, and not all the same', () => {
		const known = Array.from({ length: 100 }, (_, index) =>
			program(`k${index}`, ['mail'], {
				commission_type: index < 50 ? 'recurring' : 'one_time',
				commission_rate: index,
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

	test('the most similar programs are found in any directory', () => {
		const rates = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 60 });
		fc.assert(
			fc.property(rates, (rates) => {
				const programs = rates.map((rate, index) => program(`p${index}`, ['mail'], { commission_rate: rate }));
				const [first, ...others] = programs;
				const gap = (other: (typeof programs)[0]) => Math.abs(other.commission_rate! - first!.commission_rate!);
				const closest = others.map(gap).sort((a, b) => a - b);
				expect(similarPrograms(programs).to(first!).map(gap)).toEqual(closest.slice(0, 6));
			}),
		);
	});

	test('a change of a program affects only programs similar to its earlier or its new version', () => {
		const categories = ['a', 'b', 'c'];
		const anyProgram = fc.record({
			slug: fc.integer({ min: 0, max: 60 }).map((n) => `p${n}`),
			categories: fc.subarray(categories),
			rate: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 2 }),
			review_count: fc.integer({ min: 0, max: 2 }),
		});
		const make = ({ slug, categories, rate, review_count }: ReturnType<typeof anyProgram.generate>['value']) =>
			program(slug, categories, { commission_rate: rate, review_count });
		const lists = fc.uniqueArray(anyProgram, { selector: ({ slug }) => slug, maxLength: 60 });
		fc.assert(
			fc.property(lists, lists, (kept, edits) => {
				const edited = new Set(edits.slice(0, 3).map(({ slug }) => slug));
				const before = kept.map(make);
				const after = [...before.filter(({ slug }) => !edited.has(slug)), ...edits.slice(0, 2).map(make)];
				const [older, newer] = [similarPrograms(before), similarPrograms(after)];
				const versions = [...before, ...after].filter(({ slug }) => edited.has(slug));
				const reached = new Set(versions.flatMap((version) => newer.thatMayShow(version)));
				for (const one of before.filter((one) => after.includes(one) && !reached.has(one))) {
					expect(newer.to(one)).toEqual(older.to(one));
				}
			}),
			{ numRuns: 500 },
		);
	});
});
