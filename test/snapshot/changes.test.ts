import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { made, NOW, snapshotOf, write } from './made.ts';

function changesIn(file: string) {
	const rows = withSnapshot(file, (db) =>
		db.prepare<[], { before: string; after: string }>('SELECT * FROM changes ORDER BY seq').all(),
	);
	return rows.map((row) => ({ ...row, before: JSON.parse(row.before), after: JSON.parse(row.after) }));
}

describe('The log of changes', () => {
	test('has the old and new values of the columns that changed, the time, the command and the user', () => {
		const file = snapshotOf();
		write(file, { programs: [made('programs', { name: 'Renamed', categories: ['tools'], cookie_days: 30 })] });
		expect(changesIn(file)).toEqual([
			{
				seq: 1,
				at: NOW,
				by: userInfo().username,
				command: 'test',
				kind: 'programs',
				key: 'acme-partners',
				before: { name: 'Acme Partners', cookie_days: null },
				after: { name: 'Renamed', cookie_days: 30 },
			},
		]);
	});

	test('names a new record, without its values', () => {
		const file = snapshotOf();
		write(file, { categories: [made('categories', { slug: 'art', name: 'Art' })] });
		expect(changesIn(file)).toMatchObject([{ seq: 1, key: 'art', before: null, after: {} }]);
	});

	test('has the categories of a program in their order', () => {
		const file = snapshotOf();
		write(file, { programs: [made('programs', { categories: [] })] });
		expect(changesIn(file)).toMatchObject([{ before: { categories: ['tools'] }, after: { categories: [] } }]);
	});

	test('has all reviews of an author whose name changed', () => {
		const file = snapshotOf();
		write(file, { reviews: [made('reviews', { id: 'rev_2' })] });
		write(file, { reviews: [made('reviews', { id: 'rev_2', author_display_name: 'Ada L.' })] });
		const name = { before: { author_display_name: 'ada' }, after: { author_display_name: 'Ada L.' } };
		expect(changesIn(file).slice(1)).toMatchObject([
			{ key: 'rev_1', ...name },
			{ key: 'rev_2', ...name },
		]);
	});

	test('stays empty while records are written that have not changed, and while a file is created', () => {
		const file = snapshotOf();
		write(file, { reviews: [made('reviews')], programs: [made('programs', { categories: ['tools'] })] });
		expect(changesIn(file)).toEqual([]);
	});
});
