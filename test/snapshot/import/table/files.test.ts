/** Files as editors and partners send them. */
import { describe, expect, test } from 'vitest';
import { openTable } from '../../../../src/snapshot/import/table/open-table.ts';
import { textOf } from '../../../../src/snapshot/import/table/table.ts';
import { jsonTableOf, openDocument, programsIn, readTable, spreadsheet, tableOf } from './made.ts';

const HEADER = 'Name;Website;Provision;Kategorie;Stadt';
const ROWS = ['Bäcker;https://baecker.example;20 %;Essen;Köln', 'Müller;https://mueller.example;12,5 %;Mode;Zürich'];
const LINES = [HEADER, ...ROWS].join('\r\n');

const cellsIn = (bytes: Buffer, file = 'list.csv') => openTable(file, bytes).rows.map(({ cells }) => cells.map(textOf));
const expected = ROWS.map((row) => row.split(';'));

describe('CSV files', () => {
	test.each([
		['UTF-8', Buffer.from(LINES)],
		['UTF-8 with a byte-order mark', Buffer.from(`\ufeff${LINES}`)],
		['UTF-16 with a byte-order mark', Buffer.from(`\ufeff${LINES}`, 'utf16le')],
		['UTF-16 without one', Buffer.from(LINES, 'utf16le')],
		['big-endian UTF-16', Buffer.from(`\ufeff${LINES}`, 'utf16le').swap16()],
		['Windows-1252', Buffer.from(LINES, 'latin1')],
	])('can be in %s', (_, bytes) => {
		expect(cellsIn(bytes)).toEqual(expected);
	});

	test.each([',', ';', '\t', '|'])('can be separated by %j', (separator) => {
		const text = [HEADER, ...ROWS]
			.map((line) =>
				line
					.split(';')
					.map((cell) => `"${cell}"`)
					.join(separator),
			)
			.join('\n');
		expect(cellsIn(Buffer.from(text))).toEqual(expected);
	});

	test('can name their separator in the first line, which counts as a row', () => {
		const table = openTable('list.csv', Buffer.from(`sep=;\r\n${LINES}`));
		expect(table.header).toEqual(HEADER.split(';'));
		expect(table.rows.map(({ row }) => row)).toEqual([3, 4]);
	});

	test('can have titles, empty rows, empty columns, totals and remarks around the table', () => {
		const table = tableOf(
			'Partner list – as of 18.04.2026;;;;;',
			';;;;;',
			'Name;Website;Commission;Cookie;Category;',
			'Acme;https://acme.example;20%;30;CRM;',
			';;;;;',
			'Bolt;https://bolt.example;15%;60;Sales;',
			';;;;;',
			'Total:;;35%;;;',
			'All figures without VAT and without liability;;;;;',
		);
		expect(table.header).toEqual(['Name', 'Website', 'Commission', 'Cookie', 'Category']);
		expect(table.rows.map(({ row }) => row)).toEqual([4, 6]);
		expect(table.leftOut).toEqual([
			{ why: 'a title', row: 1 },
			{ why: 'a total or a remark at the end', row: 8 },
			{ why: 'a total or a remark at the end', row: 9 },
		]);
	});

	test('keep a program that is called like a total', () => {
		const table = tableOf('Name,Website,Commission', 'Acme,https://acme.example,20%', 'Total,https://total.example,5%');
		expect(table.rows).toHaveLength(2);
	});

	test('can have no header at all', () => {
		const table = tableOf('Acme,https://acme.example,20%', 'Bolt,https://bolt.example,15%');
		expect(table.header).toEqual(['Column A', 'Column B', 'Column C']);
		expect(programsIn(table)).toMatchObject([{ name: 'Acme', commission_rate: 20 }, { name: 'Bolt' }]);
	});

	test('give columns without a name their letter, and repeated names a number', () => {
		const table = tableOf('Name,Website,,Link,Link', 'Acme,acme.example,x,a.example,b.example');
		expect(table.header).toEqual(['Name', 'Website', 'Column C', 'Link', 'Link (2)']);
	});

	test('leave out rows that repeat an earlier row or the header', () => {
		const table = tableOf('Name,Website', 'Acme,a.example', 'Name,Website', 'Acme,a.example', 'Bolt,b.example');
		expect(table.rows.map(({ row }) => row)).toEqual([2, 5]);
	});

	test('are refused row by row if a row has more cells than the header', () => {
		const { refused, rows } = tableOf('Name,Website', 'Acme,a.example,,', 'Bolt,b.example,sells, nuts');
		expect(rows.map(({ row }) => row)).toEqual([2]);
		expect(refused).toMatchObject([{ row: 3, problem: { rule: expect.stringContaining('at most 2 cells') } }]);
	});

	test.each([
		['a row', 'Name,Website,Fee\nAcme,a.example,1%\nBolt,b.example,2%\nCask,c.exa'],
		['a quoted cell', 'Name,Website,Fee\nAcme,a.example,1%\nBolt,b.example,2%\nCask,c.example,"3% for the fi'],
	])('whose end is missing within %s refuse that row', (_, text) => {
		const { refused, rows } = openTable('list.csv', Buffer.from(text));
		expect(rows.map(({ row }) => row)).toEqual([2, 3]);
		expect(refused).toMatchObject([
			{ row: 4, problem: { rule: 'complete, but its quotes are wrong, or the file ends within it' } },
		]);
	});

	test('cannot be other binary files', () => {
		expect(() => openTable('list.csv', Buffer.from([0x89, 0x50, 0, 0, 0, 0xff]))).toThrow('is not a text file');
	});
});

const ACME = [
	['Name', 'Website'],
	['Acme', 'https://acme.example'],
];
const SECRET = [
	['Name', 'Website'],
	['secret', 'https://secret.example'],
];

describe.each(['xlsx', 'ods'] as const)('%s files', (format) => {
	const percent = (v: number) => ({ t: 'n', v, z: '0.0%' }) as const;
	const dollars = (v: number) => ({ t: 'n', v, z: '"$"#,##0.00' }) as const;
	const day = (v: number) => ({ t: 'n', v, z: 'yyyy-mm-dd' }) as const;

	test('keep percentages, amounts, dates and numbers as typed', () => {
		const bytes = spreadsheet(format, {
			Programs: [
				['Partner list'],
				[],
				['Name', 'Website', 'Commission', 'Cookie days', 'Added', 'Verified'],
				['Acme', 'https://acme.example', percent(0.125), 30, day(46130), true],
				['Bolt', 'https://bolt.example', dollars(1234.56), 60, day(46131), false],
			],
		});
		expect(programsIn(openTable('list', bytes))).toMatchObject([
			{ commission_rate: 12.5, cookie_days: 30, created_at: '2026-04-18T00:00:00Z', verified: true },
			{ commission_amount: 1234.56, currency: 'USD', cookie_days: 60, verified: false },
		]);
	});

	test('are read from the first sheet that holds a table', () => {
		const bytes = spreadsheet(format, {
			Cover: [['Partner list 2026']],
			Programs: ACME,
			Notes: SECRET,
		});
		expect(programsIn(openTable('list', bytes)).map(({ name }) => name)).toEqual(['Acme']);
	});

	test('have the value that was saved with a formula, and are not calculated', () => {
		const bytes = spreadsheet(format, { Programs: ACME }, (sheet) => {
			sheet.B2 = { t: 'n', v: 7, f: '3+5' };
		});
		expect(openTable('list', bytes).rows[0]?.cells[1]).toEqual({ number: 7, unit: '' });
	});

	test('are refused if they are damaged', () => {
		const bytes = spreadsheet(format, { Programs: ACME });
		expect(() => openTable('list', bytes.subarray(0, bytes.length / 2))).toThrow(
			'list is not a spreadsheet that can be read.',
		);
	});
});

describe('an OpenDocument file as LibreOffice writes it', () => {
	const text = (value: string) =>
		`<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
	const row = (...cells: readonly string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
	const sheet = (name: string, style: string, ...rows: readonly string[]) =>
		`<table:table table:name="${name}" table:style-name="${style}">${rows.join('')}</table:table>`;
	const header = row(text('Name'), text('Website'), text('Commission'));
	const euros =
		'<table:table-cell office:value-type="currency" office:currency="EUR" office:value="1234.5"><text:p>1.234,50 €</text:p></table:table-cell>';
	const styles = (display: boolean) =>
		`<style:style style:name="ta1" style:family="table"><style:table-properties table:display="${display}"/></style:style>`;

	test('keeps the currencies of its amounts', () => {
		const bytes = openDocument('', sheet('A', 'ta0', header, row(text('Acme'), text('acme.example'), euros)));
		expect(programsIn(openTable('list.ods', bytes))).toMatchObject([{ commission_amount: 1234.5, currency: 'EUR' }]);
	});

	test('keeps its hidden sheets to itself', () => {
		const secret = sheet('Secret', 'ta1', header, row(text('secret'), text('secret.example'), euros));
		const open = sheet('Open', 'ta0', header, row(text('Acme'), text('acme.example'), euros));
		const namesIn = (display: boolean) =>
			programsIn(openTable('list.ods', openDocument(styles(display), secret + open))).map(({ name }) => name);
		expect(namesIn(true)).toEqual(['secret']);
		expect(namesIn(false)).toEqual(['Acme']);
	});
});

test('a hidden sheet of an Excel file is not read', () => {
	const bytes = spreadsheet('xlsx', { '.Hidden': SECRET, Programs: ACME });
	expect(programsIn(openTable('list', bytes)).map(({ name }) => name)).toEqual(['Acme']);
});

test('an error of a formula refuses the row', () => {
	const bytes = spreadsheet(
		'xlsx',
		{ Programs: [...ACME, ['Bolt', 'x'], ['Cask', 'https://cask.example']] },
		(sheet) => {
			sheet.B3 = { t: 'e', v: 0x17, w: '#REF!' };
		},
	);
	expect(readTable(openTable('list', bytes)).problems).toMatchObject([{ row: 3, column: 'Website', value: '#REF!' }]);
});

describe('JSON files', () => {
	const ACME = { title: 'Acme', homepage: 'https://acme.example' };
	const BOLT = { title: 'Bolt', homepage: 'https://bolt.example' };

	test.each([
		['a list', [ACME, BOLT]],
		['a list one level down', { feed: 'x', tags: ['a'], items: [ACME, BOLT] }],
		['a list two levels down', { data: { categories: [{ name: 'CRM' }], campaigns: [ACME, BOLT] } }],
		['objects by their keys', { acme: ACME, bolt: BOLT }],
	])('can hold their items in %s', (_, json) => {
		expect(programsIn(jsonTableOf(json)).map(({ name }) => name)).toEqual(['Acme', 'Bolt']);
	});

	test('have dotted columns for fields within fields', () => {
		const commission = { type: 'percentage', amount: 20, currency: 'USD' };
		const other = { type: 'fixed', amount: 75, currency: 'GBP' };
		const table = jsonTableOf([
			{
				...ACME,
				commission,
				categories: [
					{ id: 1, name: 'CRM' },
					{ id: 2, name: 'Sales' },
				],
				cookieDays: 30,
			},
			{ ...BOLT, commission: other, categories: [], cookieDays: null },
		]);
		expect(table.header).toContain('commission.amount');
		expect(programsIn(table)).toMatchObject([
			{ commission_rate: 20, categories: ['crm', 'sales'], cookie_days: 30 },
			{ commission_amount: 75, currency: 'GBP', cookie_days: undefined },
		]);
	});

	test('can have one object a line, and refuse a broken line', () => {
		const text = `${JSON.stringify(ACME)}\n\n${JSON.stringify(BOLT)}\n{"title": "Ca`;
		const table = openTable('feed.ndjson', Buffer.from(text));
		expect(table.rows.map(({ row }) => row)).toEqual([1, 3]);
		expect(table.refused).toMatchObject([{ row: 4, problem: { rule: 'a JSON object' } }]);
	});
});
