import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Program } from '../../../src/catalog/program.ts';
import { copySnapshot } from '../../../src/snapshot/copy.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder } from '../../../src/snapshot/read.ts';
import { filledTerms } from '../../../src/snapshot/terms/fill-terms.ts';
import { givenTerms } from '../../../src/snapshot/terms/given-terms.ts';
import { made, snapshotOf, tamper, temporaryFolder } from '../made.ts';

const filled = (fields: object) => filledTerms(made('programs', { commission_rate: null, ...fields }));

describe('filledTerms', () => {
	test('reads the columns that are empty', () => {
		expect(filled({ commission_text: '20–30% recurring for 12 months' })).toMatchObject({
			commission_rate: 20,
			commission_qualifier: 'from',
			commission_maximum: 30,
			commission_per: 'payment',
			commission_months: 12,
		});
	});

	test('keeps a given figure and its kind', () => {
		const given = { commission_rate: 20, commission_qualifier: 'up_to', commission_text: '20% for life' };
		expect(filled(given)).toMatchObject({ ...given, commission_lifetime: true });
	});

	test.each<[string, Partial<Program>]>([
		['the words state another figure', { commission_rate: 25, commission_text: '20% for life' }],
		['there is no figure in the words', { commission_text: 'varies' }],
	])('reads no figure if %s', (_, fields) => {
		const program = made('programs', fields);
		expect(filledTerms(program)).toMatchObject({
			...program,
			commission_evidence: expect.anything(),
			offers: expect.anything(),
		});
	});

	test('changes nothing if everything is read', () => {
		const program = filled({ commission_text: '20% for life' });
		expect(filledTerms(program)).toBe(program);
	});

	test('notes who states each value', () => {
		const words = { commission_text: '20% for life', approval: 'automatic' } as const;
		expect(filled(words).commission_evidence).toMatchObject({
			commission_rate: { by: 'words', place: 'rate', words: '20% for life' },
			commission_type: { by: 'source' },
		});
	});

	test('leaves the type of a source open if no figure of the words is understood', () => {
		const unclear = { commission_type: 'recurring', commission_text: '50% of Payment 1, not 60, and a residual share' };
		expect(filled(unclear)).toMatchObject({ commission_rate: null, commission_type: null });
		expect(givenTerms(filled(unclear)).commission_type).toBe('recurring');
		expect(filled({ ...unclear, commission_text: 'varies' }).commission_type).toBe('recurring');
		const decided = { commission_type: { by: 'editor', place: null, words: null } };
		expect(filled({ ...unclear, commission_evidence: decided }).commission_type).toBe('recurring');
	});

	test('keeps both statements of words that contradict each other', () => {
		const words = { commission_text: '20% for life', description: 'Earn 25% for life.' };
		expect(filled(words)).toMatchObject({
			commission_rate: null,
			offers: [
				{ rate: 20, condition: '20% for life', stated_in: 'rate' },
				{ rate: 25, condition: 'Earn 25% for life.', stated_in: 'description' },
			],
		});
	});

	test('reads the availability from the texts', () => {
		expect(filled({ restrictions_text: 'The program is closed to new affiliates.' }).availability).toBe('closed');
		expect(filled({ approval: 'automatic' }).availability).toBeNull();
	});

	test('reads both figures of “$50 + 10%” as one offer if both columns are given', () => {
		const given = { commission_rate: 10, commission_amount: 50, currency: 'USD' };
		const words = { commission_type: 'hybrid', commission_text: '$50 + 10% of each payment for 12 months' };
		expect(filled({ ...given, ...words })).toMatchObject({ ...given, commission_months: 12, offers: [] });
	});
});

describe('The copy of a snapshot that another tool wrote', () => {
	function copied(sql: string) {
		const [file, copy] = [snapshotOf(), join(temporaryFolder(), 'copy.sqlite')];
		tamper(file, sql);
		copySnapshot(file, copy);
		return { file, copy };
	}

	test('has the terms that reading adds, and the original does not', () => {
		const { file, copy } = copied(
			"UPDATE programs SET commission_rate = NULL, commission_text = '30% for 6 months. Gold partners earn 40%.'",
		);
		const find = (of: string) => withSnapshot(of, (db) => recordFinder(db)('programs', 'acme-partners'));
		expect(find(file)).toMatchObject({ commission_rate: null, offers: [] });
		expect(find(copy)).toMatchObject({
			commission_rate: 30,
			commission_months: 6,
			offers: [{ rate: 40, condition: expect.stringMatching(/gold/i), stated_in: null }],
		});
	});
});
