import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MOST_SAVED, type SavedEntry, type SavedProgram } from '../../src/catalog/saved-program.ts';
import type { State } from '../../src/state/state.ts';
import { rowsOf, type StatePlace, statePlace } from '../support/states.ts';

const NOW = '2026-05-01T12:00:00Z';
const START = Date.parse(NOW);
const ADA = 'acc_ada';

let place: StatePlace;
let state: State;

beforeEach(async () => {
	place = await statePlace();
	state = await place.open();
	for (const name of ['ada', 'bob']) {
		await state.accounts.add({ id: `acc_${name}`, email: `${name}@site.example`, plan: 'free', created_at: NOW });
	}
});
afterEach(() => place.remove());

const program = (slug: string, fields: Partial<SavedProgram> = {}): SavedProgram => ({
	...{ slug, name: slug.toUpperCase(), day: '2026-05-01', status: null, note: '' },
	...fields,
});
const timeOf = (ms: number) => new Date(START + ms).toISOString();
const put = (ms: number, slug: string, fields: Partial<SavedProgram> = {}): SavedEntry => ({
	...{ slug, at: START + ms, program: program(slug, fields), merges: false },
});
const merge = (ms: number, slug: string, fields: Partial<SavedProgram> = {}) => ({
	...put(ms, slug, fields),
	merges: true,
});
const remove = (ms: number, slug: string): SavedEntry => ({ slug, at: START + ms, program: null, merges: false });
/** The program acme in a feed, if it was saved on 1 May 2026. */
const FOLLOWED = { slug: 'acme', since: '2026-04-30T10:00:00Z' };
/** Sends a list, oldest first. */
const unite = (account: string, entries: readonly SavedEntry[], at = state) =>
	at.saved.unite(account, entries.toReversed());
const listOf = async (account = ADA) => (await state.saved.unite(account, [])).map((entry) => entry.program);
const slugsOf = async (account = ADA) => (await state.saved.unite(account, [])).map(({ slug }) => slug);

describe('The saved programs of an account', () => {
	test('are kept with status and note, most recently saved first', async () => {
		await unite(ADA, [
			put(1, 'acme', { status: 'joined', note: 'Ask Dana ✓' }),
			put(2, 'zeta', { day: '2026-04-30' }),
			put(3, 'larkpost'),
		]);
		expect(await listOf()).toEqual([
			program('larkpost'),
			program('acme', { status: 'joined', note: 'Ask Dana ✓' }),
			program('zeta', { day: '2026-04-30' }),
		]);
		expect(await listOf('acc_bob')).toEqual([]);
	});

	test('keep their places when a status or a note changes', async () => {
		await unite(ADA, [put(1, 'acme'), put(2, 'larkpost')]);
		await unite(ADA, [put(3, 'acme', { note: 'Later' })]);
		expect(await slugsOf()).toEqual(['larkpost', 'acme']);
	});

	test('do not change if the same list is sent again, or an older one', async () => {
		const changes = [put(1, 'acme', { note: 'One' }), put(5, 'acme', { note: 'Two' }), remove(6, 'larkpost')];
		const first = await unite(ADA, changes);
		expect(await unite(ADA, [...changes, put(2, 'larkpost'), put(4, 'acme', { note: 'Three' })])).toEqual(first);
		expect(await listOf()).toEqual([program('acme', { note: 'Two' })]);
	});

	test('that were removed do not come back from a device that saved them earlier', async () => {
		const delayed = put(1, 'acme', { note: 'Written on the train' });
		await unite(ADA, [delayed]);
		await unite(ADA, [remove(2, 'acme')]);
		await unite(ADA, [delayed]);
		expect(await listOf()).toEqual([]);
		await unite(ADA, [put(3, 'acme')]);
		expect(await listOf()).toEqual([program('acme')]);
	});

	test('keep their status beside that of a browser, and lose no note, however often it is sent', async () => {
		await unite(ADA, [
			put(1, 'acme', { status: 'joined' }),
			put(1, 'zeta', { note: 'Mine' }),
			put(1, 'gone'),
			remove(2, 'gone'),
		]);
		const merged = [
			merge(9, 'acme', { status: 'rejected', note: 'From the browser', name: 'Other', day: '2020-01-01' }),
			merge(9, 'zeta', { status: 'applied', note: 'From the browser' }),
			merge(9, 'larkpost', { note: 'New' }),
			merge(9, 'gone'),
		];
		await unite(ADA, merged);
		await unite(ADA, merged);
		expect(new Set(await listOf())).toEqual(
			new Set([
				program('acme', { status: 'joined', note: 'From the browser' }),
				program('zeta', { status: 'applied', note: 'Mine\n\nFrom the browser' }),
				program('larkpost', { note: 'New' }),
				program('gone'),
			]),
		);
	});

	test('are the same in whatever order the changes arrive, and however often', async () => {
		const made = fc.array(
			fc.tuple(fc.constantFrom('acme', 'larkpost', 'zeta'), fc.nat(99), fc.option(fc.constantFrom('', 'a', 'b'))),
			{ maxLength: 12 },
		);
		await fc.assert(
			fc.asyncProperty(made, fc.infiniteStream(fc.nat()), async (given, numbers) => {
				// A device never makes two changes at the same time.
				const unique = [...new Map(given.map((change) => [`${change[0]} ${change[1]}`, change])).values()];
				const changes = unique.map(([slug, ms, note]) => (note === null ? remove(ms, slug) : put(ms, slug, { note })));
				const order = [...changes, ...changes].map((change) => [numbers.next().value!, change] as const);
				const shuffled = order.sort(([a], [b]) => a - b).map(([, change]) => change);
				const lists: unknown[] = [];
				for (const sent of [changes.toSorted((a, b) => (a.at < b.at ? -1 : 1)), shuffled]) {
					await rowsOf(state, 'DELETE FROM saved_programs');
					for (const change of sent) await unite(ADA, [change]);
					lists.push(new Set(await listOf()));
				}
				expect(lists[1]).toEqual(lists[0]);
			}),
			{ numRuns: 30 },
		);
	});

	test('are the 500 that changed last, and as many removed ones are remembered', async () => {
		await unite(
			ADA,
			Array.from({ length: MOST_SAVED }, (_, i) => put(i, `program-${i}`)),
		);
		await unite(ADA, [put(1000, 'one-more'), put(1001, 'program-0')]);
		const slugs = await slugsOf();
		expect([slugs.length, slugs.includes('program-0'), slugs.includes('program-1')]).toEqual([MOST_SAVED, true, false]);
		const removed = Array.from({ length: 1200 }, (_, i) => remove(3000 + i, `never-${i}`));
		await unite(ADA, removed);
		const rows = await rowsOf(state, 'SELECT slug FROM saved_programs WHERE removed_at IS NOT NULL');
		expect(rows).toHaveLength(MOST_SAVED);
		expect(rows.map(({ slug }) => slug)).toContain('never-1199');
	});

	test('are changed by two servers at once without losing a change', async () => {
		const other = await place.open();
		await Promise.all(Array.from({ length: 20 }, (_, i) => unite(ADA, [put(i, `p-${i}`)], [state, other][i % 2]!)));
		expect(await slugsOf()).toHaveLength(20);
	});

	test('of an account that does not exist are not kept', async () => {
		await unite('acc_none', [put(1, 'acme')]);
		expect(await listOf('acc_none')).toEqual([]);
		expect(await rowsOf(state, 'SELECT * FROM saved_feeds')).toEqual([]);
	});

	test('are in the export of the account, and deleted with it', async () => {
		await unite(ADA, [put(1, 'acme', { note: 'Ask Dana' }), put(1, 'zeta'), remove(2, 'zeta')]);
		await state.saved.openFeed(ADA, 'secret key', NOW);
		const { saved, saved_feed } = await state.exports.ofAccount(ADA);
		expect(saved).toEqual([
			{ ...program('acme', { note: 'Ask Dana' }), changed_at: timeOf(1), removed_at: null },
			expect.objectContaining({ slug: 'zeta', note: '', removed_at: timeOf(2) }),
		]);
		expect(saved_feed).toEqual([{ created_at: NOW }]);
		await state.accounts.delete(ADA);
		const left = ['saved_programs', 'saved_feeds'].map((table) => rowsOf(state, `SELECT * FROM ${table}`));
		expect(await Promise.all(left)).toEqual([[], []]);
	});

	test('leave nothing 90 days after they were removed', async () => {
		await unite(ADA, [put(1, 'acme'), put(1, 'zeta'), remove(2, 'zeta')]);
		await state.prune(new Date(START + 89 * 86_400_000));
		expect(await rowsOf(state, 'SELECT slug FROM saved_programs')).toHaveLength(2);
		await state.prune(new Date(START + 91 * 86_400_000));
		expect(await rowsOf(state, 'SELECT slug FROM saved_programs')).toEqual([{ slug: 'acme' }]);
	});
});

describe('The feed of an account', () => {
	test('is found by the key of its present address, until it is closed', async () => {
		await unite(ADA, [put(1, 'acme')]);
		await state.saved.openFeed(ADA, 'first', NOW);
		expect([await state.saved.ofFeed('first'), await state.saved.feedSince(ADA)]).toEqual([[FOLLOWED], NOW]);
		await state.saved.openFeed(ADA, 'second', NOW);
		expect([await state.saved.ofFeed('first'), await state.saved.ofFeed('second')]).toEqual([undefined, [FOLLOWED]]);
		await state.saved.closeFeed(ADA);
		expect([await state.saved.ofFeed('second'), await state.saved.feedSince(ADA)]).toEqual([undefined, undefined]);
	});

	test('works before anything is saved', async () => {
		await state.saved.openFeed(ADA, 'key', NOW);
		expect(await state.saved.ofFeed('key')).toEqual([]);
		await unite(ADA, [put(1, 'acme')]);
		expect(await state.saved.ofFeed('key')).toEqual([FOLLOWED]);
	});

	test('begins for each program with the day on which it was saved, wherever the visitor is', async () => {
		await state.saved.openFeed(ADA, 'key', NOW);
		await unite(ADA, [
			put(1, 'acme'),
			put(1, 'larkpost', { day: '2026-13-45' }),
			put(1, 'none', { day: '' }),
			put(1, 'wrong-clock', { day: '2031-01-01' }),
			put(1, 'zeta', { day: '2026-03-01' }),
		]);
		await unite(ADA, [put(5, 'zeta', { day: '2026-03-01', note: 'Later' })]);
		expect(await state.saved.ofFeed('key')).toEqual([
			FOLLOWED,
			{ slug: 'larkpost', since: '' },
			{ slug: 'none', since: '' },
			{ slug: 'wrong-clock', since: NOW },
			{ slug: 'zeta', since: '2026-02-28T10:00:00Z' },
		]);
	});
});
