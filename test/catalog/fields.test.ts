import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	amount,
	count,
	countries,
	currency,
	icon,
	keyword,
	keywords,
	line,
	link,
	name,
	names,
	oneOf,
	slug,
	text,
	timestamp,
	toSlug,
} from '../../src/catalog/fields.ts';

const FIELDS = { amount, count, currency, icon, keyword, line, link, name, slug, text, timestamp };
type Field = keyof typeof FIELDS;

const GOOD: readonly [Field, readonly unknown[]][] = [
	['slug', ['a', '8am', 'acme-co', 'b-rch-formerly-revealbot']],
	['keyword', ['monthly', 'in-house', 'net-30']],
	['line', ['שלום \u200f5%', '👩\u200d💻', '\u2067Acme\u2069']],
	['name', ['شركة', 'می\u200cخواهم', '👩\u200d💻', 'Ａｃｍｅ', '\u0301', '\ue000']],
	['name', ['Acme', '1&1', '8am™', 'Żabka', '/e/', '.NET', 'tl;dv', '日本']],
	['line', ['', 'One line.', '20–30 % 💸']],
	['text', ['', 'Two\nlines\tand a tab.', '**Bold**']],
	[
		'link',
		['https://acme.example', 'http://acme.example/a?b=c&d#e', 'HTTPS://ACME.EXAMPLE/', 'https://müller.example/'],
	],
	['timestamp', ['2026-04-18T09:30:00Z', '2024-02-29T00:00:00Z', '1999-12-31T23:59:59Z']],
	['icon', ['tag', 'shopping-cart', 'building-2']],
	['currency', ['EUR', 'USD', 'JPY']],
	['amount', [0, 12.5, 150]],
	['count', [0, 30]],
];

const BAD: readonly [Field, readonly unknown[]][] = [
	['slug', ['', 'Acme', 'acme co', '-acme', 'acme-', 'a--b', 'café', 'a_b', 'a\n', 7]],
	['keyword', ['', 'In House', 'in_house', 'a'.repeat(201)]],
	['name', ['', '  ', 'Two\nlines', 'Bell\u0007', 'Next\u0085line', '\ud800', null]],
	['name', ['\u200b', '\u3164', '\u2800', 'Acme\ufffd', 'Acme \u202egnp.exe', '\u2067Acme', 'Acme\u200f', 'A\u061c']],
	['line', ['Two\nlines', 'A\ttab', 'NUL\0', ' ', '\u200b', '\u00ad\u2060', 'caf\ufffd']],
	['text', ['NUL\0', 'CR\r\n', 'Escape\u001b', '\udc00', '\n', '\ufeff\n\u200d', 'caf\ufffd']],
	[
		'link',
		['', 'acme.example', '//acme.example', 'ftp://acme.example', 'javascript:alert(1)', 'mailto:a@acme.example'],
	],
	['link', ['https://', 'https:///x', 'https:acme.example', 'https://user:pw@acme.example', 'https://@acme.example']],
	['link', ['https://:pw@acme.example']],
	['link', ['https://acme.example/\u202egnp.exe', 'https://acme.example/\u200b', 'https://acme.example/\ufffd']],
	[
		'link',
		['https://acme.example/a b', ' https://acme.example', 'https://acme.example/\n', 'https://a.example:99999/'],
	],
	['timestamp', ['', '2026-04-18', '2026-04-18T09:30:00', '2026-04-18T09:30:00+02:00', '2026-04-18 09:30:00Z']],
	['timestamp', ['2026-02-30T00:00:00Z', '2025-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-01T24:00:00Z']],
	['timestamp', ['2026-01-01T00:00:60Z', '2026-01-01T00:00:00.5Z', '20260-1-01T00:00:00Z']],
	['icon', ['', 'Tag', 'no-such-icon', '__proto__', 'constructor']],
	['currency', ['', 'eur', 'EURO', '€', 'XXY']],
	['amount', [-1, Number.NaN, Number.POSITIVE_INFINITY, '12', null]],
	['count', [-1, 1.5, '12', 2 ** 60]],
];

function isValid(kind: Field, value: unknown): boolean {
	return FIELDS[kind].safeParse(value).success;
}

describe('fields', () => {
	for (const [kind, values] of GOOD) {
		test.each(values)(`${kind} accepts %j`, (value) => {
			expect(isValid(kind, value)).toBe(true);
		});
	}
	for (const [kind, values] of BAD) {
		test.each(values)(`${kind} refuses %j`, (value) => {
			expect(isValid(kind, value)).toBe(false);
		});
	}
	test('a closed list accepts only its words', () => {
		const list = oneOf(['one', 'two']);
		expect(list.safeParse('two').success).toBe(true);
		expect(list.safeParse('three').error?.issues[0]?.message).toBe('one of one, two');
	});
});

describe('advice', () => {
	test.each([
		['slug', 'Café  Olé!', 'write cafe-ole'],
		['slug', '日本', 'write a slug such as acme-co'],
		['slug', `${'a'.repeat(199)} b`, `write ${'a'.repeat(199)}`],
		['keyword', 'In House', 'write in-house'],
		['keyword', 'A'.repeat(300), `write ${'a'.repeat(200)}`],
		['link', 'acme.example/x', 'write https://acme.example/x'],
		['link', 'https:/acme.example', 'write https://acme.example'],
		['link', 'HTTP:acme.example', 'write http://acme.example'],
		['link', '//acme.example', 'write https://acme.example'],
		['link', 'https:/', 'write an address such as https://acme.example/'],
		['link', 'ftp://acme.example', 'write an address such as https://acme.example/'],
		['link', 'https://acme\n.example', 'write an address such as https://acme.example/'],
		['link', 'see below', 'write an address such as https://acme.example/'],
		['link', 'acme', 'write an address such as https://acme.example/'],
		['timestamp', '18.4.2026', 'write 2026-04-18T00:00:00Z'],
		['currency', 'usd', 'write USD'],
		['currency', '€', 'write a code such as EUR or USD'],
	] as const)('for the %s %j: %s', (kind, value, fix) => {
		expect(FIELDS[kind].safeParse(value).error?.issues[0]).toMatchObject({ params: { fix } });
	});
});

describe('links', () => {
	test.each([
		['https://a.example/?q[k]=a&s=b,c', 'https://a.example/?q%5Bk%5D=a&s=b,c'],
		['https://a.example/ä?k=K|ſ#x#y', 'https://a.example/%C3%A4?k=K%7C%C5%BF#x%23y'],
		['https://a.example/100%?a=%zz%2f', 'https://a.example/100%25?a=%25zz%2f'],
		['https://müller.example?[', 'https://xn--mller-kva.example/?%5B'],
		['https://a.example\\b\\c', 'https://a.example/b/c'],
		['https://a.example/\ud800', 'https://a.example/%EF%BF%BD'],
	])('are encoded if they are no URI: %s', (value, encoded) => {
		expect(link.parse(value)).toBe(encoded);
	});

	test.each(['https://A.example', 'http://[::1]:8080', "https://a.example:443/a/../b;c=1?d=e?f=%5b'(*)#g/?h"])(
		'stay as they are if they are URIs: %s',
		(value) => {
			expect(link.parse(value)).toBe(value);
		},
	);

	test('are too long if they are when they are encoded', () => {
		expect(link.safeParse(`https://a.example/${'['.repeat(800)}`).success).toBe(false);
	});
});

describe('lists', () => {
	test('accept values without duplicates', () => {
		expect(keywords.safeParse(['bank', 'paypal']).success).toBe(true);
		for (const list of [['DE', 'US', 'XK'], ['worldwide']]) expect(countries.safeParse(list).success).toBe(true);
	});

	test.each([
		[countries, ['us'], 'write US'],
		[countries, ['UK'], 'write GB'],
		[countries, ['EU'], 'write a code such as DE or US'],
		[countries, ['Germany'], 'write a code such as DE or US'],
		[countries, [], 'leave it empty if it is unknown'],
		[names, ['Acme; Acme Mail'], 'list each name on its own'],
		[names, ['Acme', 'Acme'], 'list Acme only once'],
		[keywords, ['PayPal'], 'write paypal'],
		[keywords, ['a', 'a'], 'list a only once'],
		[keywords, Array.from({ length: 300 }, (_, i) => `k${i}`), 'remove some of its values'],
	])('refuse %# with advice', (schema, list, fix) => {
		expect(schema.safeParse(list).error?.issues[0]).toMatchObject({ params: { fix } });
	});
});

describe('toSlug', () => {
	test.each([
		['Acme Co', 'acme-co'],
		["Ben & Jerry's", 'ben-jerrys'],
		['ŠKODA', 'skoda'],
		[' --x-- ', 'x'],
		['HR & Recruiting', 'hr-recruiting'],
		['™', 'tm'],
		['日本', ''],
	])('converts %j to %j', (any, made) => {
		expect(toSlug(any)).toBe(made);
	});

	test('makes a valid slug of any text, or an empty one', () => {
		const character = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
		fc.assert(
			fc.property(fc.string({ unit: character }), (any) => {
				const made = toSlug(any);
				return made === '' || slug.safeParse(made).success;
			}),
		);
	});
});
