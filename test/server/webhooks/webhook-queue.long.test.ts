import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWebhookQueue } from '../../../src/server/webhooks/webhooks.ts';
import { INTERNET, type Network } from '../../../src/shared/web/network.ts';

import type { State } from '../../../src/state/state.ts';
import type { SwitchedOff } from '../../../src/state/webhook-store.ts';
import { makeWebhookSecret, secretBox } from '../../../src/state/webhooks/sealed-secret.ts';
import { rowsOf, statePlace } from '../../support/states.ts';
import { startWebsites, type Websites } from '../../support/websites.ts';

const BOX = secretBox('a'.repeat(32));
const ACCOUNT = 'acc_ada';

interface Received {
	readonly host: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

let state: State;
let receiver: Websites;
let received: Received[];
let answers: { [host: string]: (response: ServerResponse, request: IncomingMessage) => void };
let off: SwitchedOff[];
let errors: unknown[];
let closing: (() => Promise<void>)[];

beforeEach(async () => {
	const place = await statePlace();
	state = await place.open();
	[received, answers, off, errors, closing] = [[], {}, [], [], []];
	receiver = await startWebsites(async (request, response) => {
		const host = request.headers.host!.split(':')[0]!;
		const body = await text(request);
		received.push({ host, headers: request.headers, body });
		(answers[host] ?? ((answer) => answer.writeHead(204).end()))(response, request);
	});
	await state.accounts.add({ id: ACCOUNT, email: 'ada@site.example', plan: 'pro', created_at: '2026-05-01T12:00:00Z' });
	return async () => {
		await receiver[Symbol.asyncDispose]();
		await place.remove();
	};
});

afterEach(async () => {
	await Promise.all(closing.map((close) => close()));
	expect(errors).toEqual([]);
});

function start(network: Network = receiver.network, secrets = BOX) {
	const queue = openWebhookQueue({
		state,
		secrets,
		network,
		userAgent: 'Test',
		switchedOff: (webhook) => void off.push(webhook),
		report: (error) => void errors.push(error),
	});
	closing.push(queue.close);
	return queue;
}

async function add(url: string) {
	const secret = makeWebhookSecret();
	const settings = { url, events: ['release.published'] } as const;
	const webhook = await state.webhooks.add({ account: ACCOUNT, ...settings, seal: (id) => BOX.seal(secret, id) });
	return { id: webhook!.id, secret };
}

const publish = (snapshot = 'a1') => state.deliveries.emit({ event: 'release.published', data: { snapshot } });
const deliveries = (webhook: string) => state.deliveries.ofWebhook(ACCOUNT, webhook, 0, 200);
const newest = async (webhook: string) => (await deliveries(webhook))[0]!;

/** Waits until something is true. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await isTrue())) await sleep(20);
}
const settled = (webhook: string) =>
	until(async () => (await deliveries(webhook)).every(({ attempts }) => attempts > 0));

function isSigned({ headers, body }: Received, secret: string): boolean {
	const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
	const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
	const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
	return (headers['webhook-signature'] as string).split(' ').includes(expected);
}

describe('An event', () => {
	test('arrives with its signature', async () => {
		const { id, secret } = await add(receiver.at('hooks.test', '/in?token=1'));
		start();
		await publish();
		await settled(id);
		const [sent] = received;
		expect(receiver.requests[0]).toMatchObject({ method: 'POST', url: '/in?token=1' });
		expect(sent!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Test' });
		expect(Number(sent!.headers['webhook-timestamp'])).toBeGreaterThan(Date.now() / 1000 - 60);
		expect(sent!.headers['webhook-id']).toBe((await newest(id)).event_id);
		expect(JSON.parse(sent!.body)).toMatchObject({ type: 'release.published', data: { snapshot: 'a1' } });
		expect(isSigned(sent!, secret)).toBe(true);
		expect(await newest(id)).toMatchObject({ status: 'delivered', response_status: 204 });
	});

	test('is signed with both secrets after a rotation, until the previous one ends', async () => {
		const { id, secret } = await add(receiver.at('hooks.test'));
		const next = makeWebhookSecret();
		await state.webhooks.rotate(ACCOUNT, id, BOX.seal(next, id));
		start();
		await publish();
		await settled(id);
		expect([isSigned(received[0]!, secret), isSigned(received[0]!, next)]).toEqual([true, true]);
		await rowsOf(state, "UPDATE webhooks SET previous_until = '2026-01-01T00:00:00Z'");
		await publish();
		await until(() => received.length === 2);
		expect([isSigned(received[1]!, secret), isSigned(received[1]!, next)]).toEqual([false, true]);
	});

	test('that is days old is sent again until it arrives', async () => {
		const { id } = await add(receiver.at('hooks.test'));
		await publish();
		const { id: delivery } = await newest(id);
		await rowsOf(state, 'UPDATE webhook_deliveries SET created_at = @at', {
			at: new Date(Date.now() - 5 * 86_400_000).toISOString(),
		});
		await rowsOf(state, 'DELETE FROM jobs');
		answers['hooks.test'] = (response) => response.writeHead(500).end();
		start();
		await state.deliveries.again(ACCOUNT, id, delivery);
		await settled(id);
		// Servers remove jobs that began long ago.
		await state.prune(new Date());
		answers = {};
		await rowsOf(state, 'UPDATE jobs SET run_at = 0');
		await until(async () => (await newest(id)).next_at === null);
		expect(await newest(id)).toMatchObject({ status: 'delivered', attempts: 2 });
	});

	test('that was refused is sent again after a pause, and says why', async () => {
		const { id } = await add(receiver.at('hooks.test'));
		answers['hooks.test'] = (response) => response.writeHead(500).end('database \u0007 down\n'.repeat(100));
		start();
		await publish();
		await settled(id);
		const failed = await newest(id);
		expect(failed).toMatchObject({ status: 'waiting', attempts: 1, response_status: 500 });
		expect(failed.error).toMatch(/^The receiver answered 500: database down database/);
		expect(failed.error!.length).toBeLessThan(300);
		expect(Date.parse(failed.next_at!)).toBeGreaterThan(Date.now() + 10_000);
		answers = {};
		await rowsOf(state, 'UPDATE jobs SET run_at = 0');
		await until(async () => (await newest(id)).status === 'delivered');
		expect(await newest(id)).toMatchObject({ attempts: 2, error: null });
	});

	test('that fails for a day switches the webhook off, and is tried a last time shortly before', async () => {
		const { id } = await add(receiver.at('hooks.test'));
		answers['hooks.test'] = (response) => response.writeHead(500).end();
		start();
		await publish();
		await settled(id);
		await rowsOf(state, 'UPDATE jobs SET run_at = 0, expires_at = expires_at - 86300000');
		await until(() => off.length > 0);
		expect(off).toEqual([{ webhook: id, account: ACCOUNT }]);
		expect(await state.webhooks.find(ACCOUNT, id)).toMatchObject({ off: 'failing' });
		expect(await newest(id)).toMatchObject({ status: 'failed', attempts: 2 });
	});

	test('is not sent without a signature: after a change of AUTH_SECRET, the webhook is switched off', async () => {
		const { id } = await add(receiver.at('hooks.test'));
		start(receiver.network, secretBox('b'.repeat(32)));
		await publish();
		await until(() => off.length > 0);
		expect(await state.webhooks.find(ACCOUNT, id)).toMatchObject({ off: 'secret' });
		expect(received).toEqual([]);
	});
});

describe('A receiver', () => {
	test('that redirects gets no second request, and neither does the target', async () => {
		const { id } = await add(receiver.at('hooks.test'));
		answers['hooks.test'] = (response) => response.writeHead(302, { location: receiver.at('other.test') }).end();
		start();
		await publish();
		await settled(id);
		expect((await newest(id)).error).toBe('The receiver answered 302. Redirects are not followed.');
		expect(received).toHaveLength(1);
	});

	test.each([
		['https://127.0.0.1/', '127.0.0.1'],
		['https://169.254.169.254/latest/', '169.254.169.254'],
		['https://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
		['https://localhost/', '127.0.0.1'],
	])('at an address that is not public gets nothing: %s', async (url, address) => {
		const { id } = await add(url);
		start(INTERNET);
		await publish();
		await settled(id);
		expect((await newest(id)).error).toContain(`The receiver is at ${address}`);
		expect(await newest(id)).toMatchObject({ response_status: null, status: 'waiting' });
	});

	test('whose host changes its address is checked again for each request', async () => {
		const { id } = await add(receiver.at('rebind.test'));
		let lookups = 0;
		start({
			...receiver.network,
			resolve: async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }],
		});
		await publish();
		await settled(id);
		await publish();
		await until(async () => (await newest(id)).attempts > 0);
		expect((await newest(id)).error).toContain('is at 10.0.0.1');
		expect(received).toHaveLength(1);
	});

	test('that answers without end is read only a little, and one that never answers is given up', async () => {
		const [endless, silent, half] = await Promise.all(
			['endless.test', 'silent.test', 'half.test'].map((host) => add(receiver.at(host))),
		);
		answers['endless.test'] = (response) => {
			response.writeHead(500);
			const write = () => {
				while (response.writable && response.write('x'.repeat(10_000)));
				response.once('drain', write);
			};
			write();
		};
		answers['silent.test'] = () => {};
		answers['half.test'] = (response) => {
			response.writeHead(500);
			const timer = setInterval(() => response.write('x'), 100);
			response.on('close', () => clearInterval(timer));
		};
		start();
		await publish();
		await settled(endless!.id);
		expect((await newest(endless!.id)).error).toMatch(/^The receiver answered 500: xxx/);
		for (const { id } of [silent!, half!]) {
			await settled(id);
			expect((await newest(id)).error).toBe('The receiver took longer than 10 s.');
		}
	});

	test('that is slow delays only its own events', async () => {
		const slow = await add(receiver.at('slow.test'));
		const quick = await add(receiver.at('quick.test'));
		let [atOnce, most] = [0, 0];
		const held: ServerResponse[] = [];
		answers['slow.test'] = (response) => {
			most = Math.max(most, ++atOnce);
			held.push(response);
			response.on('close', () => atOnce--);
		};
		start();
		for (let i = 0; i < 20; i++) await publish(`a${i}`);
		await settled(quick.id);
		expect((await deliveries(quick.id)).map(({ status }) => status)).toEqual(Array(20).fill('delivered'));
		expect((await deliveries(slow.id)).map(({ status }) => status)).toEqual(Array(20).fill('waiting'));
		expect(most).toBe(1);
		for (const response of held) response.end();
	});
});
