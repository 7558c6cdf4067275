import { describe, expect, test } from 'vitest';
import type { SavedProgram } from '../../../src/catalog/saved-program.ts';
import {
	type AccountCopy,
	changesOf,
	readCopy,
	type Unsent,
	withUnsent,
} from '../../../src/website/saved/account-copy.ts';
import { mergeOf, newCopy } from '../../../src/website/saved/exchange.ts';

const program = (slug: string, fields: Partial<SavedProgram> = {}): SavedProgram => ({
	...{ slug, name: slug, day: '2026-09-02', status: null, note: '' },
	...fields,
});
const put = (slug: string, at = 1, fields: Partial<SavedProgram> = {}): Unsent => ({
	...{ slug, at, program: program(slug, fields), merges: false },
});
const remove = (slug: string, at = 1): Unsent => ({ slug, at, program: null, merges: false });
const copy = (...unsent: Unsent[]): AccountCopy => ({ ...newCopy('acc_1', 0), unsent });

describe('The copy of an account', () => {
	test('is read as it was stored', () => {
		const stored = {
			...copy(put('acme', 5, { note: 'Ask Dana' }), remove('zeta')),
			version: 'v',
			synced: 7,
			failed: true,
		};
		expect(readCopy(JSON.stringify(stored))).toMatchObject(stored);
	});

	test('is missing if nothing is stored, or something else', () => {
		expect([null, '', '{', 'null', '[]', '{}', '{"account":1,"unsent":[]}'].map(readCopy)).toEqual(
			Array(7).fill(undefined),
		);
	});

	test('has no changes that are not changes', () => {
		const unsent = [
			{ ...put('acme'), slug: '../x' },
			{ ...put('acme'), at: '1' },
			{ slug: 'a', at: 1 },
		];
		expect(readCopy(JSON.stringify({ account: 'acc_1', unsent: [...unsent, put('zeta')] }))!.unsent).toEqual([
			put('zeta'),
		]);
		expect(readCopy(JSON.stringify({ account: 'acc_1', unsent: [null] }))).toBeUndefined();
		expect(readCopy(JSON.stringify({ account: 'acc_1', unsent: [{}] }))).toBeUndefined();
	});
});

describe('Changes that were not sent', () => {
	test('replace earlier ones of the same program', () => {
		const list = [program('acme', { note: 'New' })];
		const { unsent } = withUnsent(copy(put('acme'), put('zeta')), changesOf(list, ['acme', 'larkpost'], 9));
		expect(unsent).toEqual([put('zeta'), put('acme', 9, { note: 'New' }), remove('larkpost', 9)]);
	});

	test('stay those of a list without an account until they were merged', () => {
		const merged = withUnsent(copy(), mergeOf([program('acme', { note: 'Old' })], 1));
		const { unsent } = withUnsent(merged, changesOf([program('acme', { note: 'New' })], ['acme'], 2));
		expect(unsent).toMatchObject([{ merges: true, program: { note: 'New' } }]);
	});
});
