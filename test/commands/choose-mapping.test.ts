import { describe, expect, test } from 'vitest';
import { chooseMapping } from '../../src/commands/choose-mapping.ts';
import { openTable } from '../../src/snapshot/import/table/open-table.ts';

const TABLE = openTable(
	'list.csv',
	Buffer.from('Brand,Website,Commission,Added\nAcme,acme.example,20,4/5/2026\nBolt,bolt.example,30,6/7/2026\n'),
);

/** Chooses the mapping of the table on a terminal with these answers. Returns what was printed, too. */
async function choose(...answers: readonly string[]) {
	const printed: string[] = [];
	const left = [...answers];
	const ask = async (question: string) => {
		printed.push(question);
		return left.shift() ?? expect.unreachable(question);
	};
	const terminal = { print: (line: string) => printed.push(line), ask };
	const mapping = await chooseMapping(TABLE, { source: 'list', saved: null }, { json: false }, terminal);
	expect(left).toEqual([]);
	return { mapping, text: printed.join('\n') };
}

describe('On a terminal, the mapping of a table', () => {
	test('is asked where it is unclear, and Enter takes the guess', async () => {
		const { mapping, text } = await choose('', '', '');
		expect(text).toContain(
			'Which comes first in dates such as 4/5/2026 in the column “Added”?\n  1  the day\n  2  the month',
		);
		expect(mapping).toEqual({
			kind: 'programs',
			columns: {
				Brand: { field: 'name' },
				Website: { field: 'website_url' },
				Commission: { field: 'commission', unit: '%' },
				Added: { field: 'created_at', dates: 'day-month' },
			},
		});
	});

	test('contains the answers', async () => {
		const { mapping } = await choose('2', '2', 'y');
		expect(mapping).toMatchObject({
			columns: { Commission: { unit: 'USD' }, Added: { dates: 'month-day' } },
		});
	});

	test('must be confirmed', async () => {
		await expect(choose('', '', 'n')).rejects.toThrow(
			'Nothing was imported. To correct the mapping, save it with --mapping FILE, and edit that file.',
		);
	});
});

describe('A saved mapping', () => {
	const earlier = (mapping: object) => ({ source: 'partners', saved: JSON.stringify([mapping]) });
	const terminal = { print: (line: string) => expect.unreachable(line), ask: undefined };
	const saved = { kind: 'programs', columns: { Brand: { field: 'name' }, Website: { field: 'website_url' } } };

	test('is used without a word if the table has its columns', async () => {
		expect(await chooseMapping(TABLE, earlier(saved), { json: false }, terminal)).toEqual(saved);
	});

	test('of an earlier version, which assumed how commissions are paid, is used too', async () => {
		const assuming = { ...saved, commission_type: 'one_time' };
		expect(await chooseMapping(TABLE, earlier(assuming), { json: false }, terminal)).toEqual(assuming);
	});

	test('may name a field that no item of a JSON file has this time', async () => {
		const table = openTable('feed.ndjson', Buffer.from('{"Brand":"Acme","Website":"acme.example"}\n'.repeat(2)));
		const wide = { ...saved, columns: { ...saved.columns, Cookie: { field: 'cookie_days' } } };
		expect(await chooseMapping(table, earlier(wide), { json: false }, terminal)).toEqual(wide);
	});

	test('of another version that cannot be read is named with its source', async () => {
		const broken = { kind: 'programs', columns: { Brand: { field: 'title' } } };
		await expect(chooseMapping(TABLE, earlier(broken), { json: false }, terminal)).rejects.toThrow(
			'The saved mapping of partners maps the column “Brand” to “title”, but programs have no such field.',
		);
	});
});
