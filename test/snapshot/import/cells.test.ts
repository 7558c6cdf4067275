import { describe, expect, test } from 'vitest';
import { COLUMNS } from '../../../src/catalog/records.ts';
import { readCell } from '../../../src/snapshot/import/cells.ts';

const columns = { ...COLUMNS.reviews, ...COLUMNS.programs };

describe('readCell', () => {
	test.each<[string, string, unknown]>([
		['name', ' Acme ', 'Acme'],
		['name', '', undefined],
		['name', ' \n', undefined],
		['body', 'One\r\ntwo\rthree\n', 'One\ntwo\nthree'],
		['title', '12', '12'],
		['title', 'true', 'true'],
		['commission_rate', '12.5', 12.5],
		['commission_rate', ' 0 ', 0],
		['views', '007', 7],
		['rating', '4.5', 4.5],
		['cookie_days', '-1', -1],
		['cookie_days', '', undefined],
		['verified', 'true', true],
		['verified', 'YES', true],
		['verified', '1', true],
		['featured', 'False', false],
		['featured', 'no', false],
		['featured', '0', false],
		['created_at', '2026-04-18', '2026-04-18T00:00:00Z'],
		['checked_at', 'never', 'never'],
		['commission_type', 'one-time', 'one_time'],
		['commission_type', 'pay-per-click', 'pay-per-click'],
		['categories', 'ai', ['ai']],
		['categories', ' ai ; crm;saas; ', ['ai', 'crm', 'saas']],
		['categories', '', undefined],
		['aliases', 'Acme, Inc.; Acme Mail ;', ['Acme, Inc.', 'Acme Mail']],
	])('reads the text in column %s, %j, as %j', (column, text, value) => {
		expect(readCell(columns[column]!, text)).toEqual({ value });
	});

	test.each([
		['commission_rate', '20%', 'write 20'],
		['commission_rate', '20 percent', 'write 20'],
		['commission_rate', '$12.50', 'write a percentage such as 12.5'],
		['commission_rate', '12,5', 'write a percentage such as 12.5'],
		['commission_rate', '20-30', 'write a percentage such as 12.5'],
		['commission_rate', '+5', 'write a percentage such as 12.5'],
		['commission_rate', '- 5', 'write a percentage such as 12.5'],
		['commission_amount', '$12.50', 'write 12.50'],
		['commission_amount', '12.50 €', 'write 12.50'],
		['payout_minimum', 'USD 50', 'write 50'],
		['payout_minimum', 'US$50', 'write 50'],
		['payout_minimum', '50%', 'write an amount such as 49.90'],
		['payout_minimum', '1,000', 'write an amount such as 49.90'],
		['cookie_days', '30 days', 'write 30'],
		['cookie_days', '30-day', 'write 30'],
		['cookie_days', '1 Year', 'write 365'],
		['cookie_days', '24 Hours', 'write 1'],
		['cookie_days', '2 weeks', 'write 14'],
		['cookie_days', '36 hours', 'write a whole number of days such as 30'],
		['cookie_days', '3 months', 'write a whole number of days such as 30'],
		['cookie_days', 'lifetime', 'write a whole number of days such as 30'],
		['rating', '4 stars', 'write 4'],
		['rating', '4/5', 'write a rating such as 4.5'],
		['views', '1k', 'write a whole number such as 120'],
		['views', '1e3', 'write a whole number such as 120'],
		['upvotes', '.5', 'write a whole number such as 12'],
		['upvotes', '0x10', 'write a whole number such as 12'],
		['upvotes', 'Infinity', 'write a whole number such as 12'],
	])('refuses the text in column %s, %j, as a number: %s', (column, text, fix) => {
		expect(readCell(columns[column]!, text)).toEqual({ rule: 'a number in plain decimal digits', fix });
	});

	test.each([
		['c1,c2', 'write c1;c2'],
		[' c1, c2 ; c3', 'write c1;c2;c3'],
		['c1|c2', 'write c1;c2'],
	])('refuses %j as categories: %s', (text, fix) => {
		expect(readCell(columns.categories!, text)).toEqual({ rule: 'a list separated by semicolons', fix });
	});

	test.each(['maybe', 'y', '2', 'on'])('refuses %j as true or false', (text) => {
		expect(readCell(columns.verified!, text)).toMatchObject({ rule: 'true or false' });
	});
});
