import { describe, expect, test } from 'vitest';
import { programDetail } from '../../../src/catalog/resources.ts';
import { comparedFacts } from '../../../src/website/compare/compare.ts';
import { detailedProgram } from '../../../src/website/directory/listed-program.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** A fact in the comparison of programs with these fields. */
function fact(name: string, ...programs: readonly Parameters<typeof publishedProgram>[0][]) {
	const compared = programs.map((fields) => ({
		...detailedProgram(programDetail(publishedProgram(fields))),
		logo: null,
	}));
	return comparedFacts(compared).find((fact) => fact.name === name)!;
}

const emptied = { commission_type: { by: 'editor', place: null, words: null } } as const;

describe('comparedFacts', () => {
	test('a fact differs if one program has another value or none', () => {
		expect(fact('Cookie', { cookie_days: 30 }, { cookie_days: 60 }).differs).toBe(true);
		expect(fact('Cookie', { cookie_days: 30 }, {}).differs).toBe(true);
		expect(fact('Cookie', { cookie_days: 30 }, { cookie_days: 30 }).differs).toBe(false);
		expect(fact('Cookie', {}, {}).differs).toBe(false);
	});

	test('a program that pays for leads says so beside its type', () => {
		const [lead, sale] = fact('Commission type', { commission_per: 'lead' }, { commission_per: 'sale' }).cells;
		expect([lead!.words, sale!.words]).toEqual(['One-time, per lead', 'One-time']);
	});

	test.each<[string, Parameters<typeof publishedProgram>[0], string]>([
		[
			'no evidence, because another tool wrote it',
			{ commission_evidence: null, commission_type: 'one_time' },
			'One-time',
		],
		['no evidence and no type', { commission_evidence: null, commission_type: null }, 'Not stated'],
		['a type that an editor emptied', { commission_evidence: emptied, commission_type: null }, 'Not stated'],
	])('the type of a program with %s is %s', (_, fields, words) => {
		expect(fact('Commission type', fields).cells[0]!.words).toBe(words);
	});

	test('an unknown fact has neither figures nor words', () => {
		expect(fact('Duration', {}, {}).cells[0]).toEqual({ figures: [], words: null, best: undefined });
	});

	test.each([
		['Commission', [{ commission_rate: 20 }, { commission_rate: 30 }, {}], [undefined, 'highest rate', undefined]],
		['Cookie', [{ cookie_days: 0 }, { cookie_days: 1 }], [undefined, 'longest']],
		[
			'Rating',
			[
				{ rating_average: 4.5, review_count: 5 },
				{ rating_average: 4, review_count: 9 },
				{ rating_average: 5, review_count: 4 },
				{ rating_average: null, review_count: 0 },
			],
			['highest', undefined, undefined, undefined],
		],
		[
			'Payout threshold',
			[
				{ payout_minimum: 50, currency: 'USD' },
				{ payout_minimum: 0, currency: 'USD' },
			],
			[undefined, 'lowest'],
		],
	] as const)('the best %s is marked', (name, programs, marks) => {
		expect(fact(name, ...programs).cells.map(({ best }) => best)).toEqual(marks);
	});

	test('only an unknown payout threshold is called unknown', () => {
		const { cells } = fact('Payout threshold', { payout_minimum: 50, currency: 'USD' }, {});
		expect(cells.map(({ figures, words }) => [figures.length, words])).toEqual([
			[1, null],
			[0, 'Not known'],
		]);
	});

	test('equally good programs are all marked, but none is marked if all are equal', () => {
		const [low, high] = [{ cookie_days: 30 }, { cookie_days: 60 }];
		expect(fact('Cookie', high, low, high).cells.map(({ best }) => best)).toEqual(['longest', undefined, 'longest']);
		expect(fact('Cookie', high, high).cells.map(({ best }) => best)).toEqual([undefined, undefined]);
	});

	test('a program without figures shows its own words, shortened', () => {
		const [cell] = fact('Commission', { commission_text: `${'$20 per lead, '.repeat(9)}and more` }).cells;
		expect(cell!.figures).toEqual([]);
		expect(cell!.words).toMatch(/^\$20 per lead, .{1,80}…$/);
		expect(fact('Commission', { commission_rate: 20, commission_text: '20%' }).cells[0]!.words).toBe(
			'20% of each sale',
		);
	});

	test.each([
		['another program publishes only words', { commission_text: '75-125% CPA' }],
		['another figure is a maximum', { commission_rate: 60, commission_qualifier: 'up_to' }],
		['another program pays more in higher tiers', { commission_type: 'tiered', commission_rate: 20 }],
		['the types differ', { commission_type: 'recurring', commission_rate: 20, commission_lifetime: true }],
		['other terms contradict each other', { commission_text: '20% or 25%', offers: CONTRADICTION }],
	] as const)('no commission is the highest if %s', (_, other) => {
		const marks = fact('Commission', { commission_rate: 30 }, { commission_rate: 10 }, other).cells;
		expect(marks.map(({ best }) => best)).toEqual([undefined, undefined, undefined]);
	});

	test('amounts in different currencies are not compared', () => {
		const [dollars, yen] = [
			{ payout_minimum: 50, commission_amount: 50, currency: 'USD' },
			{ payout_minimum: 5000, commission_amount: 5000, currency: 'JPY' },
		];
		for (const name of ['Payout threshold', 'Commission']) {
			expect(fact(name, dollars, yen).cells.map(({ best }) => best)).toEqual([undefined, undefined]);
		}
	});
});
