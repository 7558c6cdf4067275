import { describe, expect, test } from 'vitest';
import { count, inWords, money, number, percentage, stars } from '../../../src/website/format/numbers.ts';

describe('number', () => {
	test('groups thousands, and rounds no number that editors write', () => {
		expect(number(1234.5)).toBe('1,234.5');
		expect(number(12.375)).toBe('12.375');
	});
});

describe('count', () => {
	test('uses the singular for one and the plural for all others', () => {
		expect(count(1, 'review')).toBe('1 review');
		expect(count(0, 'review')).toBe('0 reviews');
		expect(count(1200, 'category', 'categories')).toBe('1,200 categories');
	});
});

describe('inWords', () => {
	test('puts a no-break space before a unit, but none before a percent sign', () => {
		expect(inWords({ figure: '30', unit: 'days' })).toBe('30\u00a0days');
		expect(inWords({ figure: '30', unit: '%' })).toBe('30%');
		expect(inWords({ figure: '$50', unit: '' })).toBe('$50');
	});
});

describe('money', () => {
	test.each([
		[1250, 'USD', '$1,250'],
		[12.5, 'EUR', '€12.50'],
		[3000, 'JPY', '¥3,000'],
		[1250.5, 'JPY', '¥1,250.5'],
		[75, 'DKK', 'DKK\u00a075'],
	])('formats %d %s', (amount, currency, figure) => {
		expect(money(amount, currency)).toEqual({ figure, unit: '' });
	});

	test('says that an amount has no currency', () => {
		expect(inWords(money(50, null))).toBe('50\u00a0(currency not stated)');
	});
});

describe('stars', () => {
	test('returns a rating with one decimal', () => {
		expect(stars(4)).toEqual({ figure: '4.0', unit: 'of 5' });
	});
});

describe('percentage', () => {
	test.each([
		[1, 3, '33'],
		[1, 1, '100'],
		[0, 5, '0'],
		[1, 1000, '< 1'],
		[0, 0, '0'],
	])('returns the percentage of %d in %d', (part, total, figure) => {
		expect(percentage(part, total)).toEqual({ figure, unit: '%' });
	});
});
