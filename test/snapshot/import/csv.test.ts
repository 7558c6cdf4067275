import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COLUMNS, KINDS, type Kind } from '../../../src/catalog/records.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { csvSource, readHeader } from '../../../src/snapshot/import/csv.ts';
import { toCsv } from '../../support/csv.ts';
import { readAll } from './read-all.ts';

function read(text: string | Buffer, kind: Kind = 'categories') {
	return readAll(
		csvSource('some.csv', kind, () => Buffer.from(text)),
		kind,
	);
}

/** The records of the rows, without their places. */
function raws(text: string | Buffer, kind?: Kind) {
	return read(text, kind).records.map(({ raw }) => raw);
}

const WRONG_QUOTES = 'complete, but its quotes are wrong, or the file ends within it';

const TWO = [
	{ slug: 'a', name: 'A' },
	{ slug: 'b', name: 'B' },
];

describe('csvSource', () => {
	test.each([
		['plain rows', 'slug,name\na,A\nb,B\n'],
		['no line break at the end', 'slug,name\na,A\nb,B'],
		['Windows line breaks', 'slug,name\r\na,A\r\nb,B\r\n'],
		['mixed line breaks', 'slug,name\r\na,A\nb,B\r'],
		['a byte order mark', '\ufeffslug,name\na,A\nb,B\n'],
		['columns in another order', 'name,slug\nA,a\nB,b\n'],
		['white space around cells', ' slug , name\n a ,A \n\tb, B\n'],
		['quotes', '"slug","name"\n"a",A\n"b"," B "\n'],
		['white space around quotes', 'slug,name\n "a" , "A"\nb,B\n'],
		['blank rows', '\nslug,name\n\na,A\n  \n,\nb,B\n\n\n'],
	])('reads %s', (_, text) => {
		expect(raws(text)).toEqual(TWO);
	});

	test('reads commas, doubled quotes and line breaks within quotes', () => {
		expect(raws('slug,name,description\na,"A, ""B""","One\r\ntwo"\n')).toEqual([
			{ slug: 'a', name: 'A, "B"', description: 'One\ntwo' },
		]);
	});

	test('reads an empty cell as unknown, and leaves out a missing column', () => {
		expect(raws('slug,name,icon\na,A,\n')).toEqual([{ slug: 'a', name: 'A', icon: undefined }]);
		expect(raws('slug,name\na,A\n')[0]).not.toHaveProperty('icon');
	});

	test('counts rows like a spreadsheet: the header is row 1, and line breaks within quotes do not start a row', () => {
		const { records } = read('slug,name\na,"two\nlines"\n\n"b\n\n\n",B\nc,C\n');
		expect(records.map(({ row, raw }) => [row, raw.slug])).toEqual([
			[2, 'a'],
			[4, 'b'],
			[5, 'c'],
		]);
	});

	test('has no records of other kinds', () => {
		const source = csvSource('some.csv', 'categories', () => Buffer.from('slug,name\na,A\n'));
		expect(readAll(source, 'programs')).toEqual({ records: [], problems: [], incomplete: false });
	});

	test('reports the problem of a cell, and marks the cell as reported', () => {
		const { records, problems } = read('id,program,rating,upvotes\nrev_1,a,good,3\n', 'reviews');
		expect(problems.at(-1)).toEqual({
			row: 2,
			column: 'rating',
			value: 'good',
			rule: 'a number',
			fix: 'write a rating such as 4.5',
		});
		expect(records[0]?.raw).toEqual({ id: 'rev_1', program: 'a', upvotes: 3 });
		expect(records[0]?.reported).toEqual(new Set(['rating']));
	});

	test('reports a problem of the header once, and continues', () => {
		const { records, problems } = read('slug,nmae\na,A\nb,B\n');
		expect(problems.map(({ row, column }) => [row, column])).toEqual([[1, 'nmae']]);
		expect(records).toHaveLength(2);
	});

	test('reports a missing column of keys once, not in each row', () => {
		const { records, problems } = read('name\nA\nB\n');
		expect(problems.map(({ row, column }) => [row, column])).toEqual([[1, 'slug']]);
		expect(records.map(({ reported }) => reported)).toEqual([new Set(['slug']), new Set(['slug'])]);
	});

	test('counts the header by its row in the file', () => {
		expect(read('\n\nname\n').problems.map(({ row }) => row)).toEqual([3]);
	});

	test('does not check references to records without a key', () => {
		expect(read('name\nA\n').incomplete).toBe(true);
		expect(read('slug\na\n').incomplete).toBe(false);
	});

	test('refuses a row with too few or too many cells, and continues', () => {
		const { records, problems, incomplete } = read('slug,name\na\nb,B,1\nc,C\n');
		expect(problems.map(({ row, column, rule }) => [row, column, rule])).toEqual([
			[2, '', 'a row of 2 cells, like the header (this row has 1)'],
			[3, '', 'a row of 2 cells, like the header (this row has 3)'],
		]);
		expect(records.map(({ row }) => row)).toEqual([4]);
		expect(incomplete).toBe(true);
	});

	test.each(['b,B"C', 'b,"B"C', 'b,"B" "C"', '"b,"B"'])('refuses the row %j, and stops', (row) => {
		const { records, problems, incomplete } = read(`slug,name\na,A\n${row}\nc,C\n`);
		expect(problems.map((problem) => [problem.row, problem.rule])).toEqual([[3, WRONG_QUOTES]]);
		expect(records.map((record) => record.raw.slug)).toEqual(['a']);
		expect(incomplete).toBe(true);
	});

	test('refuses quotes that are not closed, naming the row of the opening quote', () => {
		const { records, problems, incomplete } = read('slug,name\na,A\nb,"B\nc,C\nd,D\n');
		expect(problems.map(({ row, rule }) => [row, rule])).toEqual([[3, WRONG_QUOTES]]);
		expect(records).toHaveLength(1);
		expect(incomplete).toBe(true);
	});

	test.each(['', '\n\n', '\ufeff', ' '])('refuses %j as empty', (text) => {
		expect(() => read(text)).toThrow(new UserError('some.csv is empty. Its first row must name the columns.'));
	});

	test('reads everything that was written as CSV', () => {
		const value = fc
			.string({ unit: fc.constantFrom(...'a"b,; \n\t=é💸'), minLength: 1 })
			.map((text) => text.trim() || '-');
		const row = fc.record({ slug: value, name: value, description: value, icon: value });
		fc.assert(
			fc.property(fc.array(row, { minLength: 1 }), (rows) => {
				expect(raws(toCsv(rows))).toEqual(rows);
			}),
		);
	});
});

/** The problems of a header, as `column: fix`. */
function problems(kind: Parameters<typeof readHeader>[0], cells: readonly string[]): string[] {
	return readHeader(kind, cells).problems.map(({ column, fix }) => `${column}: ${fix}`);
}

describe('readHeader', () => {
	test.each(KINDS)('accepts every column of %s, in any order', (kind) => {
		const columns = Object.keys(COLUMNS[kind]).reverse();
		expect(readHeader(kind, columns)).toEqual({ columns, hasKey: true, problems: [] });
	});

	test('accepts missing columns, except the slug, which identifies the records', () => {
		expect(problems('reviews', ['id', 'rating'])).toEqual([]);
		expect(readHeader('programs', ['name']).hasKey).toBe(false);
		expect(problems('programs', ['name'])).toEqual(['slug: add this column, because it identifies the programs']);
		expect(problems('reviews', ['program', 'rating'])).toEqual([]);
	});

	test.each([
		['commision_rate', 'write commission_rate'],
		['Slug', 'write slug'],
		['cookie days', 'write cookie_days'],
		['Cookie-Days', 'write cookie_days'],
		['web_site_url', 'write website_url'],
		['platform', 'write tracking_platform'],
	])('suggests the most similar name for %j', (name, fix) => {
		expect(problems('programs', ['slug', name])).toEqual([`${name}: ${fix}`]);
	});

	test('lists all names if a column is similar to none of them', () => {
		expect(problems('categories', ['slug', 'name', 'x'])).toEqual([
			'x: remove it, or use one of slug, name, description, icon',
		]);
	});

	test('refuses a repeated column, and reads the first one', () => {
		expect(problems('categories', ['slug', 'name', 'slug'])).toEqual(['slug: remove or rename the others']);
		expect(readHeader('categories', ['slug', 'name', 'slug']).columns).toEqual(['slug', 'name', undefined]);
	});
});
