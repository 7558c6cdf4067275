import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { payFigure } from '../../../src/site/format/pay-figure.ts';
import { payLegend } from '../../../src/site/format/pay-legend.ts';
import { publishedProgram } from '../../support/published-program.ts';

const figure = (fields: Partial<PublishedProgram>) => payFigure(publishedProgram(fields));
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
		['6 months', { ...recurring, commission_duration: '6 months' }, 6],
		['12 months', { ...recurring, commission_duration: '12 months' }, 12],
	] as const)('a commission of the duration %s has as many bars as payments', (_, fields, count) => {
		expect(shapes(figure(fields).bars)).toBe(count);
	});

	test.each(['24 months', 'lifetime'])('end with an arrow for %s', (commission_duration) => {
		const { bars } = figure({ ...recurring, commission_duration });
		expect(shapes(bars)).toBe(13);
		expect(bars).toMatch(/l4 6-4 6z$/);
	});

	test('show only their top edges after the third month if the duration is unknown', () => {
		expect(heights(figure(recurring).bars)).toEqual([12, 12, 12, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
	});

	test('a higher amount of money has a higher pin', () => {
		const [small, large] = [10, 500].map((commission_amount) =>
			heights(figure({ commission_amount }).bars).reduce((sum, height) => sum + height),
		);
		expect(small).toBeLessThan(large!);
	});

	test('are an outline for a maximum', () => {
		const { bars, outline, isUnknown } = figure({ commission_rate: 30, commission_text: 'up to 30%' });
		expect({ bars, isUnknown }).toEqual({ bars: '', isUnknown: false });
		expect(outline).toBe('M.5 8.5h4v11h-4z');
	});

	test.each([{}, { commission_rate: 20, commission_duration: '12 months' }])(
		'are a dashed outline if the commission is unknown or unclear',
		(fields) => {
			expect(figure(fields)).toMatchObject({ bars: '', isUnknown: true, outline: 'M.5 11.5h4v8h-4z' });
		},
	);
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

	test('is a dashed line if the duration is unknown', () => {
		const { cookie, rest } = figure({});
		expect(cookie).toBe('');
		expect(shapes(rest)).toBe(9);
	});
});

test('The legend says what the parts of a figure mean', () => {
	const legend = (fields: Partial<PublishedProgram>) =>
		payLegend(publishedProgram(fields)).map(({ part, meaning }) => `${part}: ${meaning}`.replaceAll('\u00a0', ' '));
	expect(legend({ ...recurring, commission_duration: '12 months', cookie_days: 60 })).toEqual([
		'Height: 30%',
		'Bars: paid for 12 months',
		'Base: cookie: 60 days, in blocks of 30 days',
	]);
	expect(legend({})).toEqual(['Height: no single figure', 'One bar: paid once', 'Base: cookie not published']);
});
