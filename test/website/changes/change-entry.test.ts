import { expect, test } from 'vitest';
import { Content } from '../../../src/api/content.ts';
import { programDetail } from '../../../src/catalog/views.ts';
import type { ChangedFields } from '../../../src/snapshot/history/change.ts';
import { changeEntry } from '../../../src/website/changes/change-entry.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** The lines of a change to a program, given its current fields. */
function linesOf(now: Parameters<typeof publishedProgram>[0], fields: ChangedFields): string[] {
	const text = Buffer.from(JSON.stringify({ data: programDetail(publishedProgram(now)) }));
	const change = { number: 1, kind: 'program', id: 'acme', op: 'changed', at: '2026-03-01T00:00:00Z' } as const;
	const release = { resource: () => new Content(text, 'kept') };
	return changeEntry({ ...change, fields: JSON.stringify(fields) }, release).lines.map(
		({ label, before, after }) => `${label}: ${before} → ${after}`,
	);
}

test('A figure that an import no longer takes from the words of a program became unclear', () => {
	const now = { commission_rate: null, commission_text: '25%, or 20% in some cases' };
	expect(linesOf(now, { commission_rate: [25, null], commission_qualifier: ['exact', null] })).toEqual([
		'Commission: 25% → terms became unclear',
	]);
	const clear = { commission_rate: 25, commission_text: '25%' };
	expect(
		linesOf(clear, { commission_rate: [null, 25], commission_text: ['25%, or 20% in some cases', '25%'] })[0],
	).toBe('Commission: terms were unclear → 25%');
});

test('A figure is not published if there are no words, or if another figure replaces it', () => {
	expect(linesOf({ commission_text: null }, { commission_rate: [25, null] })).toEqual([
		'Commission: 25% → not published',
	]);
	const paid = { commission_text: '$50 per sale', commission_amount: 50 };
	expect(linesOf(paid, { commission_rate: [25, null], commission_amount: [null, 50] })[0]).toBe(
		'Commission: 25% → not published',
	);
});
