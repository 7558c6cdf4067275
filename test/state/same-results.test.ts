/** Runs the same random operations on SQLite and on PostgreSQL, and compares what they return and what is stored. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLANS } from '../../src/config/plan.ts';
import { type AccountEvent, EVENTS, type EventKind } from '../../src/state/event.ts';
import { type Key, MOST_ACTIVE_KEYS } from '../../src/state/keys/key.ts';
import type { State } from '../../src/state/state.ts';
import { ENGINES, statePlace } from '../support/states.ts';

/** An action on a state. The same numbers mean the same accounts, keys and times. */
type Operation = (state: State) => Promise<unknown>;

const START = Date.parse('2026-05-01T12:00:00Z');
const DAY = 86_400_000;
/** Upper and lower case, accents and characters that LIKE treats specially: databases can sort and compare them differently. */
const NAMES = ['ada', 'Ada', 'b_b', 'b%b', 'é', 'z'] as const;

const timeOf = (n: number) => new Date(START + n * 1000).toISOString().replace('.000Z', 'Z');
const nameOf = (n: number) => NAMES[n % NAMES.length]!;
const idOf = (n: number) => `acc_${nameOf(n)}`;
const emailOf = (n: number) => `${nameOf(n)}@site.example`;

/** The numbers of names and of accounts. */
const n = fc.nat(5);
const seconds = fc.nat(50);

function keyOf(id: number, account: number, at: number, expires: number | null): Key {
	return {
		id: `key_${id}`,
		account_id: idOf(account),
		name: nameOf(id),
		prefix: 'svc_12345678',
		scopes: ['programs:read'],
		created_at: timeOf(at),
		expires_at: expires === null ? null : timeOf(expires),
		revoked_at: null,
		last_used_at: null,
	};
}

let made = 0;

const OPERATIONS: readonly fc.Arbitrary<Operation>[] = [
	fc.tuple(n, n).map(
		([i, j]): Operation =>
			(state) =>
				state.accounts.setEmail(idOf(i), emailOf(j), j % 2 === 0),
	),
	fc.tuple(n, seconds, fc.option(seconds)).map(([i, at, expires]): Operation => {
		const id = made++;
		return async (state) => {
			if (await state.accounts.findById(idOf(i))) return state.keys.add(keyOf(id, i, at, expires), `hash ${id}`);
			return 'no account';
		};
	}),
	fc.tuple(n, fc.nat(30), seconds, fc.nat(100)).map(([i, old, at, ends]): Operation => {
		const id = made++;
		return (state) =>
			state.keys.rotate({ old: `key_${old}`, oldEnds: timeOf(ends), next: keyOf(id, i, at, null), hash: `hash ${id}` });
	}),
	fc.tuple(fc.nat(30), seconds).map(
		([i, at]): Operation =>
			(state) =>
				state.keys.revoke(`key_${i}`, timeOf(at)),
	),
	fc.tuple(n, fc.nat(30)).map(
		([i, key]): Operation =>
			(state) =>
				state.keys.rename(idOf(i), `key_${key}`, `new ${i}`),
	),
	fc.array(fc.tuple(fc.nat(30), n, seconds), { maxLength: 20 }).map(
		(uses): Operation =>
			(state) =>
				state.usage.add(
					uses.map(([i, j, at]) => ({
						id: `key_${i}`,
						day: timeOf(at * 86_400).slice(0, 10),
						endpoint: nameOf(j),
						status: 200 + j,
						requests: at + 1,
						lastUsed: j === 0 ? null : timeOf(at * 60),
					})),
					uses.map(([i, j, at]) => ({
						key_id: `key_${i}`,
						at: timeOf(at),
						method: 'GET',
						path: `/v1/${nameOf(j)}`,
						status: 200 + j,
						address: '203.0.113.x',
					})),
				),
	),
	fc.tuple(n, fc.constantFrom(...(Object.keys(EVENTS) as EventKind[])), seconds, fc.nat(30)).map(
		([i, kind, at, key]): Operation =>
			(state) =>
				state.events.add({
					account_id: idOf(i),
					key_id: key > 20 ? null : `key_${key}`,
					kind,
					detail: i === 0 ? null : nameOf(i),
					address: null,
					at: timeOf(at),
				}),
	),
	fc.tuple(n, fc.nat(20), seconds).map(
		([i, place, at]): Operation =>
			async (state) => {
				const event = (await state.events.ofAccount(idOf(i), 100, 100))[place];
				if (event) await state.events.dismiss(idOf(i), event.id, timeOf(at));
			},
	),
	fc.tuple(n, seconds, seconds).map(([i, expires, at]): Operation => {
		const id = made++;
		return async (state) => {
			await state.signUps.add(`id ${id}`, { email: emailOf(i), password: 'hash' }, timeOf(expires));
			return state.signUps.setLink(`id ${id}`, `token ${id}`, timeOf(expires + 5), timeOf(at));
		};
	}),
	fc.tuple(n, fc.constantFrom('reset_password', 'password_changed'), fc.boolean()).map(
		([i, kind, isOwned]): Operation =>
			async (state) => {
				const account = isOwned ? idOf(i) : undefined;
				return state.jobs.add({ kind, account, target: emailOf(i), payload: { name: nameOf(i) } });
			},
	),
	fc.tuple(fc.constantFrom('done', 'failed', 'killed'), n).map(
		([result, i]): Operation =>
			async (state) => {
				// The order of jobs that were added in the same millisecond is random, so all of them are taken.
				const taken = await state.jobs.take(['reset_password', 'password_changed'], { lease: DAY, most: 1000 });
				for (const job of taken) {
					if (result === 'done') await state.jobs.remove(job);
					if (result === 'failed') await state.jobs.postpone(job, i % 2 === 0 ? 0 : DAY, `error ${nameOf(i)}`);
				}
				return taken
					.map(({ kind, account_id, target, payload, attempts }) =>
						JSON.stringify([kind, account_id, target, payload, attempts]),
					)
					.sort();
			},
	),
	fc.tuple(n, fc.nat(40), seconds).map(
		([i, token, at]): Operation =>
			(state) =>
				state.signUps.confirm(`token ${token}`, {
					id: idOf(i),
					email: emailOf(i),
					plan: 'free',
					created_at: timeOf(at),
				}),
	),
	fc.tuple(n, seconds).map(
		([i, at]): Operation =>
			async (state) => {
				const account = { id: idOf(i), email: emailOf(i), plan: 'free', created_at: timeOf(at) } as const;
				return (await state.accounts.findById(account.id)) ? 'exists' : state.signUps.openUnconfirmed(account, 'hash');
			},
	),
	fc.tuple(n, seconds, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })).map(
		([i, at, flags]): Operation =>
			async (state) => {
				if ((await state.accounts.findById(idOf(i))) === undefined) return 'no account';
				return state.resets.apply({
					account: idOf(i),
					password: `hash at ${at}`,
					now: timeOf(at),
					confirmsAddress: flags[0]!,
					revokesKeys: flags[1]!,
					disconnectsProviders: flags[2]!,
					endsTwoFactor: flags[3]!,
				});
			},
	),
	n.map(
		(i): Operation =>
			(state) =>
				state.secrets.get(nameOf(i), () => `secret ${i}`),
	),
	fc.tuple(n, fc.constantFrom('add', 'remember', 'forget')).map(
		([i, action]): Operation =>
			async (state) => {
				const [attempts, name] = [await state.attempts(), nameOf(i)];
				const limit = { key: name, most: 3, length: 10 * DAY };
				if (action === 'add') return [await attempts.add(limit), (await attempts.wait(limit)) > 0];
				await (action === 'forget' ? attempts.forget(name) : attempts.remember(name, DAY));
				await attempts.clear();
				return attempts.isRemembered(name);
			},
	),
	fc.tuple(n, fc.constantFrom(...PLANS), seconds).map(
		([i, plan, at]): Operation =>
			(state) =>
				state.accounts.add({ id: idOf(i), email: emailOf(i), plan, created_at: timeOf(at) }),
	),
	fc.nat(3).map(
		(days): Operation =>
			(state) =>
				state.prune(new Date(START + (days + 88) * DAY)),
	),
	n.map(
		(i): Operation =>
			(state) =>
				state.accounts.delete(idOf(i)),
	),
];

/** The databases number events differently after some were deleted. */
const withoutIds = (events: readonly AccountEvent[]) => events.map(({ id, ...event }) => event);

async function contentOf({ accounts, keys, usage, events, exports, resets, credentials, jobs }: State) {
	const now = timeOf(25);
	const all = await accounts.all();
	return Promise.all([
		all,
		keys.all(),
		jobs.waiting(['reset_password', 'password_changed']).then(({ waiting, failed }) => [waiting, failed]),
		...all.flatMap(({ id }) => [
			keys.ofAccount(id, now),
			usage.ofAccount(id, '2026-05-03'),
			events.ofAccount(id, 20, 2).then(withoutIds),
			events.open(id, ['key_leaked', 'signed_in']).then(withoutIds),
			resets.read(id, now),
			credentials.providersOf(id),
			exports.ofAccount(id).then(({ keys, usage, requests, events }) => ({ keys, usage, requests, events })),
		]),
		...(await keys.all()).flatMap(({ id }) => [usage.byEndpoint(id, '2026-05-03'), usage.requests(id)]),
	]);
}

test('SQLite and PostgreSQL give the same results for accounts, keys, usage, events and jobs', async () => {
	expect(MOST_ACTIVE_KEYS).toBeLessThan(30);
	const places = await Promise.all(ENGINES.map((engine) => statePlace(engine)));
	await fc.assert(
		fc.asyncProperty(fc.array(fc.oneof(...OPERATIONS), { minLength: 80, maxLength: 80 }), async (chosen) => {
			await Promise.all(places.map((place) => place.clear()));
			const states = await Promise.all(places.map((place) => place.open()));
			for (const operation of [...chosen, contentOf]) {
				const [sqlite, postgres] = await Promise.all(states.map(operation));
				expect(postgres).toEqual(sqlite);
			}
			await Promise.all(places.map((place) => place.close()));
		}),
		{ numRuns: 3, endOnFailure: true },
	);
	await Promise.all(places.map((place) => place.remove()));
});
