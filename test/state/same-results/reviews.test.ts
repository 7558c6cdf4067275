import fc from 'fast-check';
import { test } from 'vitest';
import { nameKey } from '../../../src/catalog/author-name.ts';
import { REVIEW_ENDINGS } from '../../../src/state/proposals/review.ts';
import type { State } from '../../../src/state/state.ts';
import {
	addAccount,
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

/** The programs' slugs also differ only by what databases can compare differently. */
const programOf = (j: number) => nameOf(j % 3);

function reviewOf(i: number, at: number) {
	return {
		rating: (i % 5) + 1,
		title: `${nameOf(i)} 😀 '"\\`,
		body: at % 2 === 0 ? '' : `${nameOf(at)}\u0000\n\ud800`,
		months_in_program: at % 3 === 0 ? null : at,
		paid_on_time: at % 4 === 0 ? null : ('sometimes' as const),
		approval_days: at === 1 ? 0 : null,
	};
}

const OPERATIONS: readonly fc.Arbitrary<Operation>[] = [
	addAccount,
	prune,
	fc.tuple(n, fc.constantFrom(...REVIEW_ENDINGS), seconds).map(
		([i, ending, at]): Operation =>
			({ accounts }) =>
				accounts.delete(idOf(i), ending, timeOf(at)),
	),
	...[1, 2].map(() =>
		fc.tuple(n, n, n, seconds).map(
			([i, j, k, at]): Operation =>
				({ reviews }) => {
					const name = nameOf(k);
					const author = { name, key: nameKey(name) };
					return reviews.send(idOf(i), { program: programOf(j), review: reviewOf(j, at), author }, timeOf(at));
				},
		),
	),
	fc.tuple(n, n, fc.constantFrom('review', 'waiting'), seconds).map(
		([i, j, what, at]): Operation =>
			({ reviews }) =>
				reviews.withdraw(idOf(i), programOf(j), what as 'review', timeOf(at)),
	),
	...(['accepted', 'rejected'] as const).map((status) =>
		fc.tuple(fc.nat(20), seconds).map(
			([place, at]): Operation =>
				async ({ proposals }) => {
					const waiting = await proposals.waiting({ most: 100 }, ['review']);
					const { id, version } = waiting[place % Math.max(waiting.length, 1)] ?? { id: 'none', version: 1 };
					const reason = place === 0 ? null : `because ${nameOf(place)}`;
					return proposals.settle({ id, version, status, reason, change_id: `${at}` }, timeOf(at));
				},
		),
	),
];

async function contentOf({ accounts, exports, proposals, reviews }: State) {
	const all = await accounts.all();
	return Promise.all([
		// The deletion of an account ends its reviews in the order of their programs' latest versions.
		proposals.waiting({ most: 1000 }).then(sorted),
		...all.flatMap(({ id }) => [
			reviews.authorOf(id),
			reviews.ofAccount(id),
			reviews.ofProgram(id, programOf(0)),
			exports.ofAccount(id).then(({ author, proposals }) => [author, proposals]),
		]),
	]);
}

test('SQLite and PostgreSQL give the same results for reviews', () =>
	expectSameResults({ operations: OPERATIONS, contentOf, accounts: 3 }));
