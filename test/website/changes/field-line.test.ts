import { expect, test } from 'vitest';
import { fieldLine } from '../../../src/website/changes/change-entry.ts';

test.each([
	['commission_rate', 20, 30.5, 'Commission: 20% → 30.5%'],
	['cookie_days', null, 30, 'Cookie duration: not published → 30 days'],
	['verified', false, true, 'Marked as verified: no → yes'],
	['payout_frequency', 'twice-a-month', 'monthly', 'Payout frequency: twice a month → monthly'],
	['approval', 'manual', 'automatic', 'Approval: Manual → Automatic'],
	['availability', null, 'closed', 'Availability: not published → Closed to new publishers'],
	['tracking_platform', 'awin', 'partnerstack', 'Affiliate network: Awin → PartnerStack'],
	['payout_methods', null, ['paypal', 'bank'], 'Payout methods: not published → PayPal, Bank transfer'],
	['countries', ['DE'], ['worldwide'], 'Open to publishers in: Germany → Worldwide'],
	['website_url', 'https://a.example/', 'https://b.example/', 'Website: https://a.example/ → https://b.example/'],
	['organization', { slug: 'a', name: 'Acme' }, null, 'Organization: Acme → not published'],
	[
		'categories',
		[],
		[
			{ slug: 'a', name: 'A' },
			{ slug: 'b', name: 'B' },
		],
		'Categories: none → A, B',
	],
	['checked_at', null, '2026-03-03T09:30:00Z', 'Checked: not published → 3 March 2026'],
	['commission_qualifier', 'exact', 'up_to', 'Kind of commission figure: exact → maximum'],
	['commission_rate', null, 20, 'Commission: no figure → 20%'],
	['commission_per', 'sale', 'other', 'Commission for: sale → something else'],
	['commission_type', null, 'one_time', 'Commission type: not published → one-time'],
	['name', 'one-two', 'One-two', 'Name: one-two → One-two'],
])('The line of %s from %j to %j is %j', (field, before, after, expected) => {
	const line = fieldLine(field, before, after);
	expect(`${line.label}: ${line.before} → ${line.after}`).toBe(expected);
});

test('A long text is not shown', () => {
	expect(fieldLine('long_description', 'a', 'b'.repeat(81))).toEqual({
		label: 'Long description',
		before: undefined,
		after: undefined,
	});
});
