/** What claims propose about the plans of organizations, what accounts leave behind, and what a restore brings back. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '../../src/state/claim-store.ts';
import { MOST_WITHDRAWN } from '../../src/state/proposals/proposal.ts';
import { backUpState } from '../../src/state/sqlite/backup.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { restoreState } from '../../src/state/sqlite/restore.ts';
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

describe('A claim of a backup', () => {
	const folder = () => mkdtempSync(join(tmpdir(), 'state-'));

	/** Backs up a state, changes it, and restores the backup. */
	async function restored(before: (state: State) => Promise<void>, after: (state: State) => Promise<void>) {
		const [at, file] = [folder(), join(folder(), 'backup.sqlite')];
		const first = openSqlite(at);
		await addAccounts(first);
		await before(first);
		await backUpState(at, file, new Date(NOW));
		await after(first);
		await first.close();
		await restoreState(file, at, new Date('2026-05-01T13:00:00Z'));
		return openSqlite(at);
	}
	const end = async ({ claims }: State, organization: string) =>
		void (await claims.withdraw(
			(await claims.ofAccount('acc_ada')).find((one) => one.organization === organization)!.id,
			NOW,
		));

	test('does not come back if it was withdrawn and started anew since', async () => {
		const now = await restored(
			async (first) => void (await claimed(first, 'acc_ada', 'larkpost')),
			async (first) => {
				await end(first, 'larkpost');
				await first.claims.start('acc_ada', 'larkpost', NOW);
			},
		);
		expect(await now.claims.speaksFor('acc_ada', 'larkpost')).toBe(false);
		expect(await now.accounts.findById('acc_ada')).toMatchObject({ plan: 'free' });
		await now.close();
	});

	test('comes back if it was withdrawn and proved again since', async () => {
		const now = await restored(
			async (first) => void (await claimed(first, 'acc_ada', 'larkpost')),
			async (first) => {
				await end(first, 'larkpost');
				await claimed(first, 'acc_ada', 'larkpost');
			},
		);
		expect(await now.claims.speaksFor('acc_ada', 'larkpost')).toBe(true);
		await now.close();
	});

	test('keeps the plan up if another one has ended, and lowers it when it ends, too', async () => {
		const now = await restored(
			async (first) => {
				await claimed(first, 'acc_ada', 'larkpost');
				await claimed(first, 'acc_ada', 'other');
			},
			(first) => end(first, 'larkpost'),
		);
		expect(await now.accounts.findById('acc_ada')).toMatchObject({ plan: 'claimed' });
		await end(now, 'other');
		expect(await now.accounts.findById('acc_ada')).toMatchObject({ plan: 'free' });
		await now.close();
	});
});
