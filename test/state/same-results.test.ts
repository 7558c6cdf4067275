import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SAVED_STATUSES, type SavedProgram } from '../../src/catalog/saved-program.ts';
import type { Claim } from '../../src/state/claim-store.ts';
import { type AccountEvent, EVENTS, type EventKind } from '../../src/state/event.ts';
import { type Key, MOST_ACTIVE_KEYS } from '../../src/state/keys/key.ts';
import { PLANS } from '../../src/state/keys/plan.ts';
import { PROPOSAL_KINDS, type Proposal } from '../../src/state/proposals/proposal.ts';
import type { State } from '../../src/state/state.ts';
import { ENGINES, statePlace } from '../support/states.ts';

/** An action on a state. The same numbers mean the same accounts, keys and times. */
type Operation = (state: State) => Promise<unknown>;

const START = Date.parse('2026-05-01T12:00:00Z');
const DAY = 86_400_000;
const timeOf = (n: number) => new Date(START + n * 1000).toISOString().replace('.000Z', 'Z');
// Upper and lower case, accents and characters that LIKE treats specially: databases can sort and compare them differently.
const NAMES = ['ada', 'Ada', 'b_b', 'b%b', 'é', 'z'];
const idOf = (n: number) => `acc_${NAMES[n % NAMES.length]}`;
const emailOf = (n: number) => `${NAMES[n % NAMES.length]}@site.example`;

const n = fc.nat(5);
const seconds = fc.nat(50);

function keyOf(id: number, account: number, at: number, expires: number | null): Key {
	return {
		id: `key_${id}`,
		account_id: idOf(account),
		name: NAMES[id % NAMES.length]!,
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
	fc.tuple(n, fc.constantFrom(...PLANS), seconds).map(
		([i, plan, at]): Operation =>
			(state) =>
				state.accounts.add({ id: idOf(i), email: emailOf(i), plan, created_at: timeOf(at) }),
	),
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
						endpoint: NAMES[j]!,
						status: 200 + j,
						requests: at + 1,
						lastUsed: j === 0 ? null : timeOf(at * 60),
					})),
					uses.map(([i, j, at]) => ({
						key_id: `key_${i}`,
						at: new Date(START + at).toISOString(),
						method: 'GET',
						path: `/v1/${NAMES[j]}`,
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
					detail: i === 0 ? null : NAMES[i]!,
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
				return state.jobs.add({ kind, account, target: emailOf(i), payload: { name: NAMES[i] } });
			},
	),
	fc.tuple(fc.constantFrom('done', 'failed', 'killed'), n).map(
		([result, i]): Operation =>
			async (state) => {
				// The order of jobs that were added in the same millisecond is random, so all of them are taken.
				const taken = await state.jobs.take(['reset_password', 'password_changed'], { lease: DAY, most: 1000 });
				for (const job of taken) {
					if (result === 'done') await state.jobs.remove(job);
					if (result === 'failed') await state.jobs.postpone(job, i % 2 === 0 ? 0 : DAY, `error ${NAMES[i]}`);
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
	fc.nat(3).map(
		(days): Operation =>
			(state) =>
				state.prune(new Date(START + (days + 88) * DAY)),
	),
	n.map(
		(i): Operation =>
			(state) =>
				state.secrets.get(NAMES[i]!, () => `secret ${i}`),
	),
	fc.tuple(n, fc.constantFrom('add', 'remember', 'forget')).map(
		([i, action]): Operation =>
			async (state) => {
				const [attempts, name] = [await state.attempts(), NAMES[i]!];
				if (action === 'add') return (await attempts.add(name, 10 * DAY)).attempts;
				await (action === 'forget' ? attempts.forget(name) : attempts.remember(name, DAY));
				await attempts.clear();
				return attempts.isRemembered(name);
			},
	),
	fc.tuple(fc.option(n), fc.constantFrom(...PROPOSAL_KINDS), n, seconds).map(
		([i, kind, j, at]): Operation =>
			async (state) => {
				const added = await state.proposals.add(
					{
						account_id: i === null ? null : idOf(i),
						author: NAMES[j]!,
						kind,
						target: NAMES[j]!,
						fields: { name: `${NAMES[j]}\u0000\ud800` },
						base: at % 3 === 0 ? null : { name: null },
					},
					timeOf(at),
				);
				return typeof added === 'string' ? added : { ...added, id: 'random' };
			},
	),
	fc.tuple(n, fc.nat(20), fc.constantFrom('edit', 'edit old', 'withdraw', 'accept', 'reject'), seconds).map(
		([i, place, action, at]): Operation =>
			async (state) => {
				const { proposals } = state;
				const found = sortedProposals((await proposals.ofAccount(idOf(i), PROPOSAL_KINDS, { most: 100 })).proposals);
				const { id, version } = found[place % Math.max(found.length, 1)] ?? { id: 'none', version: 1 };
				const now = timeOf(at);
				if (action === 'edit') return proposals.edit(idOf(i), id, { fields: { at }, base: { at: null } }, now);
				if (action === 'edit old') return proposals.edit(idOf(i), id, { fields: { at }, version: 1 }, now);
				if (action === 'withdraw') return proposals.withdraw(idOf(i), id, now);
				const status = action === 'accept' ? 'accepted' : 'rejected';
				return proposals.settle({ id, version, status, reason: `because ${at}`, change_id: null }, now);
			},
	),
	fc.tuple(fc.array(fc.tuple(n, fc.nat(2)), { maxLength: 4 }), fc.boolean(), seconds).map(
		([rows, settles, at]): Operation =>
			async (state) => {
				const { proposals, pulledProposals } = state;
				const unique = [...new Map(rows).entries()];
				const origin = 'https://other.example';
				const waiting = await pulledProposals.waitingIds(origin, '', 2);
				const removed = settles ? 0 : await pulledProposals.remove(origin, waiting);
				const outcome = await pulledProposals.take(
					origin,
					unique.map(([i, version]) => pulledProposal(i, version, timeOf(at))),
				);
				const settling: unknown[] = [];
				for (const [i, version] of settles ? unique : []) {
					const settlement = { id: `prop_${i}`, version, status: 'rejected', reason: null, change_id: null } as const;
					settling.push(await proposals.settle(settlement, timeOf(at)));
				}
				const unreported = await pulledProposals.unreported(origin, { most: 3 });
				if (unreported[0] && at % 2 === 0) await pulledProposals.setReported(unreported[0], timeOf(at));
				const counted = await pulledProposals.countWaiting(origin);
				return [waiting, removed, outcome, settling, unreported, counted, await proposals.waitingOwn(undefined, 0)];
			},
	),
	fc.tuple(n, n, fc.constantFrom('start', 'dns', 'file', 'editor', 'note', 'withdraw'), seconds).map(
		([i, j, action, at]): Operation =>
			async ({ claims }) => {
				const now = timeOf(at);
				if (action === 'start') {
					const claim = await claims.start(idOf(i), `org-${j % 2}`, now);
					return typeof claim === 'string' ? claim : withoutSecrets(claim);
				}
				const { id } = (await claims.ofAccount(idOf(i))).find((one) => one.organization === `org-${j % 2}`) ?? {
					id: '',
				};
				if (action === 'note') return claims.noteProblem(id, `problem ${at}`, now);
				if (action === 'withdraw') return claims.withdraw(id, now);
				return claims.verify(id, action, j === 0 ? 'free' : 'claimed', now);
			},
	),
	fc.tuple(n, n, fc.constantFrom('keep', 'forget', 'die'), seconds).map(
		([i, j, action, at]): Operation =>
			async ({ idempotency }) => {
				const request = { account: idOf(i), operation: 'op', key: NAMES[j]!, fingerprint: `${at % 3}` };
				const begun = await idempotency.begin(request, new Date(timeOf(at * 3600)));
				if (begun === 'new' && action === 'forget') await idempotency.forget(request);
				const response = { status: 200, headers: ['A', 'b'], body: NAMES[j]! };
				if (begun === 'new' && action === 'keep') await idempotency.keep(request, response);
				return begun;
			},
	),
	fc
		.tuple(n, fc.array(fc.tuple(fc.nat(8), seconds, fc.option(n), fc.boolean()), { maxLength: 6 }))
		.map(([i, made]): Operation => {
			const changes = made.map(([slug, at, program, merges]) => ({
				slug: `program-${slug}`,
				at: new Date(START + at).toISOString(),
				program: program === null ? null : savedProgram(slug, program),
				merges,
			}));
			return async ({ saved }) => {
				const { before, after, refused } = await saved.apply(idOf(i), changes);
				return [before === after, refused];
			};
		}),
	fc.tuple(n, n, fc.boolean(), seconds).map(
		([i, j, opens, at]): Operation =>
			async ({ accounts, saved }) => {
				// No two accounts get the same key.
				const key = `key ${i} ${j}`;
				await (opens ? saved.openFeed(idOf(i), key, timeOf(at)) : saved.closeFeed(idOf(i)));
				return [await accounts.findById(idOf(i)), await saved.ofFeed(key), await saved.feedSince(idOf(i))];
			},
	),
	n.map(
		(i): Operation =>
			(state) =>
				state.accounts.delete(idOf(i)),
	),
];

function savedProgram(slug: number, i: number): SavedProgram {
	const status = SAVED_STATUSES[i % 4] ?? null;
	return {
		slug: `program-${slug}`,
		name: NAMES[i]!,
		day: timeOf(i * 86_400).slice(0, 10),
		status,
		note: i % 2 ? NAMES[i]! : '',
	};
}

const withoutSecrets = (claim: Claim) => ({ ...claim, id: 'random', token: 'random' });

function pulledProposal(i: number, version: number, at: string): Proposal {
	return {
		id: `prop_${i}`,
		account_id: 'acc_of_the_other_directory',
		author: NAMES[i]!,
		kind: 'program',
		target: NAMES[i]!,
		fields: { version },
		base: null,
		status: 'pending',
		version,
		reason: null,
		change_id: null,
		origin: null,
		reported_at: null,
		created_at: at,
		updated_at: at,
		settled_at: null,
	};
}

/** Sorts proposals by their content, because their IDs are random, and removes the random IDs. */
function sortedProposals(proposals: readonly Proposal[]): Proposal[] {
	const textOf = ({ id, ...proposal }: Proposal) => JSON.stringify(proposal);
	return proposals.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

const withoutRandomIds = (proposals: readonly Proposal[]) =>
	sortedProposals(
		// The deletion of an account proposes at the present time.
		proposals.map((one) => (one.author === 'Claims' ? { ...one, created_at: '', updated_at: '' } : one)),
	).map((proposal) => ({ ...proposal, id: proposal.id.length > 10 ? 'random' : proposal.id }));

/** The databases number events differently after some were deleted. */
const withoutIds = (events: readonly AccountEvent[]) => events.map(({ id, ...event }) => event);

/** Everything that can be read from the state. */
async function contentOf({
	accounts,
	keys,
	usage,
	events,
	exports,
	resets,
	credentials,
	jobs,
	proposals,
	claims,
	saved,
}: State) {
	const now = timeOf(25);
	const all = await accounts.all();
	return Promise.all([
		all,
		keys.all(),
		jobs.waiting(['reset_password', 'password_changed']).then(({ waiting, failed }) => [waiting, failed]),
		proposals.waiting({ most: 1000 }).then(withoutRandomIds),
		proposals.countWaiting(),
		claims.all().then((all) =>
			all
				.map(withoutSecrets)
				.map((one) => JSON.stringify(one))
				.sort(),
		),
		...all.flatMap(({ id }) => [
			proposals.ofAccount(id, PROPOSAL_KINDS, { most: 1000 }).then((found) => withoutRandomIds(found.proposals)),
			proposals.ofAccount(id, ['program', 'review'], { most: 3, offset: 1 }).then(({ total }) => total),
			keys.ofAccount(id, now),
			usage.ofAccount(id, '2026-05-03'),
			events.ofAccount(id, 20, 2).then(withoutIds),
			events.open(id, ['key_leaked', 'signed_in']).then(withoutIds),
			resets.read(id, now),
			credentials.providersOf(id),
			saved.ofAccount(id).then(({ programs }) => programs),
			exports.ofAccount(id).then(({ keys, usage, requests, events, saved, saved_feed }) => ({
				...{ keys, usage, requests, events, saved, saved_feed },
			})),
		]),
		...(await keys.all()).flatMap(({ id }) => [usage.byEndpoint(id, '2026-05-03'), usage.requests(id)]),
	]);
}

test('SQLite and PostgreSQL give the same results for the same operations', async () => {
	expect(MOST_ACTIVE_KEYS).toBeLessThan(30);
	const places = await Promise.all(ENGINES.map(statePlace));
	const operations = fc.array(fc.oneof(...OPERATIONS), { minLength: 80, maxLength: 80 });
	await fc.assert(
		fc.asyncProperty(operations, async (chosen) => {
			await Promise.all(places.map((place) => place.clear()));
			const states = await Promise.all(places.map((place) => place.open()));
			for (const operation of chosen) {
				const [sqlite, postgres] = await Promise.all(states.map(operation));
				expect(postgres).toEqual(sqlite);
			}
			const [sqlite, postgres] = await Promise.all(states.map(contentOf));
			expect(postgres).toEqual(sqlite);
			await Promise.all(places.map((place) => place.close()));
		}),
		{ numRuns: 3, endOnFailure: true },
	);
	await Promise.all(places.map((place) => place.remove()));
});
