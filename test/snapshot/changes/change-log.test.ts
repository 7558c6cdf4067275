import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { editsOf, readChanges } from '../../../src/snapshot/changes/read-changes.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { offer } from '../../support/offer.ts';
import { change, made, NOW, snapshotOf, write } from '../made.ts';

/** The changes of a snapshot with their edits, oldest first. */
const changesIn = (file: string) =>
	withSnapshot(file, (db) =>
		[...readChanges(db)].reverse().map((one) => ({
			...one,
			edits: editsOf(db, one.id).map(({ kind, key, before, after }) => ({ kind, key, before, after })),
		})),
	);

const editsIn = (file: string) => changesIn(file).flatMap(({ edits }) => edits);

describe('The log of changes', () => {
	test('has the old and new values of the columns that changed, the time, the command and the user', () => {
		const file = snapshotOf();
		write(file, { programs: [made('programs', { name: 'Renamed', categories: ['tools'], cookie_days: 30 })] });
		expect(changesIn(file)).toEqual([
			{
				id: 1,
				at: NOW,
				by: userInfo().username,
				command: 'test',
				source: 'a test',
				because: null,
				undoes: null,
				edits: [
					{
						kind: 'programs',
						key: 'acme-partners',
						before: { name: 'Acme Partners', cookie_days: null },
						after: { name: 'Renamed', cookie_days: 30 },
					},
				],
			},
		]);
	});

	test('has the reason that the user gave', () => {
		const file = snapshotOf();
		change(file, (writer) => writer.upsert('categories', made('categories', { name: 'New' })), {
			because: 'a new logo',
		});
		expect(changesIn(file)).toMatchObject([{ because: 'a new logo', source: null }]);
	});

	test('has all values of a new record, and of a removed one', () => {
		const file = snapshotOf();
		const art = made('categories', { slug: 'art', name: 'Art' });
		write(file, { categories: [art] });
		change(file, (writer) => writer.remove('categories', 'art'));
		expect(editsIn(file)).toEqual([
			{ kind: 'categories', key: 'art', before: undefined, after: art },
			{ kind: 'categories', key: 'art', before: art, after: undefined },
		]);
	});

	test('has both slugs of a renamed record, under the new one', () => {
		const file = snapshotOf();
		change(file, (writer) => writer.rename('organizations', 'acme', 'beta'));
		expect(editsIn(file)).toEqual([
			{ kind: 'organizations', key: 'beta', before: { slug: 'acme' }, after: { slug: 'beta' } },
		]);
	});

	test('has the categories and offers of a program in their order', () => {
		const file = snapshotOf();
		const offers = [made('programs', { commission_text: '20%' })].flatMap(({ offers }) => offers);
		const full = offer({ rate: 30, per: 'sale', months: 12, condition: 'from the second year' });
		write(file, { programs: [made('programs', { categories: [], offers: [full] })] });
		expect(editsIn(file)).toMatchObject([
			{ before: { categories: ['tools'], offers }, after: { categories: [], offers: [full] } },
		]);
	});

	test('has all reviews of an author whose name changed', () => {
		const file = snapshotOf();
		write(file, { reviews: [made('reviews', { id: 'rev_2' })] });
		write(file, { reviews: [made('reviews', { id: 'rev_2', author_display_name: 'Ada L.' })] });
		const name = { before: { author_display_name: 'ada' }, after: { author_display_name: 'Ada L.' } };
		expect(editsIn(file).slice(1)).toMatchObject([
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
