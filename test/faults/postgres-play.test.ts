import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { buildHere } from '../support/build-here.ts';
import { type HookReceiver, isSignedWith, startHookReceiver } from '../support/hook-receiver.ts';
import { ownDirectory } from '../support/own-server.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { ENGINES } from '../support/states.ts';

const EMAIL = 'brand@site.example';
const PASSWORD = 'a rather long one';

const browser = await launchBrowser();
afterAll(() => browser.close());

describe.each(ENGINES)('With %s, a brand', (engine) => {
	const directory = ownDirectory('site');
	let receiver: HookReceiver;
	let servers: ServerProcess[];
	let env: { readonly [name: string]: string };
	let page: Page;
	let organization: string;
	let program: string;
	let secret: string;
	let key: string;
	let proposal: string;

	beforeAll(async () => {
		receiver = await startHookReceiver();
		const db = new Database(directory.snapshot);
		const [first] = db
			.prepare<[], { slug: string; organization: string }>('SELECT slug, organization FROM programs')
			.all();
		[program, organization] = [first!.slug, first!.organization];
		db.prepare('UPDATE organizations SET website_url = ? WHERE slug = ?').run(receiver.at('hooks.test'), organization);
		db.close();
		await buildHere({ snapshot: directory.snapshot, out: directory.out });
		const database = engine === 'PostgreSQL' ? { DATABASE_URL: await emptyDatabase() } : {};
		env = { ...receiver.env, ...database, TRUST_PROXY: '1' };
		servers = await Promise.all(
			Array.from({ length: engine === 'PostgreSQL' ? 3 : 1 }, () => startServer(directory, { env })),
		);
		page = await browser.newPage({ baseURL: `http://127.0.0.1:${servers[0]!.port}` });
	});
	afterAll(async () => {
		await page?.close();
		await Promise.all(servers?.map((server) => server.stop('SIGKILL')) ?? []);
		await receiver?.close();
	});

	/** Runs a command of the operator or of an editor. */
	const run = (name: string, ...args: string[]) => succeed(name, [...args, '--state', directory.state], { env });
	const main = () => page.locator('main').innerText();

	async function reloaded(): Promise<string> {
		await page.reload();
		return main();
	}

	/** Sends a request to one of the servers. */
	async function call(server: ServerProcess, method: string, path: string, body?: object) {
		const response = await fetch(`http://127.0.0.1:${server.port}/v1${path}`, {
			method,
			headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		});
		return { status: response.status, body: await response.json() };
	}

	test('claims its organization with a file at its website', async () => {
		await page.goto('/account/sign-up/');
		await page.getByLabel('Email address').fill(EMAIL);
		await page.getByLabel('Password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Create account' }).click();
		await page.waitForURL('**/account/keys/**');
		await page.goto('/account/organizations/');
		await page.getByLabel('Organization').fill(organization);
		await page.getByRole('button', { name: 'Claim organization' }).click();
		await page.waitForURL(`**/account/organizations/${organization}/`);
		const token = (await page.locator('copy-text pre').first().innerText()).trim();
		receiver.answers['hooks.test'] = (response) => response.end(token);
		await page.getByRole('button', { name: /file/i }).click();
		await page.waitForLoadState();
		delete receiver.answers['hooks.test'];
		expect(await run('claims', 'list', '--json').then(JSON.parse)).toMatchObject([
			{ organization, email: EMAIL, status: 'verified', method: 'file' },
		]);
	});

	test('adds a webhook in the dashboard, and tests it', async () => {
		await page.goto('/account/webhooks/');
		expect(await main()).toContain('Webhooks need the Pro plan.');
		await run('accounts', 'set-plan', EMAIL, 'pro');
		await page.goto('/account/webhooks/');
		await page.getByRole('link', { name: 'Add webhook' }).click();
		await page.getByLabel('Address').fill('http://hooks.test/');
		await page.getByRole('button', { name: 'Add webhook' }).click();
		expect(await main()).toContain('The address must be the https address of a public server');
		await page.getByLabel('Address').fill(receiver.at('hooks.test'));
		await page.getByRole('button', { name: 'Add webhook' }).click();
		secret = await page.locator('copy-text pre').first().innerText();
		expect(secret).toMatch(/^whsec_/);
		await page.getByRole('link', { name: 'Go to the webhook' }).click();
		expect(await page.content()).not.toContain(secret);
		await page.getByRole('button', { name: 'Send test event' }).click();
		const event = await receiver.arrived(({ type }) => type === 'webhook.test');
		expect(isSignedWith(event, secret)).toBe(true);
		await expect.poll(async () => reloaded(), { timeout: 30_000 }).toMatch(/webhook\.test[\s\S]*Delivered/);
	});

	test('proposes a correction through the API, which an editor accepts', async () => {
		const scopes = 'programs:read,programs:write,webhooks:manage';
		key = JSON.parse(
			await run('keys', 'create', '--account', EMAIL, '--name', 'brand', '--scopes', scopes, '--json'),
		).key;
		const { status, body } = await call(servers.at(-1)!, 'PATCH', `/programs/${program}`, { cookie_days: 77 });
		expect([status, body.data?.status ?? body]).toEqual([202, 'pending']);
		proposal = body.data.id;
		await run('proposals', 'accept', proposal, '--snapshot', directory.snapshot, '--reason', 'Thank you.');
		const event = await receiver.arrived(({ type }) => type === 'proposal.settled');
		expect(isSignedWith(event, secret)).toBe(true);
		expect(event.data).toMatchObject({ id: proposal, target: program, status: 'accepted', reason: 'Thank you.' });
	});

	test('receives the release with the correction once, however many servers there are', async () => {
		await buildHere({ snapshot: directory.snapshot, out: directory.out });
		const published = await receiver.arrived(({ type }) => type === 'release.published');
		expect(isSignedWith(published, secret)).toBe(true);
		const { since, changes, more } = published.data;
		expect({ changes, more }).toMatchObject({ changes: [{ kind: 'program', id: program, op: 'changed' }], more: 0 });
		expect(changes[0].fields).toContain('cookie_days');
		for (const server of servers) {
			await expect
				.poll(async () => (await call(server, 'GET', `/programs/${program}`)).body.data.cookie_days, {
					timeout: 30_000,
				})
				.toBe(77);
			const changes = await call(server, 'GET', `/changes?since=${since}`);
			expect(changes.body.data).toMatchObject([{ kind: 'program', id: program, op: 'changed' }]);
		}
		await page.goto(`/programs/${program}/`);
		expect(await main()).toContain('77');
		const counts = receiver.received.map(({ type }) => type).sort();
		expect(counts).toEqual(['proposal.settled', 'release.published', 'webhook.test']);
		expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
	});

	test('sees what was sent, sends it again, and rotates the secret, also without JavaScript', async () => {
		const context = await browser.newContext({
			baseURL: `http://127.0.0.1:${servers.at(-1)!.port}`,
			javaScriptEnabled: false,
			storageState: await page.context().storageState(),
		});
		const other = page;
		page = await context.newPage();
		await other.close();
		await page.goto('/account/webhooks/');
		await page
			.locator('main')
			.getByRole('link', { name: /hooks\.test/ })
			.click();
		const text = await main();
		for (const type of ['release.published', 'proposal.settled', 'webhook.test']) expect(text).toContain(type);
		const before = receiver.received.length;
		await page.getByRole('button', { name: /^Send again release\.published/ }).click();
		await receiver.arrived((event) => receiver.received.indexOf(event) >= before);
		const again = receiver.received.at(-1)!;
		expect(receiver.received.filter(({ id }) => id === again.id)).toHaveLength(2);
		await page.getByRole('link', { name: 'Rotate secret' }).click();
		await page.getByRole('button', { name: 'Rotate secret' }).click();
		const next = await page.locator('copy-text pre').first().innerText();
		await page.getByRole('link', { name: 'Go to the webhook' }).click();
		await page.getByRole('button', { name: 'Send test event' }).click();
		const event = await receiver.arrived((one) => receiver.received.indexOf(one) > before);
		expect([isSignedWith(event, secret), isSignedWith(event, next)]).toEqual([true, true]);
		receiver.answers['hooks.test'] = (response) => response.writeHead(410).end('No more, thank you.');
		await page.getByRole('button', { name: 'Send test event' }).click();
		await expect.poll(async () => reloaded(), { timeout: 30_000 }).toContain('Off since');
		expect(await main()).toContain('It answered 410');
		await page.getByRole('button', { name: 'Switch on' }).click();
		expect(await main()).toContain('The webhook is on.');
		await page.getByRole('link', { name: 'Remove' }).click();
		await page.getByRole('button', { name: 'Remove webhook' }).click();
		expect(await main()).toContain('The webhook was removed.');
		for (const { output } of servers) expect(output()).not.toMatch(/whsec_|hooks\.test/);
	});
});
