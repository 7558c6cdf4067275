import fc from 'fast-check';
import { test } from 'vitest';
import { type Claim, MOST_CLAIMS } from '../../../src/state/claim-store.ts';
import type { State } from '../../../src/state/state.ts';
import {
	addAccount,
	deleteAccount,
	expectSameResults,
	idOf,
	n,
	nameOf,
	type Operation,
	seconds,
	sorted,
	timeOf,
} from './compare.ts';

const withoutToken = (claim: Claim) => ({ ...claim, token: 'random' });
const withoutTokens = (claims: readonly Claim[]) => sorted(claims.map(withoutToken));

/** Two organizations, so that accounts often claim the same one. */
const organizationOf = (j: number) => `${nameOf(j % 2)}-org`;

const OPERATIONS: readonly fc.Arbitrary<Operation>[] = [
	addAccount,
	deleteAccount,
	fc.tuple(n, fc.constantFrom('free', 'claimed', 'pro'), fc.nat(9)).map(
		([i, plan, rare]): Operation =>
			async ({ accounts }) => {
				const account = await accounts.findById(idOf(i));
				return rare === 0 && account ? accounts.setPlan(account.email, plan as 'free') : 'kept';
			},
	),
	...(['start', 'dns', 'file', 'editor', 'note', 'withdraw'] as const).map((action) =>
		fc.tuple(n, n, seconds).map(
			([i, j, at]): Operation =>
				async ({ claims }) => {
					const now = timeOf(at);
					if (action === 'start') {
						const claim = await claims.start(idOf(i), organizationOf(j), now);
						return typeof claim === 'string' ? claim : withoutToken(claim);
					}
					const own = await claims.ofAccount(idOf(i));
					const { id } = own.find(({ organization }) => organization === organizationOf(j)) ?? { id: '' };
					if (action === 'note') return claims.noteProblem(id, j === 0 ? '' : `problem ${nameOf(j)}`, now);
					if (action === 'withdraw') return claims.withdraw(id, now);
					return claims.verify(id, action, j < 3 ? 'free' : 'claimed', now);
				},
		),
	),
	fc.tuple(n, seconds).map(
		([i, at]): Operation =>
			async ({ claims }) => {
				const started: string[] = [];
				for (let j = 0; j < MOST_CLAIMS; j++) {
					const claim = await claims.start(idOf(i), `many-${j}`, timeOf(at));
					started.push(typeof claim === 'string' ? claim : claim.status);
				}
				return started;
			},
	),
];

async function contentOf({ accounts, claims, exports, proposals }: State) {
	const all = await accounts.all();
	return Promise.all([
		all,
		claims.all().then(withoutTokens),
		// The deletion of an account ends its claims in the order of their random IDs.
		proposals.waiting({ most: 1000 }).then(sorted),
		...all.flatMap(({ id }) => [
			claims.ofAccount(id).then(withoutTokens),
			claims.speaksFor(id, organizationOf(0)),
			claims.speaksFor(id, organizationOf(1)),
			exports.ofAccount(id).then((exported) => withoutTokens(exported.claims as Claim[])),
		]),
	]);
}

test('SQLite and PostgreSQL give the same results for claims', () =>
	expectSameResults({ operations: OPERATIONS, contentOf, accounts: 4 }));
