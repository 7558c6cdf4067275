import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_SAVED } from '../../../src/catalog/saved-program.ts';
import { isSlug } from '../../../src/catalog/slug.ts';
import { readRowsQuery, readShared, rowsAddresses, sharedAddress } from '../../../src/website/saved/shared-list.ts';

const slugs = (count: number, length = 3) =>
	Array.from({ length: count }, (_, number) => String(number).padStart(length, 'a'));

/** The slugs in the fragment of an address. */
const sharedIn = (address: string) => readShared(new URL(address, 'http://localhost').hash);

describe('A shared list', () => {
	test('has only slugs in its address, after the #', () => {
		expect(sharedAddress(['acme', 'fernhollow-hosting'])).toBe('/saved/#programs=acme,fernhollow-hosting');
	});

	test('is read from its address', () => {
		const most = slugs(MOST_SAVED, 200);
		expect(sharedIn(sharedAddress(most))).toEqual(most);
	});

	test('is read if a program has encoded the commas', () => {
		expect(readShared('#programs=acme%2Czinkhammer')).toEqual(['acme', 'zinkhammer']);
	});

	test('is undefined if the address has no list, and empty if the list has no slug', () => {
		expect(['', '#', '#content', '#program=acme'].map(readShared)).toEqual(Array(4).fill(undefined));
		expect(readShared('#programs=')).toEqual([]);
		expect(readShared('#programs=%3Cscript%3E,../etc,Acme,%')).toEqual([]);
	});

	test('has a limited number of slugs, whatever the fragment', () => {
		expect(readShared(`#programs=${slugs(2000)}`)).toHaveLength(MOST_SAVED);
		fc.assert(fc.property(fc.string(), (text) => (readShared(`#programs=${text}`) ?? []).every(isSlug)));
	});
});

describe('The rows of a list', () => {
	test('are requested in parts that the server reads completely', () => {
		const all = slugs(60);
		const addresses = rowsAddresses(all);
		expect(addresses).toHaveLength(3);
		expect(addresses.flatMap((address) => readRowsQuery(new URL(address, 'http://localhost').searchParams))).toEqual(
			all,
		);
	});

	test('are limited in number for any other request', () => {
		expect(readRowsQuery(new URLSearchParams({ programs: slugs(500).join() }))).toHaveLength(25);
		expect(readRowsQuery(new URLSearchParams({ programs: '../categories,<script>,acme' }))).toEqual(['acme']);
		expect(readRowsQuery(new URLSearchParams())).toEqual([]);
	});
});
