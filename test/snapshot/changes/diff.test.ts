import { expect, test } from 'vitest';
import { mergeRecords, renameRecord } from '../../../src/editor/edits/edit-records.ts';
import { diffSnapshots } from '../../../src/snapshot/changes/diff.ts';
import { change, made, snapshotOf, tamper, write } from '../made.ts';

test('Snapshots with the same records have no differences', () => {
	expect(diffSnapshots(snapshotOf(), snapshotOf())).toEqual([]);
});

test('Differences have the values that changed, and all values of added and removed records; odd ones come first', () => {
	const [before, after] = [snapshotOf(), snapshotOf()];
	const art = made('categories', { slug: 'art', name: 'Art' });
	write(after, {
		categories: [art],
		programs: [made('programs', { categories: ['tools'], website_url: 'https://other.example/', cookie_days: 60 })],
	});
	tamper(after, "DELETE FROM reviews WHERE id = 'rev_1'");
	expect(diffSnapshots(before, after)).toEqual([
		{
			kind: 'programs',
			key: 'acme-partners',
			before: { cookie_days: null, website_url: 'https://acme.example/' },
			after: { cookie_days: 60, website_url: 'https://other.example/' },
			odd: ['website_url moves from acme.example to other.example'],
		},
		{ kind: 'categories', key: 'art', before: undefined, after: art, odd: [] },
		{ kind: 'reviews', key: 'rev_1', before: made('reviews'), after: undefined, odd: [] },
	]);
});

test('A renamed record is one difference, also if another one was merged into it', () => {
	const two = { programs: [made('programs'), made('programs', { slug: 'pax', name: 'Pax' })] };
	const files = [snapshotOf(), snapshotOf()] as const;
	for (const file of files) write(file, two);
	const [before, after] = files;
	change(after, (open) => renameRecord(open, 'programs', 'acme-partners', 'acme-friends'));
	change(after, (open) => mergeRecords(open, 'programs', 'pax', 'acme-friends'));
	expect(diffSnapshots(before, after).filter(({ kind }) => kind === 'programs')).toMatchObject([
		{ key: 'acme-friends', before: { slug: 'acme-partners' }, after: { slug: 'acme-friends' } },
		{ key: 'pax', after: undefined },
	]);
});
