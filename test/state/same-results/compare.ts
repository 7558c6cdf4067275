/** Runs the same random operations on SQLite and on PostgreSQL, and compares what they return and what is stored. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { PLANS } from '../../../src/config/plan.ts';
import type { State } from '../../../src/state/state.ts';
import { ENGINES, statePlace } from '../../support/states.ts';

/** An action on a state. The same numbers mean the same accounts, keys and times. */
export type Operation = (state: State) => Promise<unknown>;

const START = Date.parse('2026-05-01T12:00:00Z');
export const DAY = 86_400_000;
/** Upper and lower case, accents and characters that LIKE treats specially: databases can sort and compare them differently. */
export const NAMES = ['ada', 'Ada', 'b_b', 'b%b', 'é', 'z'] as const;

export const timeOf = (n: number) => new Date(START + n * 1000).toISOString().replace('.000Z', 'Z');
export const idOf = (n: number) => `acc_${nameOf(n)}`;
export const emailOf = (n: number) => `${nameOf(n)}@site.example`;
export const nameOf = (n: number) => NAMES[n % NAMES.length]!;

/** The numbers of names and of accounts. */
export const n = fc.nat(5);
export const seconds = fc.nat(50);

export const addAccount = fc.tuple(n, fc.constantFrom(...PLANS), seconds).map(
	([i, plan, at]): Operation =>
		(state) =>
			state.accounts.add({ id: idOf(i), email: emailOf(i), plan, created_at: timeOf(at) }),
);

export const deleteAccount = n.map(
	(i): Operation =>
		(state) =>
			state.accounts.delete(idOf(i)),
);

export const prune = fc.nat(3).map(
	(days): Operation =>
		(state) =>
			state.prune(new Date(START + (days + 88) * DAY)),
);

interface Comparison {
	readonly operations: readonly fc.Arbitrary<Operation>[];
	/** Reads everything that the operations can change. */
	readonly contentOf: (state: State) => Promise<unknown>;
	/** The accounts that exist at the start: the first ones of NAMES, with the plan `pro`. */
	readonly accounts?: number;
}

/** Runs 80 operations three times. Random IDs count as equal, and so do times of the test itself. */
export async function expectSameResults({ operations, contentOf, accounts = 0 }: Comparison): Promise<void> {
	const places = await Promise.all(ENGINES.map((engine) => statePlace(engine)));
	const many = fc.array(fc.oneof(...operations), { minLength: 80, maxLength: 80 });
	await fc.assert(
		fc.asyncProperty(many, async (chosen) => {
			await Promise.all(places.map((place) => place.clear()));
			const states = await Promise.all(places.map((place) => place.open()));
			async function compare(operation: Operation): Promise<void> {
				const [sqlite, postgres] = await Promise.all(states.map(async (state) => comparable(await operation(state))));
				expect(postgres).toEqual(sqlite);
			}
			for (let i = 0; i < accounts; i++) {
				const account = { id: idOf(i), email: emailOf(i), plan: 'pro', created_at: timeOf(i) } as const;
				await compare((state) => state.accounts.add(account));
			}
			for (const operation of chosen) await compare(operation);
			await compare(contentOf);
			await Promise.all(places.map((place) => place.close()));
		}),
		{ numRuns: 3, endOnFailure: true },
	);
	await Promise.all(places.map((place) => place.remove()));
}

const RANDOM_ID = /\b(clm_|prop_|rev_|wh_|dlv_|msg_|member-)\w{10,}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Returns a copy without random IDs and without the times of the test itself, which both databases make anew. */
function comparable(value: unknown): unknown {
	if (value instanceof Map) return comparable([...value].sort(([a], [b]) => (a < b ? -1 : 1)));
	if (Array.isArray(value)) return value.map(comparable);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one)]));
	}
	if (typeof value !== 'string') return value;
	const isNow = (time: string) => Math.abs(Date.parse(time) - Date.now()) < 2 * DAY;
	return value.replaceAll(RANDOM_ID, '$1random').replaceAll(TIME, (time) => (isNow(time) ? 'about now' : time));
}

/** Sorts values by their content: a list that a database sorts by random IDs, where the times are the same. */
export function sorted<T>(values: readonly T[]): readonly T[] {
	const textOf = (value: T) => JSON.stringify(comparable(value));
	return values.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}
