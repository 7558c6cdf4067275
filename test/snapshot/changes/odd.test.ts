import { expect, test } from 'vitest';
import { oddities } from '../../../src/snapshot/changes/diff.ts';

test.each([
	[
		'another domain',
		{ website_url: 'https://acme.example/' },
		{ website_url: 'https://evil.example/' },
		['website_url moves from acme.example to evil.example'],
	],
	[
		'another host of the same domain',
		{ website_url: 'https://acme.example/' },
		{ website_url: 'https://www.acme.example/x' },
		[],
	],
	[
		'a domain below a short ending',
		{ website_url: 'https://acme.co.uk/' },
		{ website_url: 'https://other.co.uk/' },
		['website_url moves from acme.co.uk to other.co.uk'],
	],
	[
		'another affiliate ID',
		{ signup_url: 'https://acme.example/join?ref=1' },
		{ signup_url: 'https://acme.example/join?ref=2' },
		['signup_url has another affiliate ID or query'],
	],
	[
		'five times the commission',
		{ commission_rate: 10 },
		{ commission_rate: 50 },
		['commission_rate rises from 10 to 50'],
	],
	['a fifth of it', { commission_amount: 50 }, { commission_amount: 10 }, ['commission_amount falls from 50 to 10']],
	['less than that', { commission_rate: 10 }, { commission_rate: 40 }, []],
	['a commission that was unknown', { commission_rate: null }, { commission_rate: 40 }, []],
	['other fields', { name: 'Acme' }, { name: 'Beta' }, []],
])('%s', (_, before, after, odd) => {
	expect(oddities({ before, after })).toEqual(odd);
});

test('A new or removed record is not odd', () => {
	const record = { website_url: 'https://acme.example/' };
	expect([oddities({ before: undefined, after: record }), oddities({ before: record, after: undefined })]).toEqual([
		[],
		[],
	]);
});
