import { describe, expect, test } from 'vitest';
import { readCell } from '../../src/importers/cells.ts';

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
	])('reads in column %s the text %j as %j', (column, text, value) => {
		expect(readCell(column, text)).toEqual({ value });
	});

	test.each([
		['20%', 'write 20'],
		['$12.50', 'write 12.50'],
		['30 days', 'write 30'],
		['1,000', 'write a number such as 12.5'],
		['12,5', 'write a number such as 12.5'],
		['1e3', 'write a number such as 12.5'],
		['.5', 'write a number such as 12.5'],
		['+5', 'write 5'],
		['0x10', 'write a number such as 12.5'],
		['Infinity', 'write a number such as 12.5'],
		['20-30', 'write a number such as 12.5'],
		['- 5', 'write a number such as 12.5'],
	])('refuses %j as a number: %s', (text, fix) => {
		expect(readCell('commission_rate', text)).toEqual({ rule: 'a number in plain decimal digits', fix });
	});

	test.each([
		['c1,c2', 'write c1;c2'],
		[' c1, c2 ; c3', 'write c1;c2;c3'],
		['c1|c2', 'write c1;c2'],
	])('refuses %j as categories: %s', (text, fix) => {
		expect(readCell('categories', text)).toEqual({ rule: 'slugs with semicolons between', fix });
	});

	test.each(['maybe', 'y', '2', 'on'])('refuses %j as true or false', (text) => {
		expect(readCell('verified', text)).toMatchObject({ rule: 'true or false' });
	});
});
