import { describe, expect, test } from 'vitest';
import { nearWord } from '../../src/catalog/near-word.ts';

const COLUMNS = ['slug', 'name', 'commission_type', 'commission_rate', 'website_url', 'cookie_days', 'id'];

describe('nearWord', () => {
	test.each<[string, string | undefined, string]>([
		['SLUG', 'slug', 'case does not count'],
		['ID', 'id', 'nor in a short word'],
		['slgu', 'slug', 'two letters are swapped'],
		['comission_tipe', 'commission_type', 'two letters are wrong'],
		['comision_tipe', undefined, 'three are too many'],
		['website', 'website_url', 'it is unfinished'],
		['webstie', 'website_url', 'it is unfinished, and mistyped'],
		['commission', undefined, 'it is the beginning of two'],
		['commission_tate', 'commission_rate', 'one is nearer than another'],
		['idd', 'id', 'three letters may have one wrong'],
		['ix', undefined, 'a word of two letters is similar to all others'],
		['colour', undefined, 'it is similar to none'],
		['', undefined, 'an empty text is similar to none'],
		['x'.repeat(100_000), undefined, 'a page of text is no word'],
	])('finds for %s: %s, because %s', (given, expected, _) => {
		expect(nearWord(given, COLUMNS)).toBe(expected);
	});
});
