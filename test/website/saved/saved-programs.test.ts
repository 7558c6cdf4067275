import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_NOTE, MOST_SAVED, type SavedProgram } from '../../../src/catalog/saved-program.ts';
import { readSaved, withFields, withProgram } from '../../../src/website/saved/saved-programs.ts';

const program = (slug: string, fields: Partial<SavedProgram> = {}): SavedProgram => ({
	...{ slug, name: slug, day: '2026-09-02', status: null, note: '' },
	...fields,
});

describe('The saved programs', () => {
	test('are read as they were stored', () => {
		const list = [program('acme', { name: 'Acme', status: 'joined', note: 'Ask Dana' }), program('zinkhammer')];
		expect(readSaved(JSON.stringify(list))).toEqual(list);
	});

	test('are empty if nothing is stored, or something that is not a list', () => {
		expect([null, '', '{', 'null', '{}', '"acme"', '[1,null,[],"acme",{}]'].map(readSaved)).toEqual(Array(7).fill([]));
	});

	test('have only valid values, whatever is stored', () => {
		const stored = [
			{ slug: 'acme', name: 7, day: 'today', status: 'toString', note: 'x'.repeat(LONGEST_NOTE + 1) },
			...[{ slug: '../etc' }, { slug: 'Acme' }, { slug: 'a'.repeat(201) }],
		];
		expect(readSaved(JSON.stringify(stored))).toEqual([program('acme', { day: '', note: 'x'.repeat(LONGEST_NOTE) })]);
		fc.assert(fc.property(fc.json(), (json) => readSaved(json).length <= MOST_SAVED));
		const value = fc.oneof(fc.jsonValue(), fc.constant({ toString: 1 }));
		const fields = fc.record({ name: value, day: value, status: value, note: value });
		fc.assert(fc.property(fields, (any) => readSaved(JSON.stringify([{ slug: 'acme', ...any }])).length === 1));
	});

	test(`are at most ${MOST_SAVED}`, () => {
		const full = Array.from({ length: MOST_SAVED + 1 }, (_, number) => program(`p${number}`));
		const read = readSaved(JSON.stringify(full));
		expect(read).toHaveLength(MOST_SAVED);
		expect(withProgram(read, program('acme'))).toBe(read);
	});
});

describe('A program', () => {
	test('is saved once, before the others', () => {
		const list = withProgram([program('acme', { note: 'Ask Dana' })], program('zinkhammer'));
		expect(withProgram(list, program('acme'))).toEqual([program('zinkhammer'), program('acme', { note: 'Ask Dana' })]);
	});

	test('gets a status and a note of limited length', () => {
		const fields = { status: 'applied', note: 'x'.repeat(LONGEST_NOTE + 1) } as const;
		expect(withFields([program('acme'), program('zinkhammer')], 'acme', fields)).toEqual([
			program('acme', { status: 'applied', note: 'x'.repeat(LONGEST_NOTE) }),
			program('zinkhammer'),
		]);
	});
});
