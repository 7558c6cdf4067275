/** What claims propose about the plans of organizations, and what accounts leave behind. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '../../src/state/claim-store.ts';
import { MOST_WITHDRAWN } from '../../src/state/proposals/proposal.ts';
import type { State } from '../../src/state/state.ts';
import { type StatePlace, statePlace } from '../support/states.ts';

const NOW = '2026-05-01T12:00:00Z';

let place: StatePlace;
let state: State;

beforeEach(async () => {
	place = await statePlace();
	state = await place.open();
	await addAccounts(state);
	return () => place.remove();
});
afterEach(() => place.close());

async function addAccounts({ accounts }: State): Promise<void> {
	for (const name of ['ada', 'bob']) {
		await accounts.add({ id: `acc_${name}`, email: `${name}@site.example`, plan: 'free', created_at: NOW });
	}
}

async function claimed({ claims }: State, account: string, organization: string, plan = 'claimed'): Promise<Claim> {
	const claim = (await claims.start(account, organization, NOW)) as Claim;
	expect(await claims.verify(claim.id, 'editor', plan, NOW)).toBe('verified');
	return claim;
}

const proposedPlans = async () =>
	(await state.proposals.waiting({ most: 100 })).map(({ target, fields }) => [target, fields.plan]);

describe('The mark of a claimed organization', () => {
	test('is not removed if the organization is claimed again before an editor has decided', async () => {
		const { id } = await claimed(state, 'acc_ada', 'larkpost');
		await state.claims.withdraw(id, NOW);
		expect(await proposedPlans()).toEqual([['larkpost', 'free']]);
		const again = await claimed(state, 'acc_bob', 'larkpost');
		expect(await proposedPlans()).toEqual([]);
		await state.claims.withdraw(again.id, NOW);
		expect(await proposedPlans()).toEqual([['larkpost', 'free']]);
	});

	test('stays proposed if a second account may speak for the organization, too', async () => {
		await claimed(state, 'acc_ada', 'larkpost', 'free');
		await claimed(state, 'acc_bob', 'larkpost', 'free');
		expect(await proposedPlans()).toEqual([['larkpost', 'claimed']]);
	});

	test('is removed once if the last two claims end at the same moment', async () => {
		const servers = [state, await place.open()];
		for (let i = 0; i < 8; i++) {
			const organization = `shop-${i}`;
			const claims = await Promise.all(['acc_ada', 'acc_bob'].map((account) => claimed(state, account, organization)));
			await Promise.all(claims.map(({ id }, j) => servers[j]!.claims.withdraw(id, NOW)));
		}
		expect((await proposedPlans()).sort()).toEqual(Array.from({ length: 8 }, (_, i) => [`shop-${i}`, 'free']));
	});
});

test('An account that proposes and withdraws again and again leaves a few proposals', async () => {
	const proposal = { account_id: 'acc_ada', author: 'Ada', kind: 'program', base: null } as const;
	let kept = '';
	for (let i = 0; i < MOST_WITHDRAWN + 20; i++) {
		const added = await state.proposals.add({ ...proposal, target: `acme-${i}`, fields: { cookie_days: i } }, NOW);
		kept = (added as { readonly id: string }).id;
		if (i > 0) await state.proposals.withdraw('acc_ada', kept, NOW);
	}
	const { total, proposals } = await state.proposals.ofAccount('acc_ada', ['program'], { most: 1000 });
	expect(total).toBeLessThanOrEqual(MOST_WITHDRAWN + 2);
	expect(proposals.filter(({ status }) => status === 'pending')).toMatchObject([{ fields: { cookie_days: 0 } }]);
});
