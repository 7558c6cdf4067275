import fc from 'fast-check';
import { test } from 'vitest';
import { MOST_OF_ACCOUNT, PROPOSAL_KINDS, type Proposal } from '../../../src/state/proposals/proposal.ts';
import type { State } from '../../../src/state/state.ts';
import {
	addAccount,
	deleteAccount,
	expectSameResults,
	idOf,
	n,
	nameOf,
	type Operation,
	prune,
	seconds,
	sorted,
	timeOf,
} from './compare.ts';

const ORIGIN = 'https://other.example';

const newProposal = (account: string | null, i: number) => ({
	account_id: account,
	author: nameOf(i),
	target: nameOf(i),
	fields: { name: `${nameOf(i)}\u0000\ud800` },
});

function pulledProposal(i: number, version: number, at: string): Proposal {
	return {
		...newProposal('acc_of_the_other_directory', i),
		id: `prop_${i}`,
		kind: 'program',
		fields: { version },
		base: null,
		status: 'pending',
		version,
		times: 1,
		reason: null,
		change_id: null,
		origin: null,
		reported_at: null,
		created_at: at,
		updated_at: at,
		settled_at: null,
	};
}

const OPERATIONS: readonly fc.Arbitrary<Operation>[] = [
	addAccount,
	prune,
	deleteAccount,
	fc.tuple(fc.option(n), fc.constantFrom(...PROPOSAL_KINDS), n, seconds).map(
		([i, kind, j, at]): Operation =>
			({ proposals }) => {
				const base = at % 3 === 0 ? null : { name: null };
				return proposals.add({ ...newProposal(i === null ? null : idOf(i), j), kind, base }, timeOf(at));
			},
	),
	fc.tuple(n, seconds).map(
		([i, at]): Operation =>
			async ({ proposals }) => {
				const results: unknown[] = [];
				for (let j = 0; j <= MOST_OF_ACCOUNT; j++) {
					const report = { ...newProposal(idOf(i), j), target: 'same', kind: 'report', base: null } as const;
					const added = await proposals.add(report, timeOf(at));
					results.push(typeof added === 'string' ? added : 'added');
				}
				return results;
			},
	),
	fc.tuple(n, fc.nat(20), fc.constantFrom('withdraw', 'accept', 'reject'), seconds).map(
		([i, place, action, at]): Operation =>
			async ({ proposals }) => {
				const found = (await proposals.ofAccount(idOf(i), PROPOSAL_KINDS, { most: 100 })).proposals;
				const { id, version } = found[place % Math.max(found.length, 1)] ?? { id: 'none', version: 1 };
				const now = timeOf(at);
				if (action === 'withdraw') return proposals.withdraw(idOf(i), id, now);
				const status = action === 'accept' ? 'accepted' : 'rejected';
				return proposals.settle({ id, version, status, reason: `because ${at}`, change_id: null }, now);
			},
	),
	fc.tuple(fc.array(fc.tuple(n, fc.nat(2)), { maxLength: 4 }), fc.boolean(), seconds).map(
		([rows, settles, at]): Operation =>
			async ({ proposals, pulledProposals }) => {
				const unique = [...new Map(rows).entries()];
				const waiting = await pulledProposals.openIds(ORIGIN, '', 2, new Date());
				const wishOf = ({ target }: Proposal) =>
					at % 3 === 0 ? ({ ...newProposal(null, 0), kind: 'report', target, base: null } as const) : undefined;
				const removed = settles ? 0 : await pulledProposals.remove(ORIGIN, waiting, timeOf(at), wishOf);
				const outcome = await pulledProposals.take(
					ORIGIN,
					unique.map(([i, version]) => pulledProposal(i, version, timeOf(at))),
				);
				const settling: unknown[] = [];
				for (const [i, version] of settles ? unique : []) {
					const settlement = { id: `prop_${i}`, version, status: 'rejected', reason: null, change_id: null } as const;
					settling.push(await proposals.settle(settlement, timeOf(at)));
				}
				const unreported = await pulledProposals.unreported(ORIGIN, { most: 3 });
				if (unreported[0] && at % 2 === 0) {
					const wish = { ...newProposal(null, at), kind: 'review', base: null } as const;
					await pulledProposals.setReported(unreported[0], timeOf(at), at % 4 === 0 ? wish : undefined);
				}
				return [waiting, removed, outcome, settling, unreported, await pulledProposals.countWaiting(ORIGIN)];
			},
	),
	fc.tuple(n, n, fc.constantFrom('keep', 'forget', 'die'), seconds).map(
		([i, j, action, at]): Operation =>
			async ({ idempotency }) => {
				const request = { account: idOf(i), operation: 'op', key: nameOf(j), fingerprint: `${at % 3}` };
				const begun = await idempotency.begin(request, new Date(timeOf(at * 3600)));
				if (begun === 'new' && action === 'forget') await idempotency.forget(request);
				const response = { status: 200, headers: ['A', 'b'], body: nameOf(j) };
				if (begun === 'new' && action === 'keep') await idempotency.keep(request, response);
				return begun;
			},
	),
];

async function contentOf({ accounts, exports, proposals }: State) {
	const all = await accounts.all();
	return Promise.all([
		proposals.waiting({ most: 1000 }),
		proposals.waiting({ most: 3, offset: 2 }, ['review', 'report']),
		proposals.countWaiting(),
		// This list continues after an ID, so IDs decide among proposals of the same second.
		proposals.waitingOwn(undefined, 1000).then(sorted),
		...all.flatMap(({ id }) => [
			proposals.ofAccount(id, PROPOSAL_KINDS, { most: 1000 }),
			proposals.ofAccount(id, ['program', 'review'], { most: 3, offset: 1 }),
			exports.ofAccount(id).then((exported) => exported.proposals),
		]),
	]);
}

test('SQLite and PostgreSQL give the same results for proposals', () =>
	expectSameResults({ operations: OPERATIONS, contentOf, accounts: 3 }));
