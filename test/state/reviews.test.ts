import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Proposal } from '../../src/state/proposals/proposal.ts';
import type { OwnReview } from '../../src/state/proposals/review.ts';
import type { ReviewToSend } from '../../src/state/review-store.ts';
import type { State } from '../../src/state/state.ts';
import { type StatePlace, statePlace } from '../support/states.ts';

const ADA = { id: 'acc_ada', email: 'ada@site.example', plan: 'free', created_at: '2026-05-01T12:00:00Z' } as const;
const BOB = { ...ADA, id: 'acc_bob', email: 'bob@site.example' } as const;
const GOOD: ReviewToSend = {
	program: 'larkpost',
	review: {
		rating: 4.5,
		title: 'Good',
		body: 'They pay what they promise, every month.',
		months_in_program: 12,
		paid_on_time: 'yes',
		approval_days: null,
	},
	author: { name: 'Ada', key: 'ada' },
};
const BETTER = { ...GOOD, review: { ...GOOD.review, rating: 5 } };

let place: StatePlace;
let state: State;
let clock = 0;

/** A later time at each call. */
const now = () =>
	`2026-05-01T12:${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock++ % 60).padStart(2, '0')}Z`;

beforeEach(async () => {
	clock = 0;
	place = await statePlace();
	state = await place.open();
	await state.accounts.add(ADA);
	await state.accounts.add(BOB);
	return () => place.remove();
});
afterEach(() => place.close());

async function send(account: string, review: ReviewToSend): Promise<OwnReview> {
	const sent = await state.reviews.send(account, review, now());
	if (typeof sent === 'string') throw new Error(sent);
	return sent;
}

const waiting = () => state.proposals.waiting({ most: 100 });

async function settle(status: 'accepted' | 'rejected', reason: string | null = null): Promise<Proposal> {
	const [proposal] = await waiting();
	const { id, version } = proposal!;
	expect(await state.proposals.settle({ id, version, status, reason, change_id: null }, now())).toBe('settled');
	return proposal!;
}

describe('A review', () => {
	test('waits, and only the directory sets its ID, its author and its time', async () => {
		const own = await send(ADA.id, GOOD);
		expect(own).toMatchObject({ program: 'larkpost', approved: undefined, rejected: undefined });
		expect(own.id).toMatch(/^rev_[0-9A-Za-z]{12}$/);
		const author = await state.reviews.authorOf(ADA.id);
		expect(author).toEqual({ name: 'Ada', username: expect.stringMatching(/^member-[0-9a-z]{10}$/) });
		expect(await waiting()).toMatchObject([
			{
				...{ kind: 'review', target: 'larkpost', author: 'Ada', account_id: ADA.id, base: null, version: 1 },
				fields: {
					...GOOD.review,
					...{ action: 'write', id: own.id, author_display_name: 'Ada', author_username: author!.username },
					created_at: '2026-05-01T12:00:00Z',
				},
			},
		]);
	});

	test('is one for a program and account, and a version that waits is replaced', async () => {
		const first = await send(ADA.id, GOOD);
		const second = await send(ADA.id, BETTER);
		expect(second.id).toBe(first.id);
		expect(await waiting()).toMatchObject([{ version: 2, fields: { rating: 5, id: first.id } }]);
		expect(await state.reviews.ofAccount(ADA.id)).toHaveLength(1);
	});

	test('is one even if two are sent at the same time', async () => {
		const other = await place.open();
		await Promise.all([state, other, state, other].map(({ reviews }) => reviews.send(ADA.id, GOOD, now())));
		expect(await waiting()).toHaveLength(1);
	});

	test('stays published while a new version waits, and keeps its ID and the time when it was written', async () => {
		const { id } = await send(ADA.id, GOOD);
		await settle('accepted');
		expect(await state.reviews.ofProgram(ADA.id, 'larkpost')).toMatchObject({
			approved: GOOD.review,
			waiting: undefined,
		});
		const own = await send(ADA.id, BETTER);
		expect(own).toMatchObject({ id, approved: { rating: 4.5 }, waiting: { fields: { rating: 5 } } });
		expect(await waiting()).toMatchObject([
			{ base: { rating: 4.5 }, fields: { id, created_at: '2026-05-01T12:00:00Z' } },
		]);
		await settle('rejected', 'Name a source');
		expect(await state.reviews.ofProgram(ADA.id, 'larkpost')).toMatchObject({
			approved: { rating: 4.5 },
			waiting: undefined,
			rejected: { reason: 'Name a source', version: { rating: 5 } },
		});
	});

	test('that was rejected can be sent again', async () => {
		await send(ADA.id, GOOD);
		await settle('rejected', 'Too short');
		const own = await send(ADA.id, BETTER);
		expect(own).toMatchObject({ approved: undefined, waiting: { fields: { rating: 5 } } });
	});

	test('is gone at once if it is withdrawn before an editor has approved it', async () => {
		await send(ADA.id, GOOD);
		expect(await state.reviews.withdraw(ADA.id, 'larkpost', 'review', now())).toBe(true);
		expect(await state.reviews.ofAccount(ADA.id)).toEqual([]);
		expect(await waiting()).toEqual([]);
		expect(await state.reviews.withdraw(ADA.id, 'larkpost', 'review', now())).toBe(false);
	});

	test('that was rejected can be withdrawn', async () => {
		await send(ADA.id, GOOD);
		await settle('rejected', 'No');
		expect(await state.reviews.withdraw(ADA.id, 'larkpost', 'review', now())).toBe(true);
		expect(await state.reviews.ofAccount(ADA.id)).toEqual([]);
	});

	test('that is published waits for an editor if it is withdrawn, and can be sent again afterwards', async () => {
		const { id } = await send(ADA.id, GOOD);
		await settle('accepted');
		expect(await state.reviews.withdraw(ADA.id, 'larkpost', 'review', now())).toBe(true);
		expect(await state.reviews.withdraw(ADA.id, 'larkpost', 'review', now())).toBe(false);
		expect(await waiting()).toMatchObject([{ fields: { action: 'remove', id }, target: 'larkpost' }]);
		await settle('accepted');
		expect(await state.reviews.ofAccount(ADA.id)).toEqual([]);
		expect((await send(ADA.id, GOOD)).id).not.toBe(id);
	});

	test('can be changed instead of withdrawn', async () => {
		await send(ADA.id, GOOD);
		await settle('accepted');
		await state.reviews.withdraw(ADA.id, 'larkpost', 'review', now());
		await send(ADA.id, BETTER);
		expect(await waiting()).toMatchObject([{ fields: { action: 'write', rating: 5 } }]);
	});

	test('keeps its published version if only the new one is withdrawn', async () => {
		await send(ADA.id, GOOD);
		await settle('accepted');
		await send(ADA.id, BETTER);
		expect(await state.reviews.withdraw(ADA.id, 'larkpost', 'waiting', now())).toBe(true);
		expect(await state.reviews.ofProgram(ADA.id, 'larkpost')).toMatchObject({
			approved: { rating: 4.5 },
			waiting: undefined,
		});
	});

	test('of another account is neither found nor withdrawn', async () => {
		await send(ADA.id, GOOD);
		expect(await state.reviews.ofProgram(BOB.id, 'larkpost')).toBeUndefined();
		expect(await state.reviews.withdraw(BOB.id, 'larkpost', 'review', now())).toBe(false);
		expect(await waiting()).toHaveLength(1);
	});
});

describe('The name of an author', () => {
	test('is taken once another account has one with the same key', async () => {
		await send(ADA.id, GOOD);
		expect(await state.reviews.send(BOB.id, { ...GOOD, author: { name: 'ADA', key: 'ada' } }, now())).toBe(
			'name taken',
		);
		expect(await waiting()).toHaveLength(1);
	});

	test('stays the same, whatever the next review says', async () => {
		await send(ADA.id, GOOD);
		await send(ADA.id, { ...GOOD, program: 'other', author: { name: 'Eve', key: 'eve' } });
		expect((await waiting()).map(({ author }) => author)).toEqual(['Ada', 'Ada']);
		expect((await state.reviews.authorOf(ADA.id))?.name).toBe('Ada');
	});
});

describe('When an account is deleted,', () => {
	test.each(['anonymize', 'erase'] as const)('its published reviews wait for an editor to %s them', async (action) => {
		const { id } = await send(ADA.id, GOOD);
		await settle('accepted');
		await send(ADA.id, BETTER);
		await send(ADA.id, { ...GOOD, program: 'never-approved' });
		await send(BOB.id, { ...GOOD, author: { name: 'Bob', key: 'bob' } });
		await state.accounts.delete(ADA.id, action, now());
		expect(await waiting()).toMatchObject([
			{ account_id: BOB.id },
			{ account_id: null, kind: 'review', target: 'larkpost', fields: { action, id }, status: 'pending' },
		]);
		expect(await state.reviews.authorOf(ADA.id)).toBeUndefined();
		expect(JSON.stringify(await waiting())).not.toContain('Ada');
	});

	test('reviews that were withdrawn do not wait', async () => {
		await send(ADA.id, GOOD);
		await settle('accepted');
		await state.reviews.withdraw(ADA.id, 'larkpost', 'review', now());
		await settle('accepted');
		await state.accounts.delete(ADA.id, 'anonymize', now());
		expect(await waiting()).toEqual([]);
	});
});

test('An account’s data has its reviews and its author', async () => {
	await send(ADA.id, GOOD);
	const { author, proposals } = await state.exports.ofAccount(ADA.id);
	expect(author).toEqual([expect.objectContaining({ name: 'Ada' })]);
	expect(JSON.stringify(proposals)).toContain('They pay what they promise');
});
