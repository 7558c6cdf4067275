import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { columnChart, growthChart } from '../../../src/website/statistics/charts.ts';

const CHARTS = {
	columnChart: columnChart(
		[
			{ name: '< 10', count: 1200 },
			{ name: '10–19', count: 0 },
		],
		'% of the sale',
	),
	growthChart: growthChart([
		{ month: '2025-01', added: 1, total: 1 },
		{ month: '2026-01', added: 55, total: 56 },
	]),
};

describe.each(Object.entries(CHARTS))('%s', (_, svg) => {
	const root = parseHTML(svg).document.querySelector('svg')!;

	test('has no styles, which a strict Content-Security-Policy forbids', () => {
		expect(root.querySelectorAll('style, [style], script').length).toBe(0);
		expect(root.hasAttribute('style')).toBe(false);
	});

	test('has no attribute that is invalid in SVG', () => {
		expect(root.querySelectorAll('[font-variant]').length).toBe(0);
	});

	test('is an image with a text that describes it', () => {
		expect(root.getAttribute('role')).toBe('img');
		expect(root.getAttribute('aria-label')).not.toBe('');
		expect(root.querySelectorAll('[aria-label], [aria-hidden]').length).toBe(0);
	});

	test('scales with the page, and takes its colours and fonts from there', () => {
		expect(root.getAttribute('viewBox')).toMatch(/^0 0 328 \d+$/);
		for (const name of ['width', 'height', 'font-family', 'font-size']) expect(root.hasAttribute(name)).toBe(false);
		expect(svg).not.toMatch(/#[\da-f]{3,6}\b|NaN|undefined/);
	});
});

describe('The texts of a chart', () => {
	test.each([
		['columnChart', ['1,200', '0', '< 10', '10–19', '% of the sale', 'programs']],
		['growthChart', ['56', 'programs']],
	] as const)('name all parts of it: %s', (name, expected) => {
		const texts = [...parseHTML(CHARTS[name]).document.querySelectorAll('text')].map(({ textContent }) => textContent);
		expect(texts).toEqual(expect.arrayContaining([...expected]));
	});
});
