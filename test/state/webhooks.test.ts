import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryStore } from '../../src/state/delivery-store.ts';
import type { TakenJob } from '../../src/state/jobs/job-store.ts';
import type { State } from '../../src/state/state.ts';
import { WEBHOOK_OFF_MAIL } from '../../src/state/webhook-store.ts';
import { secretBox } from '../../src/state/webhooks/sealed-secret.ts';
import {
	MOST_BY_HAND,
	MOST_DELIVERIES,
	MOST_WEBHOOKS,
	type WebhookEventName,
} from '../../src/state/webhooks/webhook.ts';
import { ENGINE, rowsOf, statePlace } from '../support/states.ts';

const LEASE = { lease: 60_000, most: 50 };
const KINDS = ['webhook'];
const PAUSES = { own: 60_000, others: 30_000 };

let state: State;
let other: State;

beforeEach(async () => {
	const place = await statePlace();
	[state, other] = [await place.open(), await place.open()];
	for (const [id, plan] of [
		['acc_ada', 'pro'],
		['acc_bob', 'pro'],
		['acc_cleo', 'free'],
	] as const) {
		await state.accounts.add({ id, email: `${id}@site.example`, plan, created_at: '2026-05-01T12:00:00Z' });
	}
	return () => place.remove();
});

async function add(account = 'acc_ada', events: readonly WebhookEventName[] = ['release.published']) {
	const made = await state.webhooks.add({
		account,
		url: 'https://hooks.test/',
		events,
		seal: (id) => `sealed ${id}`,
	});
	return made!.id;
}

const publish = (deliveries: DeliveryStore, snapshot: string, before?: string, last?: string) =>
	deliveries.announce({ snapshot, before, last }, [{ event: 'release.published', data: { snapshot } }]);
const emitRelease = () => state.deliveries.emit({ event: 'release.published', data: { snapshot: 'a' } });
const take = (from = state, busy: Iterable<string> = []) => from.jobs.take(KINDS, { ...LEASE, busy });
const due = () => rowsOf(state, 'UPDATE jobs SET run_at = 0');
const failed = (job: TakenJob, pauses?: typeof PAUSES) =>
	state.deliveries.failed(job, { status: 500, error: 'The receiver answered 500.', pauses });
const deliveriesOf = (id: string, account = 'acc_ada') => state.deliveries.ofWebhook(account, id, 0, 200);

describe('A webhook', () => {
	test('is read and changed only with its account', async () => {
		const id = await add();
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({ id, url: 'https://hooks.test/', off: null });
		expect(await state.webhooks.find('acc_bob', id)).toBeUndefined();
		expect(await state.webhooks.ofAccount('acc_bob')).toEqual([]);
		for (const changed of [
			state.webhooks.change('acc_bob', id, { url: 'https://evil.test/' }),
			state.webhooks.switchOff('acc_bob', id),
			state.webhooks.switchOn('acc_bob', id),
			state.webhooks.rotate('acc_bob', id, 'x'),
			state.webhooks.remove('acc_bob', id),
		]) {
			expect(await changed).toBe(false);
		}
		await emitRelease();
		const [delivery] = await deliveriesOf(id);
		expect(await state.deliveries.find('acc_bob', id, delivery!.id)).toBeUndefined();
		expect(await state.deliveries.again('acc_bob', id, delivery!.id)).toBe('missing');
		expect(await state.deliveries.test('acc_bob', id)).toBe('missing');
		expect(await state.deliveries.again('acc_ada', await add(), delivery!.id)).toBe('missing');
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({ url: 'https://hooks.test/', off: null });
	});

	test('can be changed in part', async () => {
		const id = await add();
		expect(await state.webhooks.change('acc_ada', id, { url: 'https://a.test/' })).toBe(true);
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({
			url: 'https://a.test/',
			events: ['release.published'],
		});
		await state.webhooks.change('acc_ada', id, { events: ['proposal.settled'] });
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({
			url: 'https://a.test/',
			events: ['proposal.settled'],
		});
	});

	test('is one of at most ten, even if they are added at the same time by two servers', async () => {
		const added = await Promise.all(
			Array.from({ length: MOST_WEBHOOKS + 5 }, (_, i) =>
				(i % 2 ? state : other).webhooks.add({
					account: 'acc_ada',
					url: 'https://hooks.test/',
					events: ['release.published'],
					seal: () => 'sealed',
				}),
			),
		);
		expect(added.filter(Boolean)).toHaveLength(MOST_WEBHOOKS);
	});

	test('goes with its account, and its events with it', async () => {
		await add();
		await emitRelease();
		await state.accounts.delete('acc_ada');
		expect(await rowsOf(state, 'SELECT * FROM webhooks')).toEqual([]);
		expect(await rowsOf(state, 'SELECT * FROM webhook_deliveries')).toEqual([]);
		expect(await rowsOf(state, 'SELECT * FROM webhook_messages')).toEqual([]);
		expect(await take()).toEqual([]);
	});

	test('goes with its account, and leaves the events that others receive', async () => {
		await add();
		await add('acc_bob');
		await emitRelease();
		await state.deliveries.test('acc_ada', await add());
		await state.accounts.delete('acc_ada');
		expect(await rowsOf(state, 'SELECT event FROM webhook_messages')).toEqual([{ event: 'release.published' }]);
		expect(await state.deliveries.countOf('acc_bob', (await state.webhooks.ofAccount('acc_bob'))[0]!.id)).toBe(1);
	});

	test('is in the export of the account without its secret', async () => {
		const id = await add();
		await emitRelease();
		const exported = await state.exports.ofAccount('acc_ada');
		expect(exported.webhooks).toMatchObject([{ id, url: 'https://hooks.test/', events: ['release.published'] }]);
		expect(exported.deliveries).toMatchObject([{ webhook_id: id, event: 'release.published', status: 'waiting' }]);
		expect(exported.mails).toEqual([]);
		expect(JSON.stringify(exported)).not.toContain('sealed');
	});

	test('keeps its previous secret for a day', async () => {
		const id = await add();
		await state.webhooks.rotate('acc_ada', id, 'second');
		const { previous_until } = (await state.webhooks.find('acc_ada', id))!;
		expect(Date.parse(previous_until!)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
		await emitRelease();
		const [job] = await take();
		expect(await state.deliveries.sending(job!)).toMatchObject({ secret: 'second', previous_secret: `sealed ${id}` });
	});

	test('that is off because its secret cannot be read is switched on by a new secret, and forgets the old one', async () => {
		const id = await add();
		await emitRelease();
		const [job] = await take();
		await state.deliveries.failed(job!, { status: null, error: 'unreadable', off: 'secret', pauses: undefined });
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({ off: 'secret' });
		await state.webhooks.rotate('acc_ada', id, 'second');
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({
			off: null,
			off_since: null,
			previous_until: null,
		});
	});

	test('that its owner switched off stays off with a new secret', async () => {
		const id = await add();
		await state.webhooks.switchOff('acc_ada', id);
		await state.webhooks.rotate('acc_ada', id, 'second');
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({ off: 'owner' });
	});
});

describe('An event', () => {
	test('goes to the webhooks that have chosen it, are on, and whose plan includes them', async () => {
		const [first, second] = [await add(), await add('acc_bob', ['release.published', 'proposal.settled'])];
		const [not, off] = [await add('acc_bob', ['proposal.settled']), await add()];
		await add('acc_cleo');
		await state.webhooks.switchOff('acc_ada', off);
		expect(await emitRelease()).toHaveLength(2);
		expect((await take()).map(({ target }) => target).sort()).toEqual([first, second].sort());
		expect(await deliveriesOf(not, 'acc_bob')).toEqual([]);
	});

	test('about an account goes only to its webhooks', async () => {
		const [own] = [await add('acc_ada', ['proposal.settled']), await add('acc_bob', ['proposal.settled'])];
		await state.deliveries.emit({ event: 'proposal.settled', account: 'acc_ada', data: {} });
		expect((await take()).map(({ target }) => target)).toEqual([own]);
	});

	test('is not sent if the plan was lowered in the meantime', async () => {
		const id = await add();
		await emitRelease();
		await state.accounts.setPlan('acc_ada@site.example', 'free');
		const [job] = await take();
		expect(await state.deliveries.sending(job!)).toBeUndefined();
		await state.deliveries.dropped(job!);
		expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed', attempts: 0 }]);
	});

	test('is delivered, and says so', async () => {
		const id = await add();
		await emitRelease();
		const [job] = await take();
		expect(JSON.parse((await state.deliveries.sending(job!))!.body)).toEqual({
			type: 'release.published',
			timestamp: expect.any(String),
			data: { snapshot: 'a' },
		});
		await state.deliveries.delivered(job!, 204);
		expect(await deliveriesOf(id)).toMatchObject([
			{ status: 'delivered', attempts: 1, response_status: 204, error: null, next_at: null },
		]);
		await due();
		expect(await take()).toEqual([]);
	});

	test('that failed waits, and so do the others of its webhook, but not those of other webhooks', async () => {
		const [id, healthy] = [await add(), await add('acc_bob')];
		await emitRelease();
		await emitRelease();
		const job = (await take(state, [healthy]))[0]!;
		await failed(job, PAUSES);
		const waiting = await deliveriesOf(id);
		expect(waiting.map(({ status }) => status)).toEqual(['waiting', 'waiting']);
		for (const { next_at } of waiting) expect(Date.parse(next_at!)).toBeGreaterThan(Date.now() + 20_000);
		expect((await take()).map(({ target }) => target)).toEqual([healthy]);
		expect(await state.deliveries.waiting()).toEqual({ waiting: 4, failed: 1 });
	});

	test('that is given up switches the webhook off, if nothing was delivered since', async () => {
		const id = await add();
		await emitRelease();
		await emitRelease();
		const [job] = await take();
		expect(await failed(job!)).toEqual({ webhook: id, account: 'acc_ada' });
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({ off: 'failing', off_since: expect.any(String) });
		expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
		await due();
		expect(await take()).toEqual([]);
		expect(await emitRelease()).toEqual([]);
	});

	test('that is given up leaves a webhook on that has received another one since', async () => {
		const id = await add();
		await emitRelease();
		await emitRelease();
		const [first] = await take();
		const [second] = await rowsOf(
			state,
			`UPDATE jobs SET attempts = 1 WHERE id <> '${first!.id}' RETURNING id, attempts`,
		);
		await state.deliveries.delivered(second as unknown as TakenJob, 200);
		expect(await failed(first!)).toBeUndefined();
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({ off: null });
	});

	test('that could not be sent for a day is given up, by one of the servers', async () => {
		const id = await add();
		await emitRelease();
		await rowsOf(state, 'UPDATE jobs SET expires_at = 0');
		const given = await Promise.all([state.deliveries.giveUpExpired(), other.deliveries.giveUpExpired()]);
		expect(given.flat()).toEqual([{ webhook: id, account: 'acc_ada' }]);
		// The owner is told in the same transaction, so that no server can end in between.
		const told = await state.jobs.take([WEBHOOK_OFF_MAIL], LEASE);
		expect(told).toMatchObject([{ account_id: 'acc_ada', payload: { webhook: id } }]);
		expect(await state.events.open('acc_ada', ['webhook_off'])).toMatchObject([
			{ detail: 'hooks.test', address: null },
		]);
		expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed', error: 'It could not be sent for a day.' }]);
	});

	test('can be sent again, also if the webhook was off in the meantime', async () => {
		const id = await add();
		await emitRelease();
		const [job] = await take();
		await failed(job!);
		const delivery = (await deliveriesOf(id))[0]!.id;
		expect(await state.deliveries.again('acc_ada', id, delivery)).toBe('off');
		await state.webhooks.switchOn('acc_ada', id);
		expect(await state.deliveries.again('acc_ada', id, delivery)).toMatchObject({ status: 'waiting' });
		expect(await state.deliveries.again('acc_ada', id, delivery)).toMatchObject({ status: 'waiting' });
		const jobs = await take();
		expect(jobs).toMatchObject([{ id: delivery, attempts: 1 }]);
		expect((await state.deliveries.sending(jobs[0]!))!.event_id).toMatch(/^msg_/);
	});

	test('can be sent by hand ten times a minute', async () => {
		const id = await add();
		for (let i = 0; i < MOST_BY_HAND; i++)
			expect(await state.deliveries.test('acc_ada', id)).toMatchObject({ event: 'webhook.test' });
		const delivery = (await deliveriesOf(id))[0]!.id;
		expect(await state.deliveries.test('acc_ada', id)).toBe('too many');
		expect(await state.deliveries.again('acc_ada', id, delivery)).toBe('too many');
		expect(await deliveriesOf(id)).toHaveLength(MOST_BY_HAND);
	});

	test('counts each time that it is sent by hand, also when its webhook is gone', async () => {
		const id = await add();
		await state.deliveries.test('acc_ada', id);
		const delivery = (await deliveriesOf(id))[0]!.id;
		for (let i = 0; i < MOST_BY_HAND / 2; i++) {
			expect(await state.deliveries.again('acc_ada', id, delivery)).toMatchObject({ id: delivery });
		}
		await state.webhooks.remove('acc_ada', id);
		const next = await add();
		const sent: unknown[] = [];
		for (let i = 0; i < MOST_BY_HAND; i++) sent.push(await other.deliveries.test('acc_ada', next));
		expect(sent.filter((one) => one === 'too many')).toHaveLength(MOST_BY_HAND / 2 + 1);
		expect(await state.deliveries.test('acc_bob', await add('acc_bob'))).toMatchObject({ event: 'webhook.test' });
	});

	test('that is a test switches nothing off', async () => {
		const id = await add();
		await state.deliveries.test('acc_ada', id);
		const [job] = await take();
		expect(await failed(job!)).toBeUndefined();
		expect(await state.webhooks.find('acc_ada', id)).toMatchObject({ off: null });
	});

	test('is one of the last hundred that are kept', async () => {
		const id = await add();
		for (let i = 0; i < MOST_DELIVERIES + 5; i++) await emitRelease();
		expect(await deliveriesOf(id)).toHaveLength(MOST_DELIVERIES);
		expect(await rowsOf(state, 'SELECT id FROM jobs')).toHaveLength(MOST_DELIVERIES);
	});

	test('is removed after thirty days, and its content with it', async () => {
		await add();
		await emitRelease();
		await state.prune(new Date(Date.now() + 29 * 86_400_000));
		expect(await rowsOf(state, 'SELECT id FROM webhook_messages')).toHaveLength(1);
		await state.prune(new Date(Date.now() + 31 * 86_400_000));
		expect(await rowsOf(state, 'SELECT id FROM webhook_messages')).toEqual([]);
	});
});

describe.runIf(ENGINE === 'PostgreSQL')('An event for several webhooks', () => {
	test('reaches the others if one is removed at the same moment', async () => {
		const [first, second] = [await add(), await add('acc_bob')];
		const pool = state.database as Pool;
		const client = await pool.connect();
		await client.query('BEGIN');
		await client.query('LOCK TABLE webhook_messages IN EXCLUSIVE MODE');
		const emitted = emitRelease();
		await untilWaiting(pool, 1);
		const removed = other.webhooks.remove('acc_ada', first);
		await Promise.race([removed, untilWaiting(pool, 2)]);
		await client.query('COMMIT');
		client.release();
		expect(await Promise.all([emitted, removed])).toMatchObject([[expect.any(String), expect.any(String)], true]);
		expect(await deliveriesOf(second, 'acc_bob')).toHaveLength(1);
		expect(await rowsOf(state, 'SELECT target FROM jobs')).toEqual([{ target: second }]);
	});

	/** Waits until some connections wait for a lock. */
	async function untilWaiting(pool: Pool, most: number) {
		const sql =
			"SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
		while (Number((await pool.query(sql)).rows[0].n) < most) await sleep(5);
	}
});

describe('Jobs', () => {
	test('of webhooks are taken one for each receiver, and none for receivers that are busy', async () => {
		const [first, second] = [await add(), await add('acc_bob')];
		for (let i = 0; i < 5; i++) await emitRelease();
		const taken = await take();
		expect(taken.map(({ target }) => target).sort()).toEqual([first, second].sort());
		expect(await take(state, [first, second])).toEqual([]);
		expect((await take(state, [first])).map(({ target }) => target)).toEqual([second]);
	});

	test('of webhooks and emails do not count against each other', async () => {
		await add();
		for (let i = 0; i < 30; i++) await emitRelease();
		expect(await state.jobs.add({ kind: 'greet', target: 'ada', payload: {} })).toBe(true);
		await rowsOf(state, "UPDATE jobs SET kind = 'mail' WHERE kind = 'webhook'");
		expect(await emitRelease()).toHaveLength(1);
	});
});

describe('A release', () => {
	test('is announced once by many servers', async () => {
		const id = await add();
		for (let round = 1; round <= 10; round++) {
			await rowsOf(state, 'DELETE FROM webhook_releases');
			const announced = await Promise.all(
				[state, other, state, other].map(({ deliveries }) => publish(deliveries, 'aaa')),
			);
			expect(announced.filter(Boolean)).toHaveLength(1);
			expect(await state.deliveries.lastRelease()).toBe('aaa');
			expect(await other.deliveries.isNews({ snapshot: 'aaa', before: undefined, last: 'aaa' })).toBe(false);
			expect(await deliveriesOf(id)).toHaveLength(round);
		}
	});

	test('that follows another one is announced once by many servers, too', async () => {
		const id = await add();
		await publish(state.deliveries, 'aaa');
		for (const [last, next] of [
			['aaa', 'bbb'],
			['bbb', 'ccc'],
			['ccc', 'aaa'],
		] as const) {
			const announced = await Promise.all(
				Array.from({ length: 8 }, (_, i) => publish((i % 2 ? state : other).deliveries, next, last, last)),
			);
			expect(announced.filter(Boolean)).toHaveLength(1);
		}
		expect(await deliveriesOf(id)).toHaveLength(4);
	});

	test('that is published again after another one is announced again, if a server has seen it', async () => {
		await publish(state.deliveries, 'aaa');
		await publish(state.deliveries, 'bbb', 'aaa', 'aaa');
		expect(await state.deliveries.isNews({ snapshot: 'aaa', before: 'bbb', last: 'bbb' })).toBe(true);
		expect(await state.deliveries.isNews({ snapshot: 'aaa', before: undefined, last: 'bbb' })).toBe(false);
		expect(await publish(state.deliveries, 'aaa', 'bbb', 'bbb')).toBe(true);
		expect(await other.deliveries.lastRelease()).toBe('aaa');
		expect(await publish(other.deliveries, 'aaa', 'bbb', 'bbb')).toBe(false);
	});
});

describe('A secret', () => {
	const box = secretBox('a'.repeat(32));

	test('is opened only with the same AUTH_SECRET and for the same webhook', () => {
		const sealed = box.seal('whsec_abc', 'wh_1');
		expect(sealed).not.toContain('whsec');
		expect(box.open(sealed, 'wh_1')).toBe('whsec_abc');
		expect(box.open(sealed, 'wh_2')).toBeUndefined();
		expect(secretBox('b'.repeat(32)).open(sealed, 'wh_1')).toBeUndefined();
		expect(box.open('', 'wh_1')).toBeUndefined();
		expect(box.open(`${sealed.slice(0, -4)}AAAA`, 'wh_1')).toBeUndefined();
	});
});
