/** Webhooks of a running server, through the API and over https. */
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../../src/client/index.ts';
import { NO_WEBHOOKS } from '../../../src/state/webhooks/webhook.ts';
import { buildHere } from '../../support/build-here.ts';
import { changeDatabase } from '../../support/change-database.ts';
import { isSignedWith, startHookReceiver } from '../../support/hook-receiver.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { ownDirectory, ownServer } from '../../support/own-server.ts';
import { succeed } from '../../support/run-command.ts';
import { startServer } from '../../support/running-server.ts';

const directory = ownDirectory('api');
const [receiver, mail] = await Promise.all([startHookReceiver(), startMailServer()]);
const [ada, bob] = [await proKey('ada@site.example'), await proKey('bob@site.example')];
const env = { ...receiver.env, SMTP_URL: mail.url, MAIL_FROM: 'directory@site.example' };
const servers = [await ownServer(directory, { env }), await ownServer(directory, { env })];
afterAll(async () => {
	await receiver.close();
	await mail.close();
});

async function proKey(email: string): Promise<string> {
	const { state } = directory;
	if (email !== 'ada@site.example') await succeed('accounts', ['create', '--email', email, '--state', state]);
	await succeed('accounts', ['set-plan', email, 'pro', '--state', state]);
	const scopes = 'webhooks:manage,programs:read';
	const options = ['--account', email, '--name', 'hooks', '--scopes', scopes, '--state', state];
	return JSON.parse(await succeed('keys', ['create', ...options, '--json'])).key;
}

async function call(key: string, method: string, path: string, body?: object, headers = {}) {
	const response = await fetch(`http://127.0.0.1:${servers[0]!.port}/v1${path}`, {
		method,
		headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }), ...headers },
		...(body && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect to be there.
	return { status: response.status, text, body: JSON.parse(text) as any };
}

const NEW = { events: ['release.published', 'proposal.settled'] };
const add = async (key: string, settings: object = {}) =>
	(await call(key, 'POST', '/webhooks', { url: receiver.at('hooks.test'), ...NEW, ...settings })).body.data;

/** Publishes another release. */
async function publish(sql: string): Promise<void> {
	changeDatabase(directory.snapshot, sql);
	await buildHere({ snapshot: directory.snapshot, out: directory.out, only: 'api' });
}

describe('A webhook', () => {
	test('shows its secret once, and never again', async () => {
		const { status, body } = await call(ada, 'POST', '/webhooks', { url: receiver.at('hooks.test'), ...NEW });
		const { secret, ...webhook } = body.data;
		expect(status).toBe(201);
		expect(secret).toMatch(/^whsec_/);
		expect(webhook).toMatchObject({ enabled: true, ...NEW });
		const read = [await call(ada, 'GET', '/webhooks'), await call(ada, 'GET', `/webhooks/${webhook.id}`)];
		const changed = await call(ada, 'PATCH', `/webhooks/${webhook.id}`, { events: ['release.published'] });
		const removed = await call(ada, 'DELETE', `/webhooks/${webhook.id}`);
		for (const { status, text } of [...read, changed, removed]) {
			expect(status).toBe(200);
			expect(text).not.toContain('whsec_');
		}
		expect((await call(ada, 'GET', `/webhooks/${webhook.id}`)).status).toBe(404);
	});

	test('is added once with an Idempotency-Key, and its secret is not kept for the repetition', async () => {
		const wish = { url: receiver.at('hooks.test'), ...NEW };
		const headers = { 'Idempotency-Key': 'once' };
		const first = await call(ada, 'POST', '/webhooks', wish, headers);
		const again = await call(ada, 'POST', '/webhooks', wish, headers);
		expect([first.status, again.status, again.body.code]).toEqual([201, 409, 'CONFLICT']);
		expect((await call(ada, 'GET', '/webhooks')).body.data).toHaveLength(1);
		await call(ada, 'DELETE', `/webhooks/${first.body.data.id}`);
	});

	test.each([
		[{ url: 'http://hooks.test/' }, 'url'],
		[{ url: 'https://127.0.0.1/' }, 'url'],
		[{ url: 'https://[::ffff:169.254.169.254]/' }, 'url'],
		[{ url: 'https://localhost/' }, 'url'],
		[{ url: 'https://ada:secret@hooks.test/' }, 'url'],
		[{ url: `https://hooks.test/${'x'.repeat(2000)}` }, 'url'],
		[{ events: [] }, 'events'],
		[{ events: ['webhook.test'] }, 'events.0'],
		[{ programs: ['p'] }, 'programs'],
		[{ events: Array(5).fill('release.published') }, 'events'],
		[{ account_id: 'acc_other' }, 'account_id'],
		[{ secret: 'whsec_own' }, 'secret'],
		[{ off: null }, 'off'],
	])('is refused with wrong or foreign fields: %j', async (wrong, field) => {
		const { status, body } = await call(ada, 'POST', '/webhooks', { url: receiver.at('hooks.test'), ...NEW, ...wrong });
		expect([status, body.code, body.details[0].field]).toEqual([422, 'INVALID_BODY', field]);
		expect(body.error).not.toMatch(/Invalid input|Too big|received/);
	});

	test('cannot be read, changed, tested or removed by another account', async () => {
		const { id } = await add(ada);
		const test = await call(ada, 'POST', `/webhooks/${id}/test`);
		expect(test.status).toBe(202);
		const requests = [
			['GET', `/webhooks/${id}`],
			['PATCH', `/webhooks/${id}`, { url: 'https://evil.test/' }],
			['POST', `/webhooks/${id}/rotate`],
			['POST', `/webhooks/${id}/test`],
			['GET', `/webhooks/${id}/deliveries`],
			['POST', `/webhooks/${id}/deliveries/${test.body.data.id}/retry`],
			['DELETE', `/webhooks/${id}`],
		] as const;
		for (const [method, path, body] of requests) {
			const { status } = await call(bob, method, path, body);
			expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 404`);
		}
		const own = await add(bob);
		const foreign = await call(bob, 'POST', `/webhooks/${own.id}/deliveries/${test.body.data.id}/retry`);
		expect(foreign.status).toBe(404);
		expect((await call(bob, 'GET', '/webhooks')).body.data).toHaveLength(1);
		for (const [key, webhook] of [
			[ada, id],
			[bob, own.id],
		] as const) {
			expect((await call(key, 'DELETE', `/webhooks/${webhook}`)).status).toBe(200);
		}
	});

	test('is not switched on, rotated or tested without AUTH_SECRET, and can be switched off', async () => {
		const { id } = await add(ada);
		const server = await startServer(directory);
		const ask = async (method: string, path: string, body?: object) => {
			const response = await fetch(`http://127.0.0.1:${server.port}/v1/webhooks/${id}${path}`, {
				method,
				headers: { 'X-API-Key': ada, 'Content-Type': 'application/json' },
				...(body && { body: JSON.stringify(body) }),
			});
			return [response.status, (await response.json()).error];
		};
		try {
			for (const [method, path, body] of [
				['PATCH', '', { enabled: true }],
				['POST', '/rotate'],
				['POST', '/test'],
			] as const) {
				expect(await ask(method, path, body), path).toEqual([409, NO_WEBHOOKS]);
			}
			// A refused change changes nothing, and what sends nothing works.
			expect(await ask('PATCH', '', { events: ['release.published'], enabled: true })).toEqual([409, NO_WEBHOOKS]);
			expect((await call(ada, 'GET', `/webhooks/${id}`)).body.data).toMatchObject(NEW);
			expect((await ask('PATCH', '', { enabled: false }))[0]).toBe(200);
		} finally {
			await server.stop('SIGKILL');
			await call(ada, 'DELETE', `/webhooks/${id}`);
		}
	});
});

describe('A release', () => {
	test('is announced once to each webhook by two servers, with its changes', async () => {
		const own = await add(ada, { url: receiver.at('hooks.test') });
		const other = await add(bob, { url: receiver.at('other.test'), events: ['proposal.settled'] });
		const db = new Database(directory.snapshot, { readonly: true });
		const slugs = db.prepare<[], string>("SELECT slug FROM programs WHERE status = 'published'").pluck().all();
		const review = db.prepare<[], string>("SELECT id FROM reviews WHERE status = 'published'").pluck().get()!;
		db.close();
		await publish(
			`UPDATE programs SET description = description || ' New.'; DELETE FROM reviews WHERE id = '${review}'`,
		);
		const published = await receiver.arrived(({ type }) => type === 'release.published');
		expect(isSignedWith(published, own.secret)).toBe(true);
		const { type, data } = await verifyWebhook(published.body, published.headers, own.secret);
		expect({ type, data }).toEqual({ type: 'release.published', data: published.data });
		await expect(verifyWebhook(published.body, published.headers, other.secret)).rejects.toThrow('not signed');
		const { snapshot, changes, more } = published.data;
		expect([changes.length, more]).toEqual([slugs.length + 1, 0]);
		// The program of the removed review has other figures, too.
		const fields = expect.arrayContaining(['description']);
		for (const id of slugs) {
			expect(changes).toContainEqual({ kind: 'program', id, op: 'changed', fields });
		}
		expect(changes.at(-1)).toEqual({ kind: 'review', id: review, op: 'removed' });
		// A second release shows that nothing of the first one was sent twice before.
		await publish(`UPDATE programs SET description = description || ' Newer.' WHERE slug = '${slugs[1]}'`);
		const next = await receiver.arrived(({ data }) => data.since === snapshot);
		expect(next.data).toMatchObject({
			changes_url: expect.stringMatching(new RegExp(`^https?://.*/v1/changes\\?since=${snapshot}$`)),
			changes: [{ kind: 'program', id: slugs[1], op: 'changed' }],
			more: 0,
		});
		expect(receiver.received.filter(({ data }) => data.snapshot === snapshot)).toHaveLength(1);
	});
});

test('The owner of a webhook that was switched off gets one email that says which one, and why', async () => {
	receiver.answers['broken.test'] = (response) => response.writeHead(410).end();
	const { id } = await add(bob, { url: receiver.at('broken.test') });
	expect((await call(bob, 'POST', `/webhooks/${id}/test`)).status).toBe(202);
	const { to, subject, text } = await mail.arrived(1);
	expect([to, subject]).toEqual([['bob@site.example'], expect.stringMatching(/: A webhook was switched off$/)]);
	expect(text.replace(/\s+/g, ' ')).toContain(
		`your webhook at ${new URL(receiver.at('broken.test')).host}. It answered 410, which means that it wants no more events.`,
	);
	expect(text).toContain(`/account/webhooks/${id}/`);
	expect((await call(bob, 'GET', `/webhooks/${id}`)).body.data).toMatchObject({ enabled: false });
	// The next email is about the next webhook, so the first one was not sent twice.
	const second = await add(ada, { url: receiver.at('broken.test') });
	await call(ada, 'POST', `/webhooks/${second.id}/test`);
	expect((await mail.arrived(2)).to).toEqual(['ada@site.example']);
	expect(mail.mails).toHaveLength(2);
});

test('The log has neither addresses nor secrets of webhooks', async () => {
	for (const { output } of servers) expect(output()).not.toMatch(/whsec_|hooks\.test/);
});
