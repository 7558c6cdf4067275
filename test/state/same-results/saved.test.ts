import fc from 'fast-check';
import { test } from 'vitest';
import { MOST_SAVED, SAVED_STATUSES, type SavedProgram } from '../../../src/catalog/saved-program.ts';
import type { State } from '../../../src/state/state.ts';
import {
	addAccount,
	DAY,
	deleteAccount,
	expectSameResults,
	idOf,
	NAMES,
	n,
	nameOf,
	type Operation,
	prune,
	seconds,
	timeOf,
} from './compare.ts';

function savedProgram(slug: string, i: number): SavedProgram {
	const status = SAVED_STATUSES[i % 4] ?? null;
	const day = timeOf((i * DAY) / 1000).slice(0, 10);
	return { slug, name: nameOf(i), day, status, note: i % 2 ? nameOf(i) : '' };
}

const OPERATIONS: readonly fc.Arbitrary<Operation>[] = [
	addAccount,
	deleteAccount,
	prune,
	fc.tuple(n, fc.array(fc.tuple(fc.nat(8), seconds, fc.option(n), fc.boolean()), { maxLength: 6 })).map(
		([i, made]): Operation =>
			async ({ saved }) => {
				const changes = made.map(([number, second, program, merges]) => {
					const slug = `program-${number}`;
					const at = Date.parse(timeOf(second));
					return { slug, at, program: program === null ? null : savedProgram(slug, program), merges };
				});
				return saved.unite(idOf(i), changes);
			},
	),
	// A list that becomes full.
	fc.tuple(n, seconds).map(
		([i, second]): Operation =>
			async ({ saved }) => {
				const at = Date.parse(timeOf(second));
				const changes = Array.from({ length: MOST_SAVED }, (_, j) => {
					const slug = `many-${j}`;
					return { slug, at, program: savedProgram(slug, j), merges: false };
				});
				return saved.unite(idOf(i), changes);
			},
	),
	fc.tuple(n, n, fc.boolean(), seconds).map(
		([i, j, opens, at]): Operation =>
			async ({ accounts, saved }) => {
				// No two accounts get the same key.
				const key = `key ${i} ${j}`;
				await (opens ? saved.openFeed(idOf(i), key, timeOf(at)) : saved.closeFeed(idOf(i)));
				return [await accounts.findById(idOf(i)), await saved.ofFeed(key), await saved.feedSince(idOf(i))];
			},
	),
];

async function contentOf({ saved, exports }: State) {
	return Promise.all(
		NAMES.flatMap((_, i) => [
			saved.unite(idOf(i), []),
			exports.ofAccount(idOf(i)).then(({ saved, saved_feed }) => ({ saved, saved_feed })),
		]),
	);
}

test('SQLite and PostgreSQL give the same results for saved programs', async () => {
	await expectSameResults({ operations: OPERATIONS, contentOf, accounts: 2 });
});
