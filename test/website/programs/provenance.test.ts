import { describe, expect, test } from 'vitest';
import { provenanceOf } from '../../../src/catalog/provenance.ts';
import { commonNote, provenanceLine, provenanceNote } from '../../../src/website/programs/provenance.ts';
import { publishedProgram } from '../../support/published-program.ts';

const APRIL = { imported_at: '2026-04-17T00:00:00Z', source_name: 'OpenAffiliate' };

describe('provenance', () => {
	test.each([
		['checked', { checked_at: '2026-09-02T10:00:00Z' }, 'Checked by an editor on 2 September 2026'],
		['checked', { ...APRIL, checked_at: '2026-09-02T10:00:00Z' }, 'Checked by an editor on 2 September 2026'],
		['imported', APRIL, 'Imported 17 April 2026 from OpenAffiliate, not yet checked'],
		['imported', { source_name: 'OpenAffiliate' }, 'Imported from OpenAffiliate, not yet checked'],
		['imported', { imported_at: APRIL.imported_at }, 'Imported 17 April 2026, not yet checked'],
		[
			'imported',
			{ ...APRIL, checked_at: '2026-01-02T10:00:00Z' },
			'Imported 17 April 2026 from OpenAffiliate, last checked 2 January 2026',
		],
		['unchecked', {}, 'Not yet checked by an editor'],
	] as const)('is %s for %j: %s', (provenance, fields, line) => {
		const program = publishedProgram(fields);
		expect(provenanceOf(program)).toBe(provenance);
		expect(provenanceLine(program)).toBe(line);
	});

	test.each([
		[{ checked_at: '2026-09-02T10:00:00Z' }, 'Checked 2 September 2026'],
		[APRIL, 'Imported 17 April 2026'],
		[{ source_name: 'OpenAffiliate' }, 'Imported'],
		[{}, 'Not checked'],
	])('is short in lists: %j', (fields, note) => {
		expect(provenanceNote(publishedProgram(fields))).toBe(note);
	});
});

test.each([
	[['Imported 18 April 2026', 'Imported 18 April 2026'], 'All imported 18 April 2026'],
	[['Not checked', 'Not checked'], 'None of them checked yet'],
	[['Imported 18 April 2026', 'Imported 19 April 2026'], null],
	[['Imported 18 April 2026'], null],
	[[], null],
])('The notes %o have this note in common: %s', (notes, common) => {
	expect(commonNote(notes)).toBe(common);
});
