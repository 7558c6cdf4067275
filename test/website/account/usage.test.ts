import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	endpointTable,
	USAGE_SIZE,
	usageChart,
	usageDays,
	usagePath,
	usageSentence,
} from '../../../src/website/account/usage.ts';

const TODAY = new Date('2026-03-02T23:59:59Z');

describe('usageDays', () => {
	test('returns the thirty days up to today, including those without requests', () => {
		const days = usageDays([{ day: '2026-03-02', requests: 5 }], TODAY);
		expect(days).toHaveLength(30);
		expect([days[0], days.at(-1)]).toEqual([
			{ day: '2026-02-01', requests: 0 },
			{ day: '2026-03-02', requests: 5 },
		]);
	});
});

describe('usageSentence', () => {
	test('contains the total and the day with the most requests', () => {
		const used = [
			{ day: '2026-03-01', requests: 1200 },
			{ day: '2026-03-02', requests: 4 },
		];
		expect(usageSentence(usageDays(used, TODAY))).toBe(
			'1,204 requests in 30 days. The busiest day was 1 March 2026, with 1,200.',
		);
		expect(usageSentence(usageDays([], TODAY))).toBe('0 requests in 30 days.');
	});
});

describe('usagePath', () => {
	test('has a visible column for each day with requests, no higher than the chart', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(1e9), { minLength: 30, maxLength: 30 }), (counts) => {
				const path = usagePath(counts.map((requests, i) => ({ day: String(i), requests })));
				const heights = [...path.matchAll(/v-(\d+)h/g)].map(([, height]) => Number(height));
				expect(heights).toHaveLength(counts.filter((count) => count > 0).length);
				for (const height of heights) expect(height).toBeGreaterThanOrEqual(1);
				expect(Math.max(0, ...heights)).toBe(heights.length > 0 ? USAGE_SIZE.height : 0);
			}),
		);
	});
});

describe('usageChart', () => {
	test('labels the day with the most requests, and the first and last day', () => {
		const used = [
			{ day: '2026-02-02', requests: 3 },
			{ day: '2026-03-02', requests: 1200 },
		];
		const svg = usageChart(usageDays(used, TODAY));
		expect([...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, words]) => words)).toEqual([
			'1,200',
			'1 February 2026',
			'today',
		]);
	});
});

test('endpointTable has a row for each endpoint, then one for unknown paths, and a column for each status', () => {
	const table = endpointTable([
		{ endpoint: '', status: 404, requests: 9 },
		{ endpoint: '/programs', status: 429, requests: 1 },
		{ endpoint: '/programs', status: 200, requests: 4 },
		{ endpoint: '/mcp', status: 200, requests: 2 },
	]);
	expect(table).toEqual({
		statuses: [200, 404, 429],
		rows: [
			{ name: '/v1/programs', counts: [4, 0, 1], total: 5 },
			{ name: '/mcp', counts: [2, 0, 0], total: 2 },
			{ name: 'Unknown path', counts: [0, 9, 0], total: 9 },
		],
	});
});
