import { describe, expect, test } from 'vitest';
import type { RecordOf } from '../../../src/catalog/records.ts';
import { settledAuthors } from '../../../src/snapshot/import/authors.ts';

type Names = { readonly name?: string | undefined; readonly picture?: string | undefined };

/** A review of `ada`, from a source with the given fields. */
function review(names: Names) {
	const raw = {
		...('name' in names ? { author_display_name: names.name } : {}),
		...('picture' in names ? { author_avatar_url: names.picture } : {}),
	};
	const record = {
		author_username: 'ada',
		author_display_name: names.name ?? 'ada',
		author_avatar_url: names.picture ?? null,
	} as RecordOf<'reviews'>;
	return { raw, record };
}

/** The author of each review in the result. */
function settle(given: readonly Names[], stored?: { display_name: string; avatar_url: string | null }) {
	const authors = settledAuthors(() => stored);
	const reviews = given.map(review);
	for (const { raw, record } of reviews) authors.note(raw, record, { file: 'reviews.csv', row: 2 });
	const settled = reviews.map(({ record }) => authors.settle(record));
	for (const record of settled) expect(record).toEqual(settled[0]);
	return [settled[0]?.author_display_name, settled[0]?.author_avatar_url];
}

const STORED = { display_name: 'Ada L.', avatar_url: 'https://a.example/old.png' };

describe('settledAuthors', () => {
	test('gives an author the name and picture from the last row', () => {
		const given = [
			{ name: 'Ada', picture: 'https://a.example/1.png' },
			{ name: 'Ada B.', picture: 'https://a.example/2.png' },
		];
		expect(settle(given, STORED)).toEqual(['Ada B.', 'https://a.example/2.png']);
	});

	test('uses the name from another row if a cell is empty', () => {
		const given = [
			{ name: 'Ada B.', picture: 'https://a.example/1.png' },
			{ name: undefined, picture: undefined },
		];
		expect(settle(given)).toEqual(['Ada B.', 'https://a.example/1.png']);
		expect(settle(given.toReversed())).toEqual(['Ada B.', 'https://a.example/1.png']);
	});

	test('uses the default if all cells are empty', () => {
		expect(settle([{ name: undefined, picture: undefined }], STORED)).toEqual(['ada', null]);
	});

	test('keeps stored values for missing columns', () => {
		expect(settle([{}, {}], STORED)).toEqual(['Ada L.', 'https://a.example/old.png']);
		expect(settle([{ name: 'Ada B.' }], STORED)).toEqual(['Ada B.', 'https://a.example/old.png']);
		expect(settle([{}])).toEqual(['ada', null]);
	});
});
