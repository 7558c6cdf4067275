import { expect, test } from 'vitest';
import type { ChangedFields } from '../../../src/catalog/change.ts';
import { programDetail } from '../../../src/catalog/resources.ts';
import { jsonContent } from '../../../src/shared/http/content.ts';
import { changeEntry, fieldLine } from '../../../src/website/changes/change-entry.ts';
import { offer } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** The lines of a change to a program, given its current fields. */
function linesOf(now: Parameters<typeof publishedProgram>[0], fields: ChangedFields): string[] {
	const text = Buffer.from(JSON.stringify({ data: programDetail(publishedProgram(now)) }));
	const record = { kind: 'program', id: 'acme' } as const;
	const change = {
		number: 1,
		...record,
		op: 'changed',
		renamed_from: null,
		successor: null,
		hidden: 0,
		at: '2026-03-01T00:00:00Z',
	} as const;
	const release = { resource: () => jsonContent(text, 'kept') };
	return changeEntry({ ...change, fields: JSON.stringify(fields) }, release).lines.map(
		({ label, before, after }) => `${label}: ${before} → ${after}`,
	);
}

test('A figure that appears or disappears stands for its kind, too', () => {
	expect(linesOf({}, { commission_rate: [25, null], commission_qualifier: ['exact', null] })).toEqual([
		'Commission: 25% → no figure',
	]);
	expect(linesOf({ commission_rate: 25 }, { commission_rate: [null, 25] })).toEqual(['Commission: no figure → 25%']);
});

test('Dates of the entry and where its values come from are left out', () => {
	const fields = {
		updated_at: ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
		imported_at: ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z'],
		source_url: [null, 'https://acme.example/terms'],
		cookie_days: [30, 60],
	} as const;
	expect(linesOf({}, fields)).toEqual(['Cookie duration: 30 days → 60 days']);
});

test('A type that nothing states is not stated', () => {
	const evidence = [{ commission_type: { by: 'source', source: null, place: null, words: null } }, {}] as const;
	expect(linesOf({}, { commission_type: ['recurring', 'one_time'], commission_evidence: evidence })).toEqual([
		'Commission type: recurring → not stated',
	]);
});

test('Offers are listed in words', () => {
	const gold = offer({ rate: 40, per: 'payment', months: 12, condition: 'Gold partners' });
	expect(linesOf({ offers: [gold] }, { offers: [[], [gold, offer({ amount: 50 })]] })).toEqual([
		'Further offers: none → 40% of each payment for 12 months (Gold partners), 50',
	]);
});

test.each([
	['commission_rate', 20, 30.5, 'Commission: 20% → 30.5%'],
	['cookie_days', null, 30, 'Cookie duration: not stated → 30 days'],
	['verified', false, true, 'Marked as verified: no → yes'],
	['payout_frequency', 'twice-a-month', 'monthly', 'Payout frequency: twice a month → monthly'],
	['approval', 'manual', 'automatic', 'Approval: Manual → Automatic'],
	['availability', null, 'closed', 'Availability: not stated → Closed to new publishers'],
	['tracking_platform', 'awin', 'partnerstack', 'Affiliate network: Awin → PartnerStack'],
	['payout_methods', null, ['paypal', 'bank'], 'Payout methods: not stated → PayPal, Bank transfer'],
	['countries', ['DE'], ['worldwide'], 'Open to publishers in: Germany → Worldwide'],
	['website_url', 'https://a.example/', 'https://b.example/', 'Website: https://a.example/ → https://b.example/'],
	['organization', { slug: 'a', name: 'Acme' }, null, 'Organization: Acme → not stated'],
	[
		'categories',
		[],
		[
			{ slug: 'a', name: 'A' },
			{ slug: 'b', name: 'B' },
		],
		'Categories: none → A, B',
	],
	['checked_at', null, '2026-03-03T09:30:00Z', 'Checked: not stated → 3 March 2026'],
	['commission_until', null, '2026-07-01', 'Commission until: not stated → 1 July 2026'],
	['offers', [], [{ rate: 40, condition: 'Gold partners' }], 'Further offers: none → 40% (Gold partners)'],
	['commission_qualifier', 'exact', 'up_to', 'Kind of commission figure: exact → maximum'],
	['commission_rate', null, 20, 'Commission: no figure → 20%'],
	['commission_per', 'sale', 'other', 'Commission for: sale → something else'],
	['commission_type', null, 'one_time', 'Commission type: not stated → one-time'],
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
