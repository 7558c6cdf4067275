import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { test } from 'vitest';
import type { TakenJob } from '../../../src/state/jobs/job-store.ts';
import type { State } from '../../../src/state/state.ts';
import {
	MOST_BY_HAND,
	MOST_DELIVERIES,
	OFF_REASONS,
	WEBHOOK_EVENT_NAMES,
} from '../../../src/state/webhooks/webhook.ts';
import { rowsOf } from '../../support/states.ts';
import {
	addAccount,
	DAY,
	deleteAccount,
	expectSameResults,
	idOf,
	n,
	nameOf,
	type Operation,
	sorted,
} from './compare.ts';

const events = fc.subarray([...WEBHOOK_EVENT_NAMES]);

let made = 0;

/** Adds a webhook with an address of its own, by which the tests tell webhooks apart. */
const add = fc.tuple(n, events).map(([i, events]): Operation => {
	const url = `https://${made++}.example/${nameOf(i)}`;
	return ({ webhooks }) => webhooks.add({ account: idOf(i), url, events, seal: () => `sealed ${url}` });
});

/** Finds a webhook of an account, the same in each database. */
async function webhookOf({ webhooks }: State, i: number, place: number): Promise<string> {
	const found = (await webhooks.ofAccount(idOf(i))).toSorted((a, b) => (a.url < b.url ? -1 : 1));
	return found[place % Math.max(found.length, 1)]?.id ?? 'wh_none';
}

/** An event's time decides whether a webhook has received another one since. The two must not be of the same millisecond. */
const nextMillisecond = () => sleep(2);

/** Takes all jobs that are due, in an order that is the same in each database. */
async function takeAll(state: State) {
	const { jobs, deliveries } = state;
	const events = await rowsOf(
		state,
		`SELECT d.id, d.created_at, w.url FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id`,
	);
	const ages = new Map(events.map(({ id, created_at, url }) => [id, `${created_at} ${url}`]));
	const ageOf = ({ job }: { readonly job: TakenJob }) => ages.get(job.id) ?? '';
	const taken = await jobs.take(['webhook'], { lease: DAY, most: 10_000 });
	const sendings = await Promise.all(
		taken.map(async (job: TakenJob) => {
			const sending = await deliveries.sending(job);
			const about = sending === undefined ? '' : `${sending.url} ${JSON.stringify(JSON.parse(sending.body).data)}`;
			return { job, sending, about };
		}),
	);
	// Events that must not be sent any more are about nothing, so their age tells them apart.
	return sendings.toSorted((a, b) => (`${a.about} ${ageOf(a)}` < `${b.about} ${ageOf(b)}` ? -1 : 1));
}

const OPERATIONS: readonly fc.Arbitrary<Operation>[] = [
	addAccount,
	deleteAccount,
	add,
	add,
	fc.tuple(n, fc.constantFrom('free', 'pro')).map(
		([i, plan]): Operation =>
			async ({ accounts }) => {
				const account = await accounts.findById(idOf(i));
				return account && accounts.setPlan(account.email, plan as 'free');
			},
	),
	fc.tuple(n, fc.nat(9), events).map(
		([i, place, events]): Operation =>
			async (state) => {
				const id = await webhookOf(state, i, place);
				return state.webhooks.change(idOf(i), id, place === 0 ? {} : { events });
			},
	),
	...(['switchOn', 'switchOff', 'remove'] as const).map((action) =>
		fc.tuple(n, fc.nat(9)).map(
			([i, place]): Operation =>
				async (state) =>
					state.webhooks[action](idOf(i), await webhookOf(state, i, place)),
		),
	),
	fc.tuple(n, fc.nat(9)).map(
		([i, place]): Operation =>
			async (state) =>
				state.webhooks.rotate(idOf(i), await webhookOf(state, i, place), `rotated ${place}`),
	),
	...[1, 2].map(() =>
		fc.tuple(fc.constantFrom(...WEBHOOK_EVENT_NAMES), fc.option(n)).map(([event, i]): Operation => {
			const number = made++;
			return async (state) => {
				await nextMillisecond();
				const account = i === null ? undefined : idOf(i);
				return state.deliveries.emit({ event, account, data: { number, text: `${nameOf(number)}\u0000` } });
			};
		}),
	),
	// More events than are kept.
	n.map((i): Operation => {
		const number = made++;
		return async (state) => {
			for (let k = 0; k < MOST_DELIVERIES + 3; k++) {
				await nextMillisecond();
				await state.deliveries.emit({ event: 'proposal.settled', account: idOf(i), data: { number, k } });
			}
		};
	}),
	fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(undefined, 'a', 'b')).map(
		([snapshot, before]): Operation =>
			async ({ deliveries }) => {
				const release = { snapshot, before, last: await deliveries.lastRelease() };
				const isNews = await deliveries.isNews(release);
				await nextMillisecond();
				const announced = await deliveries.announce(release, [{ event: 'release.published', data: { snapshot } }]);
				return [isNews, announced, await deliveries.lastRelease()];
			},
	),
	...[0, 1].map(() =>
		fc.tuple(fc.nat(4), fc.constantFrom(...OFF_REASONS, undefined)).map(
			([first, off]): Operation =>
				async (state) => {
					const outcomes: unknown[] = [];
					for (const [place, { job, about, sending }] of (await takeAll(state)).entries()) {
						const error = 'é'.repeat(200 + 60 * place);
						const pauses = { own: place % 2 === 0 ? 0 : DAY, others: 0 };
						const { deliveries } = state;
						const outcome = await [
							() => deliveries.delivered(job, 204),
							() => deliveries.failed(job, { status: null, error, pauses }),
							() => deliveries.failed(job, { status: 500, error: '', off, pauses: undefined }),
							() => deliveries.dropped(job),
							() => state.jobs.isHeld(job),
						][(first + place) % 5]!();
						outcomes.push([about, sending, outcome]);
					}
					return outcomes;
				},
		),
	),
	fc.tuple(n, fc.nat(9), fc.nat(20), fc.integer({ min: 1, max: MOST_BY_HAND + 1 })).map(
		([i, place, which, times]): Operation =>
			async (state) => {
				// A minute passes.
				await (await state.attempts()).forget(`webhook by hand:${idOf(i)}`);
				const webhook = await webhookOf(state, i, place);
				const deliveries = await state.deliveries.ofWebhook(idOf(i), webhook, 0, 100);
				const old = deliveries[which % Math.max(deliveries.length, 1)]?.id ?? 'dlv_none';
				const results: unknown[] = [];
				for (let k = 0; k < times; k++) {
					await nextMillisecond();
					const isAgain = which % 2 === 0;
					results.push(
						await (isAgain ? state.deliveries.again(idOf(i), webhook, old) : state.deliveries.test(idOf(i), webhook)),
					);
				}
				return results;
			},
	),
	fc.constant<Operation>(async (state) => {
		await rowsOf(state, "UPDATE jobs SET expires_at = 0 WHERE attempts > 0 AND kind = 'webhook'");
		return sorted(await state.deliveries.giveUpExpired());
	}),
	fc.constantFrom(29, 31).map(
		(days): Operation =>
			(state) =>
				days === 31 ? state.prune(new Date(Date.now() + days * DAY)) : Promise.resolve(),
	),
];

async function contentOf(state: State) {
	const { accounts, deliveries, exports, webhooks } = state;
	const all = await accounts.all();
	const own = await Promise.all(all.map(async ({ id }) => [id, await webhooks.ofAccount(id)] as const));
	return Promise.all([
		deliveries.waiting(),
		...own.flatMap(([id, some]) => [
			sorted(some),
			exports.ofAccount(id).then(({ webhooks, deliveries }) => [sorted(webhooks), sorted(deliveries)]),
			...some
				.toSorted((a, b) => (a.url < b.url ? -1 : 1))
				.flatMap((webhook) => [
					deliveries.ofWebhook(id, webhook.id, 0, 1000).then(sorted),
					deliveries.ofWebhook(id, webhook.id, 2, 3),
					deliveries.countOf(id, webhook.id),
				]),
		]),
	]);
}

test('SQLite and PostgreSQL give the same results for webhooks and their deliveries', () =>
	expectSameResults({ operations: [...OPERATIONS], contentOf, accounts: 2 }));
