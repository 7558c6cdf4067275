import { describe, expect, test } from 'vitest';
import { authorName, isReserved, nameKey } from '../../src/catalog/author-name.ts';

describe('nameKey', () => {
	test.each([
		['case', 'ADA LOVELACE'],
		['accents', 'Adá Lövelacé'],
		['spaces and punctuation', 'ada_love-lace'],
		['Cyrillic letters', 'Аdа Lоvеlасе'],
		['Greek letters', 'αda Lοvelaϲe'],
		['full-width letters', 'Ａｄａ Ｌｏｖｅｌａｃｅ'],
		['invisible characters', 'Ada\u200b Love\u00adlace'],
		['digits for letters', 'Ada L0ve1ace'],
		['a capital I for an l', 'Ada IoveIace'],
		['small capitals and turned letters', 'ᴀᴅᴀ Lᴏvɘʟaᴄǝ'],
		['split letters', 'Ada Lovelace'.replace('v', '\u2174')],
	])('is the same in spite of %s', (_what, name) => {
		expect(nameKey(name)).toBe(nameKey('Ada Lovelace'));
	});

	test('joins letters that look like one', () => {
		expect(nameKey('Tom Bum')).toBe(nameKey('Torn Burn'));
		expect(nameKey('Wanda')).toBe(nameKey('VVanda'));
	});

	test.each([
		['Ada', 'Eda'],
		['Ada', 'Ada2'],
		['Anne', 'Ann'],
		['山田太郎', '山田花子'],
		['Олег', 'Ольга'],
		['★', '☆'],
	])('tells %s from %s', (a, b) => {
		expect(nameKey(a)).not.toBe(nameKey(b));
	});

	test('is never empty', () => {
		for (const name of ['★', '...', '👍🏽', '\u0301\u0302']) expect(nameKey(name)).not.toBe('');
	});
});

describe('authorName', () => {
	test.each([
		'Ada',
		'Ada Lovelace',
		'J. R. R. O’Neill-Smith',
		'山田太郎',
		'Ольга 2',
		' Ada  L ',
		'山田 Ada',
		'Oʼneill',
	])('allows %s', (name) => {
		expect(authorName.safeParse(name).success).toBe(true);
	});

	test('removes spaces at the ends and repeated ones', () => {
		expect(authorName.parse('  Ada   L ')).toBe('Ada L');
	});

	test.each([
		['too short', 'A'],
		['too long', 'a'.repeat(51)],
		['markup', '<b>Ada</b>'],
		['an address', 'https://spam.example'],
		['only punctuation', '...'],
		['a line break', 'Ada\nL'],
		['an override of the direction', 'Ada\u202eevE'],
		['a zero-width space', 'Ada\u200bL'],
		['stacked marks', `Z${'\u0335'.repeat(8)}algo`],
		['an emoji', 'Ada 👍'],
		['a name that speaks for the directory', 'Editor'],
		['one that looks like it', 'Аdmіn'],
		['Latin with a Cyrillic letter', 'Adа Lovelace'],
		['Latin with a Coptic letter', 'Ada Lovelacⲉ'],
		['the name of a team', 'The Support-Team'],
		['one in one word', 'EditorialTeam'],
		['the name of those who left', 'FORMER-MEMBER'],
	])('refuses a name that is %s', (_what, name) => {
		expect(authorName.safeParse(name).success).toBe(false);
	});
});

describe('A name on a site', () => {
	const SITE = 'Larkpost Affiliate Finder';

	test.each([
		'Larkpost Affiliate Finder',
		'LARKPOST-affiliate-finder',
		'Lаrkpоst Аffiliаtе Findеr',
		'LarkpostAffiliateFinder',
		'The Larkpost Affiliate Finder Team',
		'Editor in chief of Larkpost',
		'Finder support',
	])('is reserved if it speaks for the site, such as %s', (name) => {
		expect(isReserved(name, SITE)).toBe(true);
	});

	test.each(['Larkpost', 'Ada Larkpost', 'Ada of Larkpost Affiliate Finder', 'Ada Support', 'Theodor'])(
		'can be %s',
		(name) => {
			expect(isReserved(name, SITE)).toBe(false);
		},
	);

	test.each(['Ada', '★', ''])('without words of its own reserves no other name: “%s”', (site) => {
		expect(isReserved('Ada', site)).toBe(site === 'Ada');
		expect(isReserved('Bob', site)).toBe(false);
	});
});
