import { describe, expect, test } from 'vitest';
import { isVerified, provenanceOf } from '../../../src/catalog/provenance.ts';
import { checkedNote, commonNote, listedBy, provenanceLine } from '../../../src/website/programs/provenance.ts';
import { publishedProgram } from '../../support/published-program.ts';

const APRIL = { imported_at: '2026-04-17T00:00:00Z', source_name: 'OpenAffiliate' };

describe('provenance', () => {
	test.each([
		['checked', { checked_at: '2026-09-02T10:00:00Z' }, 'Checked by an editor on 2 September 2026'],
		['checked', { ...APRIL, checked_at: '2026-09-02T10:00:00Z' }, 'Checked by an editor on 2 September 2026'],
		['imported', APRIL, 'From OpenAffiliate, as of 17 April 2026, not yet checked'],
		['imported', { source_name: 'OpenAffiliate' }, 'From OpenAffiliate, not yet checked'],
		['imported', { imported_at: APRIL.imported_at }, 'From another source, as of 17 April 2026, not yet checked'],
		[
			'imported',
			{ ...APRIL, checked_at: '2026-01-02T10:00:00Z' },
			'From OpenAffiliate, as of 17 April 2026, last checked 2 January 2026',
		],
		['unchecked', {}, 'Not yet checked by an editor'],
	] as const)('is %s for %j: %s', (provenance, fields, line) => {
		const program = publishedProgram(fields);
		expect(provenanceOf(program)).toBe(provenance);
		expect(provenanceLine(program, true)).toBe(line);
		expect(provenanceLine(program)).toBe(line.replace(', as of 17 April 2026', ''));
	});

	test.each([
		[{ checked_at: '2026-09-02T10:00:00Z' }, 'Checked 2 September 2026'],
		[{ ...APRIL, checked_at: '2026-01-02T10:00:00Z' }, null],
		[APRIL, null],
		[{}, null],
	])('is in lists only the day of a check: %j', (fields, note) => {
		expect(checkedNote(publishedProgram(fields))).toBe(note);
	});
});

describe('A program', () => {
	const CHECKED = { verified: true, checked_at: '2026-09-02T10:00:00Z', source_url: 'https://acme.example/terms' };

	test.each([
		['is verified if an editor has confirmed and checked it, with a source', CHECKED, true],
		['stays verified if it was imported before the check', { ...APRIL, ...CHECKED }, true],
		['is not verified by its registry', { ...APRIL, verified: true }, false],
		['is not verified without a source', { ...CHECKED, source_url: null }, false],
		['is not verified if only its terms were checked', { ...CHECKED, verified: false }, false],
		['is not verified if it was imported again', { ...CHECKED, imported_at: '2026-10-01T00:00:00Z' }, false],
	])('%s', (_, fields, expected) => {
		expect(isVerified(publishedProgram(fields))).toBe(expected);
	});

	test.each([
		['names its registry until an editor checks it', { ...APRIL, verified: true }, 'Listed by OpenAffiliate'],
		['does not name it after the check', { ...APRIL, ...CHECKED }, null],
		['has no registry if the name is unknown', { imported_at: APRIL.imported_at }, null],
	])('%s', (_, fields, expected) => {
		expect(listedBy(publishedProgram(fields))).toBe(expected);
	});
});

test.each([
	[['Checked 18 April 2026', 'Checked 18 April 2026'], 'All checked 18 April 2026'],
	[[null, null], 'None of them checked yet'],
	[['Checked 18 April 2026', 'Checked 19 April 2026'], null],
	[['Checked 18 April 2026', null], null],
	[[null], null],
	[[], null],
])('The notes %o have this note in common: %s', (notes, common) => {
	expect(commonNote(notes)).toBe(common);
});
