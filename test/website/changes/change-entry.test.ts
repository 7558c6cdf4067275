import { expect, test } from 'vitest';
import { Content } from '../../../src/api/content.ts';
import type { ChangedFields } from '../../../src/catalog/change.ts';
import { programDetail } from '../../../src/catalog/resources.ts';
import { changeEntry } from '../../../src/website/changes/change-entry.ts';
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
	const release = { resource: () => new Content(text, 'kept') };
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

test('Offers are listed in words', () => {
	const gold = offer({ rate: 40, per: 'payment', months: 12, condition: 'Gold partners' });
	expect(linesOf({ offers: [gold] }, { offers: [[], [gold, offer({ amount: 50 })]] })).toEqual([
		'Further offers: none → 40% of each payment for 12 months (Gold partners), 50',
	]);
});
