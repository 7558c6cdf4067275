import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_SAVED, type SavedProgram } from '../../../src/catalog/saved-program.ts';
import { type AccountCopy, type Unsent, withUnsent } from '../../../src/website/saved/account-copy.ts';
import { afterBatch, mergeOf, newCopy, nextBatch, withChanges, withRoom } from '../../../src/website/saved/exchange.ts';

const program = (slug: string, fields: Partial<SavedProgram> = {}): SavedProgram => ({
	...{ slug, name: slug, day: '2026-09-02', status: null, note: '' },
	...fields,
});
const put = (slug: string, at = 1, fields: Partial<SavedProgram> = {}): Unsent => ({
	...{ slug, at, program: program(slug, fields), merges: false },
});
const remove = (slug: string, at = 1): Unsent => ({ slug, at, program: null, merges: false });
const copy = (...unsent: Unsent[]): AccountCopy => ({ ...newCopy('acc_1', 0), unsent });
const slugsOf = (changes: readonly { readonly slug: string }[]) => changes.map(({ slug }) => slug);

describe('Changes that were not sent', () => {
	test('are sent in parts that fit into a form, whatever the notes contain', () => {
		const note = fc.string({
			unit: fc.constantFrom('a', '€', '\0', '"', '\ud800', '😀', ' '),
			minLength: 2000,
			maxLength: 2000,
		});
		fc.assert(
			fc.property(fc.array(note, { minLength: 1, maxLength: 8 }), (notes) => {
				const all = notes.map((text, index) => put(`p-${index}`, 1, { note: text.slice(0, 2000) }));
				let rest = copy(...all);
				const sent: Unsent[] = [];
				while (rest.unsent.length > 0) {
					const batch = nextBatch(rest);
					expect(batch.length).toBeGreaterThan(0);
					expect(new URLSearchParams({ changes: JSON.stringify(batch) }).toString().length).toBeLessThan(60_000);
					sent.push(...batch);
					rest = afterBatch(rest, batch, []);
				}
				expect(sent).toEqual(all);
			}),
			{ numRuns: 20 },
		);
	});

	test('include those that were made while others were sent', () => {
		const batch = [put('acme', 1), put('zeta', 1)];
		const later = copy(put('acme', 2, { note: 'Later' }), put('zeta', 1));
		expect(afterBatch(later, batch, []).unsent).toEqual([put('acme', 2, { note: 'Later' })]);
	});

	test('wait while the list of the account is full, and go on when there is room', () => {
		const full = afterBatch(copy(put('acme')), [put('acme')], ['acme']);
		expect(nextBatch(full)).toEqual([]);
		expect(slugsOf(nextBatch(withUnsent(full, [remove('zeta')])))).toEqual(['zeta', 'acme']);
		expect(slugsOf(nextBatch(withRoom(full, [])))).toEqual(['acme']);
		const many = Array.from({ length: MOST_SAVED }, (_, index) => program(`p-${index}`));
		expect(nextBatch(withRoom(full, many))).toEqual([]);
	});
});

describe('The list of the account', () => {
	test('is shown with the changes that it does not have yet', () => {
		const list = [
			program('acme', { note: 'Old' }),
			program('zeta'),
			program('merged', { status: 'joined', note: 'Mine' }),
		];
		const changes = [
			put('acme', 2, { note: 'New' }),
			remove('zeta'),
			put('larkpost'),
			...mergeOf([program('merged', { status: 'applied', note: 'Earlier' })], 1),
		];
		expect(withChanges(list, changes)).toEqual([
			program('larkpost'),
			program('acme', { note: 'New' }),
			program('merged', { status: 'joined', note: 'Mine\n\nEarlier' }),
		]);
	});

	test('comes first if it is full', () => {
		const many = Array.from({ length: MOST_SAVED }, (_, index) => program(`p-${index}`));
		expect(withChanges(many, [put('acme')])).toEqual(many);
	});

	test('gets a list without an account in the same order', () => {
		expect(slugsOf(withChanges([], mergeOf([program('first'), program('second')], 1)))).toEqual(['first', 'second']);
	});
});
