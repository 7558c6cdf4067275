import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change, ChangedFields } from '../../../src/catalog/change.ts';
import { programDetail } from '../../../src/catalog/resources.ts';
import { HistoryReader } from '../../../src/release/history/history-reader.ts';
import { HistoryWriter } from '../../../src/release/history/history-writer.ts';
import { jsonContent } from '../../../src/shared/http/content.ts';
import { termsHistory } from '../../../src/website/changes/terms-history.ts';
import { temporaryFolder } from '../../snapshot/made.ts';
import { publishedProgram } from '../../support/published-program.ts';

let folder: string;
let writer: HistoryWriter;
let reader: HistoryReader;

beforeEach(() => {
	folder = temporaryFolder();
	writer = new HistoryWriter(join(folder, 'history.sqlite'));
	reader = new HistoryReader(join(folder, 'history.sqlite'));
	writer.restart({ snapshot: 's', release: 'r', at: '2026-03-01T00:00:00Z' });
});
afterEach(() => {
	writer[Symbol.dispose]();
	reader.close();
});

/** Publishes changes on a day of March 2026. */
function publish(day: number, ...changes: readonly Change[]): void {
	const at = `2026-03-${String(day).padStart(2, '0')}T12:00:00Z`;
	writer.add({ snapshot: `s${day}`, release: `r${day}`, at }, changes, 90);
}

const changed = (fields: ChangedFields, id = 'acme'): Change => ({ kind: 'program', id, op: 'changed', fields });

/** The lines of the program's history, given its current fields. */
function history(now: Parameters<typeof publishedProgram>[0]): string[] | undefined {
	const text = Buffer.from(JSON.stringify({ data: programDetail(publishedProgram(now)) }));
	const resource = (path: string) => (path === '/programs/acme' ? jsonContent(text, 'kept') : undefined);
	return termsHistory(reader, { resource }, 'acme')?.flatMap(({ at, lines }) =>
		lines.map(({ label, before, after }) =>
			`${Number(at.slice(8, 10))} March: ${label} ${before} → ${after}`.replaceAll('\u00a0', ' '),
		),
	);
}

test('The history of terms is in the words of the page, newest first', () => {
	publish(2, changed({ commission_rate: [20, 30] }));
	publish(3, changed({ cookie_days: [null, 60], verified: [false, true] }));
	publish(4, changed({ payout_minimum: [50, 100], payout_methods: [null, ['bank', 'paypal']] }, 'other'));
	expect(history({ commission_rate: 30, cookie_days: 60, verified: true })).toEqual([
		'3 March: Cookie not stated → 60 days',
		'3 March: Marked as verified no → yes',
		'2 March: Commission 20% of each sale → 30% of each sale',
	]);
});

test('An amount is in the currency of its time', () => {
	publish(2, changed({ payout_minimum: [50, 100] }));
	publish(3, changed({ currency: ['USD', 'EUR'] }));
	publish(4, changed({ payout_minimum: [100, 80] }));
	expect(history({ payout_minimum: 80, currency: 'EUR' })).toEqual([
		'4 March: Payout threshold €100 → €80',
		'3 March: Payout threshold $100 → €100',
		'2 March: Payout threshold $50 → $100',
	]);
});

test('A type that nothing states is not stated', () => {
	const stated = { commission_type: { by: 'source', source: null, place: null, words: null } };
	publish(2, changed({ commission_type: ['recurring', 'one_time'], commission_evidence: [stated, {}] }));
	expect(history({ commission_type: null })).toEqual(['2 March: Commission type Recurring → Not stated']);
});

test('Facts that are not terms are left out', () => {
	publish(2, changed({ description: ['a', 'b'], rating: [4, 5], review_count: [1, 2], updated_at: ['a', 'b'] }));
	expect(history({})).toEqual([]);
});

test('The history begins when the program was added last', () => {
	publish(2, changed({ commission_rate: [10, 20] }));
	publish(3, { kind: 'program', id: 'acme', op: 'removed' });
	publish(4, { kind: 'program', id: 'acme', op: 'added' });
	publish(5, changed({ commission_rate: [20, 30] }));
	expect(history({ commission_rate: 30 })).toEqual(['5 March: Commission 20% of each sale → 30% of each sale']);
});

test('At most 12 changes are shown, and long values are cut', () => {
	for (let day = 2; day < 20; day++) publish(day, changed({ restrictions_text: [`${day}`.repeat(200), 'none'] }));
	const lines = history({ restrictions_text: 'none' })!;
	expect(lines).toHaveLength(12);
	expect(lines[0]!.length).toBeLessThan(130);
});

test('A program that is not published has no history', () => {
	expect(termsHistory(reader, { resource: () => undefined }, 'acme')).toBeUndefined();
	expect(termsHistory(reader, { resource: () => undefined }, '../categories')).toBeUndefined();
});
