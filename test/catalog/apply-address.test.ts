import { describe, expect, test } from 'vitest';
import { applyAddress } from '../../src/catalog/apply-address.ts';

const apply = (signup_url: string | null, website_url = 'https://acme.example/') =>
	applyAddress({ signup_url, website_url });

describe('A link to apply leads to another page than the website:', () => {
	test.each([
		'https://acme.example/affiliates',
		'https://acme.example/en/affiliates/',
		'https://acme.example/go',
		'https://partners.acme.example/',
		'https://acme.network.example/?group=affiliates',
		'https://acme.example/#affiliates',
		'https://acme.example/?page_id=12',
		'http://acme.example:8080/',
	])('%s', (address) => {
		expect(apply(address)).toBe(address);
	});

	test('also if the website is a page of a larger one', () => {
		const address = 'https://acme.example/affiliates';
		expect(apply(address, 'https://acme.example/shop')).toBe(address);
	});
});

describe('No link to apply is', () => {
	test.each([
		'https://acme.example',
		'https://acme.example/',
		'http://acme.example/',
		'https://www.acme.example/',
		'https://ACME.example//',
		'https://acme.example/#',
		'https://acme.example/?ref=directory',
		'https://acme.example/?utm_source=a&utm_campaign=b/partner/affiliate',
		'https://acme.example/en/',
		'https://acme.example/pt-BR?ref=directory',
		'https://acme.example/us',
		'https://acme.example/index.html',
	])('the home page of the website: %s', (address) => {
		expect(apply(address)).toBeNull();
	});

	test.each([
		['https://acme.example/shop/', 'http://www.acme.example/shop?ref=directory'],
		['https://acme.example/', 'https://acme.example/shop'],
		['https://www.acme.example/#shop', 'https://acme.example/#shop'],
	])('the website itself, or the home page above it: %s for %s', (address, website) => {
		expect(apply(address, website)).toBeNull();
	});

	test.each([null, 'no address'])('an unknown one: %s', (address) => {
		expect(apply(address)).toBeNull();
	});
});
