import { describe, expect, test } from 'vitest';
import { COLUMNS } from '../../../../src/catalog/records.ts';
import { readText } from '../../../../src/snapshot/import/table/read-cell.ts';

const columns = { ...COLUMNS.reviews, ...COLUMNS.programs };

describe('readText', () => {
	test.each<[string, string, unknown]>([
		['name', ' Acme ', 'Acme'],
		['name', '', undefined],
		['name', ' \n', undefined],
		['name', 'N/A', 'N/A'],
		['body', 'One\r\ntwo\rthree\n', 'One\ntwo\nthree'],
		['body', 'soft\u00adhyphen', 'soft\u00adhyphen'],
		['title', '12', '12'],
		['title', '=1+1', '=1+1'],
		['title', "'=1+1", '=1+1'],
		['commission_rate', '12.5', 12.5],
		['commission_rate', '12,5', 12.5],
		['commission_rate', '20%', 20],
		['commission_rate', ' 0 ', 0],
		['commission_rate', 'n/a', undefined],
		['payout_minimum', '1,000', 1000],
		['views', '007', 7],
		['rating', '4.5', 4.5],
		['rating', '4/5', 4],
		['cookie_days', '-1', -1],
		['cookie_days', '', undefined],
		['cookie_days', '30 days', 30],
		['cookie_days', '1 Year', 365],
		['cookie_days', 'k. A.', undefined],
		['verified', 'true', true],
		['verified', '1', true],
		['featured', '0', false],
		['created_at', '2026-04-18', '2026-04-18T00:00:00Z'],
		['checked_at', '18 April 2026', '2026-04-18T00:00:00Z'],
		['checked_at', '4/18/2026', '2026-04-18T00:00:00Z'],
		['commission_type', 'one-time', 'one_time'],
		['commission_type', 'pay-per-click', 'pay-per-click'],
		['currency', 'usd', 'USD'],
		['currency', '€', 'EUR'],
		['countries', 'DE; Austria', ['DE', 'AT']],
		['countries', 'worldwide; DE', ['worldwide', 'DE']],
		['categories', 'ai', ['ai']],
		['categories', ' ai ; crm;saas; ', ['ai', 'crm', 'saas']],
		['categories', 'c1, c2 | c3', ['c1', 'c2', 'c3']],
		['aliases', 'Acme, Inc.; Acme Mail ;', ['Acme, Inc.', 'Acme Mail']],
	])('reads the text in column %s, %j, as %j', (column, text, value) => {
		expect(readText(columns[column]!, text)).toEqual({ value });
	});

	test.each([
		['commission_rate', '$12.50', 'write a percentage such as 12.5'],
		['commission_rate', '20-30', 'write a percentage such as 12.5'],
		['commission_rate', '- 5', 'write a percentage such as 12.5'],
		['payout_minimum', '50%', 'write an amount such as 49.90'],
		['views', '1k', 'write a whole number such as 120'],
		['upvotes', '.5', 'write a whole number such as 12'],
	])('refuses the text in column %s, %j, as a number: %s', (column, text, fix) => {
		expect(readText(columns[column]!, text)).toEqual({ rule: 'a number', fix });
	});

	test.each(['36 hours', 'lifetime', 'soon'])('refuses %j as a number of days', (text) => {
		const fix = 'write a whole number of days such as 30';
		expect(readText(columns.cookie_days!, text)).toEqual({ rule: 'a number of days', fix });
	});

	test('refuses an amount with a currency, because the currency has a column of its own', () => {
		const refused = { rule: 'a number without a currency', fix: 'write 12.5, and write USD in the field currency' };
		expect(readText(columns.commission_amount!, '$12.50')).toEqual(refused);
	});

	test('refuses a date that can be read in two ways, or that does not exist', () => {
		expect(readText(columns.checked_at!, '4/5/2026')).toEqual({
			rule: 'a date that can be read in one way only',
			fix: 'write 2026-05-04T00:00:00Z if the day comes first, 2026-04-05T00:00:00Z if the month does',
		});
		expect(readText(columns.checked_at!, '2026-02-30')).toEqual({
			rule: 'a date of a real day',
			fix: 'correct the day: February 2026 has 28 days, not 30',
		});
	});

	test.each(['maybe', '2'])('refuses %j as yes or no', (text) => {
		expect(readText(columns.verified!, text)).toMatchObject({ rule: 'yes or no' });
	});
});
