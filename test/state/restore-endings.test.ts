/** What has ended since a backup: claims, webhooks and proposals. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '../../src/state/claim-store.ts';
import type { Proposal } from '../../src/state/proposals/proposal.ts';
import type { ReviewToSend } from '../../src/state/review-store.ts';
import type { State } from '../../src/state/state.ts';
import type { NewWebhook } from '../../src/state/webhook-store.ts';
import { during, restorableState } from '../support/restorable-states.ts';
import { ENGINES } from '../support/states.ts';

const CREATED = '2026-05-01T12:00:00Z';
const NEXT_TIME = new Date('2026-05-02T10:00:00Z');
const LAST_TIME = new Date('2026-05-02T11:00:00Z');

let root: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'restore-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const WEBHOOK: NewWebhook = {
	account: 'acc_p',
	url: 'https://hooks.test/',
	events: ['release.published'],
	seal: () => 'secret',
};

async function verifiedClaim(state: State, organization: string): Promise<string> {
	const { id } = (await state.claims.start('acc_c', organization, CREATED)) as Claim;
	await state.claims.verify(id, 'dns', 'pro', CREATED);
	return id;
}

async function proposed(state: State, target: string): Promise<string> {
	const change = { kind: 'program', target, fields: { name: 'First' }, base: null } as const;
	return ((await state.proposals.add({ account_id: 'acc_c', author: 'C', ...change }, CREATED)) as Proposal).id;
}

function reviewOf(program: string, name: string, title = 'Good'): ReviewToSend {
	const facts = { months_in_program: null, paid_on_time: null, approval_days: null };
	return { program, review: { rating: 4, title, body: 'It pays.', ...facts }, author: { name, key: name } };
}

describe.each(ENGINES)('With %s, restoring a backup', (engine) => {
	test('revives no claim that was withdrawn, even if it was started again, or its organization renamed', async () => {
		const claimed = await restorableState(root, engine);
		const [first, second, third, fourth] = await during(claimed, async (state) => {
			await state.accounts.add({ id: 'acc_c', email: 'c@site.example', plan: 'free', created_at: CREATED });
			return Promise.all(['one', 'two', 'three', 'four'].map((slug) => verifiedClaim(state, slug)));
		});
		const claims = join(root, 'claims.sqlite');
		await claimed.backUp(claims);
		await during(claimed, async (state) => {
			await state.claims.move('four', 'four-renamed');
			for (const id of [first!, second!, fourth!]) await state.claims.withdraw(id, CREATED);
			// It is started again, and withdrawn before it is proved.
			const again = (await state.claims.start('acc_c', 'two', CREATED)) as Claim;
			await state.claims.withdraw(again.id, CREATED);
			await state.claims.start('acc_c', 'two', CREATED);
		});
		await claimed.restore(claims);
		await during(claimed, async (state) => {
			expect((await state.claims.ofAccount('acc_c')).map(({ id }) => id)).toEqual([third]);
			expect(await state.claims.speaksFor('acc_c', 'two')).toBe(false);
			const marks = await state.proposals.waiting({ most: 9 });
			expect(marks.map(({ target, fields }) => [target, fields.plan])).toEqual([
				['one', 'free'],
				['two', 'free'],
				['four-renamed', 'free'],
			]);
			expect(await state.accounts.findById('acc_c')).toMatchObject({ plan: 'claimed' });
			await state.claims.withdraw(third!, CREATED);
			expect(await state.accounts.findById('acc_c')).toMatchObject({ plan: 'free' });
		});
	});

	test('revives no claim from an old backup, although withdrawn claims are removed after 90 days', async () => {
		const claimed = await restorableState(root, engine);
		const [ended, kept] = await during(claimed, async (state) => {
			await state.accounts.add({ id: 'acc_c', email: 'c@site.example', plan: 'free', created_at: CREATED });
			return [await verifiedClaim(state, 'ended'), await verifiedClaim(state, 'kept')];
		});
		const claims = join(root, 'old.sqlite');
		await claimed.backUp(claims);
		const later = new Date('2026-08-10T12:00:00Z');
		await during(claimed, async (state) => {
			await state.claims.withdraw(ended!, CREATED);
			await state.prune(later);
			expect((await state.claims.all()).map(({ id }) => id)).toEqual([kept]);
		});
		await claimed.restore(claims, later);
		await during(claimed, async (state) => {
			expect((await state.claims.ofAccount('acc_c')).map(({ id }) => id)).toEqual([kept]);
		});
	});

	test('sends nothing to a webhook that was removed or switched off, or with a secret that was replaced', async () => {
		const hooked = await restorableState(root, engine);
		const [removed, off, rotated] = await during(hooked, async (state) => {
			await state.accounts.add({ id: 'acc_p', email: 'p@site.example', plan: 'pro', created_at: CREATED });
			const made = await Promise.all([1, 2, 3].map(() => state.webhooks.add(WEBHOOK)));
			await state.deliveries.emit({ event: 'release.published', data: {} });
			return made.map((webhook) => webhook!.id);
		});
		const hooks = join(root, 'hooks.sqlite');
		await hooked.backUp(hooks);
		await during(hooked, async (state) => {
			await state.webhooks.remove('acc_p', removed!);
			await state.webhooks.switchOff('acc_p', off!);
			await state.webhooks.rotate('acc_p', rotated!, 'new secret');
			for (const job of await state.jobs.take(['webhook'], { lease: 1000, most: 9 })) {
				await state.deliveries.delivered(job, 204);
			}
		});
		await hooked.restore(hooks);
		await during(hooked, async (state) => {
			expect(await state.webhooks.find('acc_p', removed!)).toBeUndefined();
			expect(await state.webhooks.find('acc_p', off!)).toMatchObject({ off: 'owner' });
			expect(await state.jobs.take(['webhook'], { lease: 1000, most: 9 })).toEqual([]);
			await state.deliveries.emit({ event: 'release.published', data: {} });
			const jobs = await state.jobs.take(['webhook'], { lease: 1000, most: 9 });
			expect(await Promise.all(jobs.map((job) => state.deliveries.sending(job)))).toMatchObject([
				{ webhook_id: rotated, secret: 'new secret', previous_secret: 'secret' },
			]);
		});
	});

	test('revives no proposal that was settled, withdrawn or replaced, and keeps the withdrawal of a review', async () => {
		const file = join(root, 'proposals.sqlite');
		const written = await restorableState(root, engine);
		const [accepted, withdrawn, edited] = await during(written, async (state) => {
			await state.accounts.add({ id: 'acc_c', email: 'c@site.example', plan: 'free', created_at: CREATED });
			await state.accounts.add({ id: 'acc_d', email: 'd@site.example', plan: 'free', created_at: CREATED });
			for (const [account, program] of [
				['acc_c', 'published'],
				['acc_c', 'rejected'],
				['acc_d', 'erased'],
			] as const) {
				await state.reviews.send(account, reviewOf(program, account), CREATED);
				const status = program === 'rejected' ? 'rejected' : 'accepted';
				const [{ id, version }] = (await state.proposals.waiting({ most: 1 })) as [Proposal];
				await state.proposals.settle({ id, version, status, reason: null, change_id: null }, CREATED);
			}
			await state.reviews.send('acc_c', reviewOf('edited', 'acc_c'), CREATED);
			const review = (await state.proposals.ofAccount('acc_c', ['review'], { most: 1 })).proposals[0]!;
			return [await proposed(state, 'accepted'), await proposed(state, 'withdrawn'), review.id];
		});
		await written.backUp(file);
		await during(written, async (state) => {
			const settled = { status: 'accepted', reason: null, change_id: null } as const;
			await state.proposals.settle({ id: accepted!, version: 1, ...settled }, CREATED);
			await state.proposals.withdraw('acc_c', withdrawn!, CREATED);
			await state.reviews.send('acc_c', reviewOf('edited', 'acc_c', 'Second'), CREATED);
			await proposed(state, 'added since');
			const earlier = { account_id: null, author: 'C', kind: 'review', target: 'earlier version' } as const;
			await state.proposals.add({ ...earlier, fields: { action: 'write' }, base: { title: 'Withdrawn' } }, CREATED);
			for (const program of ['published', 'rejected']) {
				expect(await state.reviews.withdraw('acc_c', program, 'review', CREATED)).toBe(true);
			}
			await state.accounts.delete('acc_d', 'erase', CREATED);
		});
		await written.restore(file);
		await during(written, async (state) => {
			const statusOf = async (id: string) => (await state.proposals.get(id))!.status;
			expect([await statusOf(accepted!), await statusOf(withdrawn!)]).toEqual(['accepted', 'withdrawn']);
			const waiting = await state.proposals.waiting({ most: 9 });
			expect(waiting.map(({ target, fields, version }) => [target, fields.title ?? fields.action, version])).toEqual([
				['edited', 'Second', 2],
				['earlier version', 'write', 1],
				['published', 'remove', 1],
				['erased', 'erase', 1],
			]);
			expect((await state.reviews.ofAccount('acc_c')).map(({ program }) => program)).toEqual(['edited', 'published']);
		});
		// The replaced state can be restored in turn: what is newer there stays.
		const { replaced } = await written.restore(file, NEXT_TIME);
		await written.restore(engine === 'SQLite' ? join(replaced!, 'state.sqlite') : replaced!, LAST_TIME);
		await during(written, async (state) => {
			expect(await state.proposals.get(edited!)).toMatchObject({ fields: { title: 'Second' }, version: 2 });
		});
	});
});
