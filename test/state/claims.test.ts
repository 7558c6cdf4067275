import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { type Claim, MOST_CLAIMS } from '../../src/state/claim-store.ts';
import type { State } from '../../src/state/state.ts';
import { type StatePlace, statePlace } from '../support/states.ts';

const NOW = '2026-05-01T12:00:00Z';
const LATER = '2026-05-02T12:00:00Z';

let place: StatePlace;
let state: State;
let other: State;

beforeEach(async () => {
	place = await statePlace();
	[state, other] = [await place.open(), await place.open()];
	for (const name of ['ada', 'bob', 'pia']) {
		const plan = name === 'pia' ? 'pro' : 'free';
		await state.accounts.add({ id: `acc_${name}`, email: `${name}@site.example`, plan, created_at: NOW });
	}
	return () => place.remove();
});
afterEach(() => place.close());

async function start(account: string, organization = 'larkpost'): Promise<Claim> {
	const claim = await state.claims.start(account, organization, NOW);
	if (typeof claim === 'string') throw new Error(claim);
	return claim;
}

async function verified(account: string, organization = 'larkpost', plan = 'free'): Promise<Claim> {
	const claim = await start(account, organization);
	expect(await state.claims.verify(claim.id, 'dns', plan, NOW)).toBe('verified');
	return claim;
}

const planOf = async (id: string) => (await state.accounts.findById(id))!.plan;
const proposedPlans = async () =>
	(await state.proposals.waiting({ most: 100 })).map(({ target, fields, base }) => [target, base?.plan, fields.plan]);

describe('A claim', () => {
	test('starts once, with a token that is hard to guess', async () => {
		const [claim, same] = [await start('acc_ada'), await start('acc_ada')];
		expect(same).toEqual(claim);
		expect(claim).toMatchObject({ status: 'pending', organization: 'larkpost', method: null, checked_at: null });
		expect(claim.token).toMatch(/^[0-9A-Za-z]{32}$/);
		expect(await state.claims.start('acc_none', 'larkpost', NOW)).toBe('no account');
		expect(await state.claims.speaksFor('acc_ada', 'larkpost')).toBe(false);
	});

	test('that is proved raises the plan from free to claimed, and proposes to mark the organization', async () => {
		const claim = await verified('acc_ada');
		expect(await planOf('acc_ada')).toBe('claimed');
		expect(await state.claims.speaksFor('acc_ada', 'larkpost')).toBe(true);
		expect(await state.claims.speaksFor('acc_bob', 'larkpost')).toBe(false);
		expect(await state.claims.get(claim.id)).toMatchObject({ status: 'verified', method: 'dns', verified_at: NOW });
		expect(await proposedPlans()).toEqual([['larkpost', 'free', 'claimed']]);
		expect(await state.claims.verify(claim.id, 'file', 'free', LATER)).toBe('verified');
		expect(await proposedPlans()).toHaveLength(1);
	});

	test('never lowers a plan, neither when it is proved nor when it is withdrawn', async () => {
		const claim = await verified('acc_pia', 'larkpost', 'pro');
		expect(await planOf('acc_pia')).toBe('pro');
		expect(await proposedPlans()).toEqual([]);
		expect(await state.claims.withdraw(claim.id, LATER)).toBe(true);
		expect(await planOf('acc_pia')).toBe('pro');
		await state.accounts.setPlan('bob@site.example', 'claimed');
		const given = await verified('acc_bob', 'fernhollow-group');
		await state.claims.withdraw(given.id, LATER);
		expect(await planOf('acc_bob')).toBe('claimed');
	});

	test('that is withdrawn lowers the plan that it raised, unless another claim is left', async () => {
		const [first, second] = [await verified('acc_ada'), await verified('acc_ada', 'fernhollow-group')];
		await state.claims.withdraw(first.id, LATER);
		expect(await planOf('acc_ada')).toBe('claimed');
		expect(await state.claims.withdraw(first.id, LATER)).toBe(false);
		await state.claims.withdraw(second.id, LATER);
		expect(await planOf('acc_ada')).toBe('free');
		expect(await state.claims.ofAccount('acc_ada')).toEqual([]);
		// The marks were never taken in, so they are withdrawn too.
		expect(await proposedPlans()).toEqual([]);
		const again = await start('acc_ada');
		expect([again.id === first.id, again.token === first.token]).toEqual([false, false]);
	});

	test('of a marked organization that is withdrawn proposes to remove the mark', async () => {
		const claim = await verified('acc_ada');
		const [mark] = await state.proposals.waiting({ most: 1 });
		const { id, version } = mark!;
		await state.proposals.settle({ id, version, status: 'accepted', reason: null, change_id: '1' }, NOW);
		await state.claims.withdraw(claim.id, LATER);
		expect(await proposedPlans()).toEqual([['larkpost', 'claimed', 'free']]);
	});

	test('that was never proved leaves nothing when it is withdrawn', async () => {
		for (let i = 0; i < MOST_CLAIMS + 5; i++) {
			const { id } = await start('acc_ada', `org-${i}`);
			expect(await state.claims.withdraw(id, LATER)).toBe(true);
			expect(await state.claims.withdraw(id, LATER)).toBe(false);
		}
		expect(await state.claims.all()).toEqual([]);
	});

	test('that was proved and withdrawn is kept for 90 days, also if it was started again without a proof', async () => {
		const { id } = await verified('acc_ada');
		await state.claims.withdraw(id, NOW);
		const again = await start('acc_ada');
		expect(await state.claims.withdraw(again.id, LATER)).toBe(true);
		const inDays = (days: number) => new Date(Date.parse(LATER) + days * 86_400_000);
		await state.prune(inDays(89));
		expect(await state.claims.all()).toMatchObject([{ id: again.id, status: 'withdrawn', ended_at: LATER }]);
		await state.prune(inDays(91));
		expect(await state.claims.all()).toEqual([]);
	});

	test('that was never proved is removed 90 days after its last check', async () => {
		const [old, checked] = [await start('acc_ada'), await start('acc_bob')];
		const inDays = (days: number) => new Date(Date.parse(NOW) + days * 86_400_000);
		await state.claims.noteProblem(checked.id, 'There is no TXT record.', toTimestamp(inDays(50)));
		await state.prune(inDays(89));
		expect((await state.claims.all()).map(({ id }) => id)).toEqual([old.id, checked.id]);
		await state.prune(inDays(91));
		expect((await state.claims.all()).map(({ id }) => id)).toEqual([checked.id]);
	});

	test('ends with its account', async () => {
		await verified('acc_ada');
		await state.accounts.delete('acc_ada');
		expect(await state.claims.all()).toEqual([]);
		expect(await proposedPlans()).toEqual([]);
	});

	test('of an organization that another account speaks for is contested until an editor decides', async () => {
		const first = await verified('acc_ada');
		const second = await start('acc_bob');
		expect(await state.claims.verify(second.id, 'file', 'claimed', LATER)).toBe('contested');
		expect(await planOf('acc_bob')).toBe('free');
		expect(await state.claims.verify(second.id, 'file', 'claimed', LATER)).toBe('contested');
		expect(await state.claims.verify(second.id, 'editor', 'claimed', LATER)).toBe('verified');
		await state.claims.withdraw(first.id, LATER);
		expect([await planOf('acc_ada'), await planOf('acc_bob')]).toEqual(['free', 'claimed']);
		expect((await state.claims.all()).map(({ email, status }) => [email, status])).toEqual([
			['ada@site.example', 'withdrawn'],
			['bob@site.example', 'verified'],
		]);
	});

	test('follows its organization to another slug, with the proposal to mark it, unless that slug has claims', async () => {
		await verified('acc_ada');
		await start('acc_bob');
		expect(await state.claims.move('larkpost', 'larkpost-mail')).toBe(true);
		expect(await state.claims.organizations()).toEqual(['larkpost-mail']);
		expect(await state.claims.speaksFor('acc_ada', 'larkpost-mail')).toBe(true);
		expect(await state.claims.speaksFor('acc_ada', 'larkpost')).toBe(false);
		expect(await proposedPlans()).toEqual([['larkpost-mail', 'free', 'claimed']]);
		await verified('acc_pia', 'quillon');
		expect(await state.claims.move('larkpost-mail', 'quillon')).toBe(false);
		expect(await state.claims.organizations()).toEqual(['larkpost-mail', 'quillon']);
		expect(await state.claims.speaksFor('acc_ada', 'quillon')).toBe(false);
	});

	test('is verified for one account only, even if two prove it at the same time', async () => {
		for (let i = 0; i < 5; i++) {
			const claims = [await start('acc_ada', `org-${i}`), await start('acc_bob', `org-${i}`)];
			const outcomes = await Promise.all(
				claims.map(({ id }, k) => [state, other][k]!.claims.verify(id, 'dns', 'free', NOW)),
			);
			expect(outcomes.toSorted()).toEqual(['contested', 'verified']);
		}
	});

	test('can be made of a limited number of organizations', async () => {
		for (let i = 0; i < MOST_CLAIMS; i++) await start('acc_ada', `org-${i}`);
		expect(await state.claims.start('acc_ada', 'one-more', NOW)).toBe('full');
		expect(await start('acc_bob', 'one-more')).toMatchObject({ status: 'pending' });
	});

	test('that was withdrawn cannot be proved, and its problem is not noted', async () => {
		const claim = await start('acc_ada');
		await state.claims.noteProblem(claim.id, 'There is no TXT record.', LATER);
		expect(await state.claims.get(claim.id)).toMatchObject({ problem: 'There is no TXT record.', checked_at: LATER });
		await state.claims.withdraw(claim.id, LATER);
		expect(await state.claims.verify(claim.id, 'dns', 'free', LATER)).toBe('missing');
		expect(await state.claims.verify('clm_none', 'dns', 'free', LATER)).toBe('missing');
	});

	test('is in the export of its account', async () => {
		await verified('acc_ada');
		const { claims } = await state.exports.ofAccount('acc_ada');
		expect(claims).toEqual([expect.objectContaining({ organization: 'larkpost', status: 'verified', method: 'dns' })]);
	});
});
