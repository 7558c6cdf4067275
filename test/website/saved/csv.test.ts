import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SavedProgram } from '../../../src/catalog/saved-program.ts';
import { savedCsv } from '../../../src/website/saved/csv.ts';

const ACME: SavedProgram = { slug: 'acme', name: 'Acme', day: '2026-09-02', status: 'applied', note: '' };

const read = (programs: SavedProgram[]): string[][] => parse(savedCsv(programs, 'https://x.test'), { bom: true });

describe('The CSV file of saved programs', () => {
	test('has a header and a row for each program', () => {
		expect(savedCsv([{ ...ACME, note: 'Ask "Dana",\nthen wait' }], 'https://x.test')).toBe(
			'\ufeff"Name","Address","Status","Note","Saved on"\r\n' +
				'"Acme","https://x.test/programs/acme/","Applied","Ask ""Dana"",\nthen wait","2026-09-02"\r\n',
		);
	});

	test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '＝1'])(
		'does not let a note run as a formula: %j',
		(note) => {
			expect(read([{ ...ACME, note }])[1]![3]).toBe(`'${note}`);
		},
	);

	test('is read back by another program, whatever the note', () => {
		fc.assert(
			fc.property(fc.string(), (note) => {
				const [, row] = read([{ ...ACME, note }]);
				expect([note, `'${note}`]).toContain(row![3]);
			}),
		);
	});
});
