import { describe, expect, test } from 'vitest';
import { nearInList, nearWord } from '../../src/shared/near-words.ts';

const COLUMNS = ['slug', 'name', 'commission_type', 'commission_rate', 'website_url', 'cookie_days', 'id'];

describe('nearWord', () => {
	test.each<[string, string | undefined, string]>([
		['SLUG', 'slug', 'case does not count'],
		['ID', 'id', 'case does not count in a short word either'],
		['slgu', 'slug', 'two letters are swapped'],
		['comission_tipe', 'commission_type', 'two letters are wrong'],
		['comision_tipe', undefined, 'three wrong letters are too many'],
		['website', 'website_url', 'it is unfinished'],
		['webstie', undefined, 'it is unfinished and mistyped'],
		['url_of_website', undefined, 'no name contains it, and it contains no name'],
		['the_commission_rate', 'commission_rate', 'it contains the name'],
		['url_', undefined, 'three letters are a part of many names, and these four of none'],
		['foo', undefined, 'three letters are not like the start of a longer name'],
		['nam', 'name', 'a letter is missing'],
		['commission', undefined, 'it is the beginning of two names'],
		['commission_tate', 'commission_rate', 'one name is nearer than another'],
		['idd', 'id', 'a name of three letters may have one wrong letter'],
		['ix', undefined, 'a word of two letters is similar to all others'],
		['colour', undefined, 'it is similar to no name'],
		['', undefined, 'an empty text is similar to no name'],
		['x'.repeat(100_000), undefined, 'a page of text is no word'],
	])('finds for %s: %s, because %s', (given, expected, _) => {
		expect(nearWord(given, COLUMNS)).toBe(expected);
	});
});

describe('nearInList', () => {
	test('lists words by their likeness', () => {
		const slugs = ['larkpost', 'larkposts', 'larkpost-academy', 'the-larkpost', 'lark', 'post', 'openrouter'];
		const found = nearInList('larkpost', slugs).map(({ word }) => word);
		expect(found).toEqual(['larkpost', 'larkposts', 'larkpost-academy', 'lark', 'the-larkpost', 'post']);
		expect(nearInList('nope', slugs)).toEqual([]);
	});
});
