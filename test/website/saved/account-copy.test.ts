import { describe, expect, test } from 'vitest';
import type { SavedEntry, SavedProgram } from '../../../src/catalog/saved-program.ts';
import {
	afterSending,
	changesOf,
	mergeOf,
	newCopy,
	programsOf,
	readCopy,
	withChanges,
} from '../../../src/website/saved/account-copy.ts';

const program = (slug: string, fields: Partial<SavedProgram> = {}): SavedProgram => ({
	...{ slug, name: slug, day: '2026-09-02', status: null, note: '' },
	...fields,
});
const put = (slug: string, at = 1, fields: Partial<SavedProgram> = {}): SavedEntry => ({
	...{ slug, at, program: program(slug, fields), merges: false },
});
const remove = (slug: string, at = 1): SavedEntry => ({ slug, at, program: null, merges: false });
const copy = (...changes: SavedEntry[]) => withChanges(newCopy('acc_1', 0), changes);

describe('The copy of an account', () => {
	test('is read as it was stored', () => {
		const stored = { ...copy(put('acme', 5, { note: 'Ask Dana' }), remove('zeta')), synced: 7, failed: true };
		expect(readCopy(JSON.stringify(stored))).toEqual(stored);
	});

	test.each([null, '', '{', 'null', '[]', '{}', '{"account":1,"entries":[],"unsent":[]}'])(
		'is missing in %s',
		(json) => {
			expect(readCopy(json)).toBeUndefined();
		},
	);

	test('has no entries that are none', () => {
		const entries = [{ ...put('acme'), slug: '../x' }, { ...put('acme'), at: '1' }, { slug: 'a', at: 1 }, null, {}];
		const stored = JSON.stringify({ account: 'acc_1', entries: [...entries, put('zeta')], unsent: ['acme', 'zeta'] });
		expect(readCopy(stored)).toMatchObject({ entries: [put('zeta')], unsent: ['zeta'] });
	});

	test('has the latest change of each program, with new programs first', () => {
		const list = [program('acme', { note: 'New' }), program('larkpost')];
		const changed = withChanges(copy(put('acme'), put('zeta')), changesOf(list, ['acme', 'larkpost', 'zeta'], 9));
		expect(changed.entries).toEqual([put('larkpost', 9), put('acme', 9, { note: 'New' }), remove('zeta', 9)]);
		expect(programsOf(changed)).toEqual([program('larkpost'), program('acme', { note: 'New' })]);
	});

	test('gets a list without an account in its order, and merges it even if it changes first', () => {
		const merged = copy(...mergeOf([program('first'), program('second')], 1));
		expect(programsOf(merged).map(({ slug }) => slug)).toEqual(['first', 'second']);
		const [entry] = withChanges(merged, changesOf([program('first', { note: 'New' })], ['first'], 2)).entries;
		expect(entry).toMatchObject({ merges: true, program: { note: 'New' } });
	});

	test('keeps what has changed since it was sent', () => {
		const sent = copy(put('acme'), put('zeta'));
		const changed = withChanges(sent, [put('acme', 2, { note: 'Later' })]);
		const after = afterSending(changed, sent.entries, [put('elsewhere'), put('acme')]);
		expect(after.entries).toEqual([put('acme', 2, { note: 'Later' }), put('elsewhere')]);
		expect(after.unsent).toEqual(['acme']);
	});
});
