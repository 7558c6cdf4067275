import fc from 'fast-check';
import { test } from 'vitest';
import { MOST_OF_ACCOUNT, PROPOSAL_KINDS } from '../../../src/state/proposals/proposal.ts';
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
	timeOf,
} from './compare.ts';

const newProposal = (account: string | null, i: number) => ({
	account_id: account,
	author: nameOf(i),
	target: nameOf(i),
	fields: { name: `${nameOf(i)}\u0000\ud800` },
});

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
		...all.flatMap(({ id }) => [
			proposals.ofAccount(id, PROPOSAL_KINDS, { most: 1000 }),
			proposals.ofAccount(id, ['program', 'review'], { most: 3, offset: 1 }),
			exports.ofAccount(id).then((exported) => exported.proposals),
		]),
	]);
}

test('SQLite and PostgreSQL give the same results for proposals', () =>
	expectSameResults({ operations: OPERATIONS, contentOf, accounts: 3 }));
