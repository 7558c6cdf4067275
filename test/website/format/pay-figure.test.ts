import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { payFigure } from '../../../src/website/format/pay-figure.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

const figure = (fields: Partial<PublishedProgram>) => payFigure(publishedProgram({ commission_rate: 30, ...fields }))!;
/** The number of shapes in path data. */
const shapes = (path: string) => path.match(/M/g)?.length ?? 0;
/** The heights of the rectangles in path data. */
const heights = (path: string) => [...path.matchAll(/v([\d.]+)h/g)].map(([, height]) => Number(height));

const recurring = { commission_type: 'recurring', commission_rate: 30 } as const;

describe('The bars of a pay figure', () => {
	test.each([
		[10, 4],
		[30, 12],
		[50, 20],
		[80, 20],
		[0.5, 2],
	])('a rate of %d%% is %d units high', (commission_rate, height) => {
		expect(heights(figure({ commission_rate }).bars)).toEqual([height]);
	});

	test.each([
		['one-time', { commission_type: 'one_time', commission_rate: 30 }, 1],
		['6 months', { ...recurring, commission_months: 6 }, 6],
		['12 months', { ...recurring, commission_months: 12 }, 12],
	] as const)('a commission of the duration %s has as many bars as payments', (_, fields, count) => {
		expect(shapes(figure(fields).bars)).toBe(count);
	});

	test.each([{ commission_months: 24 }, { commission_lifetime: true }])('end with an arrow for %j', (fields) => {
		const { bars } = figure({ ...recurring, ...fields });
		expect(shapes(bars)).toBe(13);
		expect(bars).toMatch(/l4 6-4 6z$/);
	});

	test('show only their top edges after the third month if the duration is unknown', () => {
		expect(heights(figure(recurring).bars)).toEqual([12, 12, 12, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
	});

	test('a higher amount of money has a higher pin', () => {
		const [small, large] = [10, 500].map((commission_amount) =>
			heights(figure({ commission_rate: null, commission_amount }).bars).reduce((sum, height) => sum + height),
		);
		expect(small).toBeLessThan(large!);
	});

	test('are an outline for a maximum', () => {
		const { bars, outline } = figure({ commission_qualifier: 'up_to' });
		expect({ bars, outline }).toEqual({ bars: '', outline: 'M.5 8.5h4v11h-4z' });
	});
});

test.each([
	['unknown', { cookie_days: 30 }],
	['only in words', { commission_text: 'varies', cookie_days: 30 }],
	['contradictory', { offers: CONTRADICTION }],
])('There is no pay figure if the commission is %s', (_, fields) => {
	expect(payFigure(publishedProgram(fields))).toBeNull();
});

describe('The base of a pay figure', () => {
	test.each([
		[0, 1],
		[7, 1],
		[30, 1],
		[60, 2],
		[90, 3],
		[180, 4],
	])('for %d days has %d shapes', (cookie_days, count) => {
		expect(shapes(figure({ cookie_days }).cookie)).toBe(count);
	});

	test('is complete from 90 days', () => {
		expect(figure({ cookie_days: 90 }).rest).toBe('');
		expect(figure({ cookie_days: 45 }).rest).not.toBe('');
	});

	test('is empty if the duration is unknown', () => {
		expect(figure({})).toMatchObject({ cookie: '', rest: '' });
	});
});
