import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	MOST_OF_ACCOUNT,
	MOST_WAITING,
	NETWORK_SHARE,
	type NewProposal,
	type Proposal,
} from '../../src/state/proposals/proposal.ts';
import type { State } from '../../src/state/state.ts';
import { rowsOf, type StatePlace, statePlace } from '../support/states.ts';

const NOW = '2026-05-01T12:00:00Z';
const LATER = '2026-05-01T12:00:09Z';
const ADA = { id: 'acc_ada', email: 'ada@site.example', plan: 'claimed', created_at: NOW } as const;
const BOB = { id: 'acc_bob', email: 'bob@site.example', plan: 'claimed', created_at: NOW } as const;
const RATE: NewProposal = {
	account_id: ADA.id,
	author: 'Larkpost',
	kind: 'program',
	target: 'larkpost',
	fields: { commission_rate: 40 },
	base: { commission_rate: 30 },
};
const REPORT = { ...RATE, account_id: null, author: 'A reader', kind: 'report', base: null } as const;

let place: StatePlace;
let state: State;
let other: State;

beforeEach(async () => {
	place = await statePlace();
	[state, other] = [await place.open(), await place.open()];
	await state.accounts.add(ADA);
	await state.accounts.add(BOB);
	return () => place.remove();
});
afterEach(() => place.close());

async function add(proposal: Partial<NewProposal> = {}, now = NOW): Promise<Proposal> {
	const added = await state.proposals.add({ ...RATE, ...proposal }, now);
	if (typeof added === 'string') throw new Error(added);
	return added;
}

/** Sends Ada's review, or a new version of it. */
async function addReview(rating: number): Promise<Proposal> {
	const facts = { months_in_program: null, paid_on_time: null, approval_days: null };
	const review = { rating, title: 'Good', body: 'They pay.', ...facts };
	await state.reviews.send(ADA.id, { program: 'larkpost', review, author: { name: 'Ada', key: 'ada' } }, NOW);
	return (await state.proposals.ofAccount(ADA.id, ['review'], { most: 1 })).proposals[0]!;
}

const accept = ({ id, version }: Proposal) =>
	({ id, version, status: 'accepted', reason: null, change_id: 'change 1' }) as const;
const reject = ({ id, version }: Proposal) =>
	({ id, version, status: 'rejected', reason: 'Wrong', change_id: null }) as const;

describe('A proposal', () => {
	test('follows the records that were renamed or merged', async () => {
		const own = await add();
		const others = [
			await add({ kind: 'organization' }),
			await add({ account_id: null, author: 'An editor' }),
			await add({ target: 'other' }),
		];
		await addReview(4);
		await state.proposals.rename(['program', 'review'], new Map([['larkpost', 'lark']]));
		expect(await state.proposals.get(own.id)).toEqual({ ...own, target: 'lark' });
		for (const other of others) expect(await state.proposals.get(other.id)).toEqual(other);
		expect(await state.reviews.ofProgram(ADA.id, 'lark')).toMatchObject({ program: 'lark' });
		expect(await state.reviews.ofProgram(ADA.id, 'larkpost')).toBeUndefined();
		// Ada has reviewed both programs, so the two reviews stay apart.
		await addReview(5);
		await state.proposals.rename(['program', 'review'], new Map([['larkpost', 'lark']]));
		expect(await state.reviews.ofAccount(ADA.id)).toMatchObject([{ program: 'lark' }, { program: 'larkpost' }]);
	});

	test('waits with what was sent, and is found by its account and by editors', async () => {
		// PostgreSQL stores no such characters as text.
		const fields = { name: 'Larkpost\u0000\ud800' };
		const first = await add({ fields });
		expect(first).toMatchObject({ ...RATE, fields, status: 'pending', version: 1, created_at: NOW, settled_at: null });
		expect(first.id).toMatch(/^prop_[0-9A-Za-z]{16}$/);
		const second = await add({ kind: 'report', account_id: null, base: null }, LATER);
		expect(await state.proposals.get(first.id)).toEqual(first);
		expect(await state.proposals.waiting({ most: 5 })).toEqual([first, second]);
		expect(await state.proposals.waiting({ most: 5, offset: 1 })).toEqual([second]);
		expect(await state.proposals.ofAccount(ADA.id, ['program'], { most: 5 })).toEqual({ total: 1, proposals: [first] });
		expect(await state.proposals.ofAccount(ADA.id, ['review'], { most: 5 })).toEqual({ total: 0, proposals: [] });
		expect(await state.proposals.countWaiting()).toEqual([
			{ kind: 'program', waiting: 1 },
			{ kind: 'report', waiting: 1 },
		]);
	});

	test('is withdrawn only by its account, and only while it waits', async () => {
		const proposal = await add();
		expect(await state.proposals.withdraw(BOB.id, proposal.id, LATER)).toBe(false);
		expect(await state.proposals.withdraw(ADA.id, proposal.id, LATER)).toBe(true);
		expect(await state.proposals.withdraw(ADA.id, proposal.id, LATER)).toBe(false);
		expect(await state.proposals.settle(accept(proposal), LATER)).toBe('settled before');
		expect(await state.proposals.get(proposal.id)).toMatchObject({ status: 'withdrawn', settled_at: LATER });
	});

	test('is settled once, also by editors who settle it at the same time', async () => {
		for (let i = 0; i < 10; i++) {
			const proposal = await add();
			const outcomes = await Promise.all(
				[state, other, state, other].map(({ proposals }, k) =>
					proposals.settle(k % 2 === 0 ? accept(proposal) : reject(proposal), LATER),
				),
			);
			expect(outcomes.toSorted()).toEqual(['settled', 'settled before', 'settled before', 'settled before']);
		}
	});

	test('is not settled in a version that the editor has not seen', async () => {
		const proposal = await addReview(4);
		expect(await addReview(5)).toMatchObject({ id: proposal.id, version: 2 });
		expect(await state.proposals.settle(accept(proposal), LATER)).toBe('edited');
		expect(await state.proposals.settle({ ...accept(proposal), version: 2 }, LATER)).toBe('settled');
		expect(await state.proposals.settle(accept({ ...proposal, id: 'prop_none' }), LATER)).toBe('missing');
		expect(await state.proposals.get(proposal.id)).toMatchObject({ status: 'accepted', change_id: 'change 1' });
	});

	test('is refused when too many wait, also when they are sent at the same time', async () => {
		const sent = await Promise.all(
			Array.from({ length: MOST_OF_ACCOUNT + 5 }, (_, i) =>
				[state, other][i % 2]!.proposals.add({ ...RATE, target: `larkpost-${i}` }, NOW),
			),
		);
		expect(sent.filter((added) => added === 'account full')).toHaveLength(5);
		expect(await state.proposals.add({ ...RATE, account_id: BOB.id }, NOW)).toMatchObject({ status: 'pending' });
		expect(await state.proposals.add({ ...RATE, account_id: 'acc_none' }, NOW)).toBe('no account');
		await add({ account_id: null, kind: 'report' });
		const copies = `INSERT INTO proposals (id, author, kind, target, fields, status, version, created_at, updated_at)
			SELECT id || n, author, kind, target, fields, status, version, created_at, updated_at FROM proposals,
			(WITH RECURSIVE c (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < ${MOST_WAITING.report}) SELECT n FROM c) AS numbers
			WHERE kind = 'report'`;
		await rowsOf(state, copies);
		expect(await state.proposals.add({ ...RATE, account_id: null, kind: 'report', target: 'new' }, NOW)).toBe('full');
		expect(await state.proposals.add({ ...RATE, account_id: BOB.id }, NOW)).toMatchObject({ status: 'pending' });
	});

	test('that is sent again is the same one, also when it is sent at the same time', async () => {
		const sent = await Promise.all(
			Array.from({ length: 84 }, (_, i) => [state, other][i % 2]!.proposals.add(RATE, i === 0 ? NOW : LATER)),
		);
		const [first] = sent as Proposal[];
		expect(new Set(sent.map((one) => (one as Proposal).id))).toEqual(new Set([first!.id]));
		expect(await state.proposals.waiting({ most: 5 })).toEqual([first]);
		// Neither those of others nor those that were settled.
		expect((await add({ account_id: BOB.id })).id).not.toBe(first!.id);
		await state.proposals.settle(reject(first!), LATER);
		expect((await add()).id).not.toBe(first!.id);
	});

	test('replaces the values of an earlier one about the same fields, but no others', async () => {
		const first = await add({
			fields: { cookie_days: 9, commission_rate: 40 },
			base: { cookie_days: 1, commission_rate: 3 },
		});
		const [other, elsewhere] = [await add(), await add({ target: 'quillon' })];
		const later = { fields: { commission_rate: 50, cookie_days: 9 }, base: { commission_rate: 4, cookie_days: 1 } };
		const replaced = await add({ ...later, author: 'Larkpost Inc.' }, LATER);
		expect(replaced).toEqual({ ...first, ...later, author: 'Larkpost Inc.', version: 2, updated_at: LATER });
		expect(await state.proposals.waiting({ most: 5 })).toEqual([replaced, other, elsewhere]);
		expect(await state.proposals.settle(accept(first), LATER)).toBe('edited');
		const [slug, name] = [{ slug: 'new', organization: 'larkpost' }, { name: 'New' }];
		const added = await add({ target: 'new', fields: slug, base: null });
		expect(await add({ target: 'new', fields: { ...slug, ...name }, base: null })).toMatchObject({
			id: added.id,
			version: 2,
		});
	});

	test('of a reader is counted if an equal one waits, and one network leaves room for others', async () => {
		const report = (message: string, network?: string) =>
			state.proposals.add({ ...REPORT, fields: { message } }, NOW, network);
		const first = await report('The rate is 40%.', '192.0.2.x');
		for (const _ of [2, 3]) await report('The rate is 40%.', '198.51.100.x');
		const waiting = await state.proposals.waiting({ most: 5 });
		expect(waiting.map(({ id, times }) => [id, times])).toEqual([[(first as Proposal).id, 3]]);
		expect(await report('The cookie lasts 30 days.')).toMatchObject({ times: 1 });
		const most = MOST_WAITING.report * NETWORK_SHARE;
		for (let i = 1; i < most; i++)
			expect(await report(`Wrong: ${i}`, '192.0.2.x')).toMatchObject({ status: 'pending' });
		expect(await report('Wrong', '192.0.2.x')).toBe('network full');
		expect(await report('Wrong', '198.51.100.x')).toMatchObject({ status: 'pending' });
		// Equal ones need no room, and those that are settled take none.
		expect(await report('The rate is 40%.', '192.0.2.x')).toMatchObject({ times: 4 });
		await state.proposals.settle(accept(first as Proposal), LATER);
		expect(await report('Wrong again', '192.0.2.x')).toMatchObject({ status: 'pending' });
		const kept = 'SELECT count(*) AS "all" FROM proposals WHERE network IS NOT NULL AND settled_at IS NOT NULL';
		expect((await rowsOf(state, kept)).map((row) => Number(row.all))).toEqual([0]);
	});

	test('is limited in size', async () => {
		await expect(add({ fields: { name: 'x'.repeat(65_536) } })).rejects.toThrow(/check/i);
	});

	test('is in the export of its account, and goes with it', async () => {
		const proposal = await add();
		const { proposals } = await state.exports.ofAccount(ADA.id);
		const { id, fields } = proposal;
		expect(proposals).toEqual([expect.objectContaining({ id, kind: 'program', fields, status: 'pending' })]);
		await state.accounts.delete(ADA.id);
		expect(await state.proposals.get(proposal.id)).toBeUndefined();
	});

	test('is removed a year after it was settled, unless it is an accepted review or still waits', async () => {
		const [program, review, waiting] = [await add(), await add({ kind: 'review' }), await add({ target: 'quillon' })];
		for (const one of [program, review]) await state.proposals.settle(accept(one), NOW);
		await state.prune(new Date(Date.parse(NOW) + 364 * 86_400_000));
		expect(await state.proposals.get(program.id)).toBeDefined();
		await state.prune(new Date(Date.parse(NOW) + 366 * 86_400_000));
		expect(await state.proposals.get(program.id)).toBeUndefined();
		for (const { id } of [review, waiting]) expect(await state.proposals.get(id)).toBeDefined();
	});
});
