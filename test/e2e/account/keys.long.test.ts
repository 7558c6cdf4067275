import { exec, execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../../src/shared/to-timestamp.ts';
import { READ_SCOPES } from '../../../src/state/keys/scope.ts';
import { openSqlite, type SqliteState } from '../../../src/state/sqlite/open-sqlite.ts';
import { freePort } from '../../bench/servers.ts';
import { addKey } from '../../support/add-key.ts';
import { startCommand } from '../../support/run-command.ts';
import { listening, type ServerProcess, withCheapScrypt } from '../../support/running-server.ts';
import { rowsOf } from '../../support/states.ts';
import { becomeNewVisitor, sendForm, signUp } from '../account-site.ts';
import { SITES, useSharedPages } from '../sites.ts';

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
const open = useSharedPages();
let server: ServerProcess;
let state: SqliteState;
let origin: string;
let people = 0;

// A site that knows its own address, so that the curl lines it shows work unchanged.
beforeAll(async () => {
	const port = await freePort();
	origin = `http://127.0.0.1:${port}`;
	const folders = ['--out', join(SITES.sample.folder, 'out'), '--state', folder];
	const args = [...folders, '--port', String(port), '--site-url', origin];
	const env = withCheapScrypt({ TRUST_PROXY: '1', WORKERS: '2' });
	server = await listening(startCommand('serve', args, { env }));
	state = openSqlite(folder);
});
afterAll(async () => {
	state?.close();
	await server?.stop('SIGKILL');
	rmSync(folder, { recursive: true });
});

/** Opens a page with its own client address, so that limits do not count requests of other users. */
async function visit(options: BrowserContextOptions = {}): Promise<Page> {
	const page = await open(undefined, { baseURL: origin, ...options });
	await becomeNewVisitor(page, ++people);
	return page;
}

/** Does the same, and creates an account. */
async function arrive(options?: BrowserContextOptions): Promise<{ page: Page; email: string }> {
	const page = await visit(options);
	const email = `keys-${people}@site.example`;
	await signUp(page, email);
	return { page, email };
}

/** Creates a key with the form. Returns the whole key. */
async function makeKey(page: Page, name: string): Promise<string> {
	await page.goto('/account/keys/new/');
	await page.getByLabel('Name').fill(name);
	await page.getByRole('button', { name: 'Create API key' }).click();
	return page.locator('copy-text code').first().innerText();
}

async function statusOf(key: string): Promise<number> {
	return (await fetch(`${origin}/v1/categories`, { headers: { 'X-API-Key': key } })).status;
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Runs a line like a shell. */
function run(line: string): Promise<{ stdout: string }> {
	return promisify(exec)(line, { env: { ...process.env, no_proxy: '*' } });
}

describe.each([true, false])('Keys, with JavaScript %s', (javaScriptEnabled) => {
	test('are created, used with the curl line, shown as used, rotated and revoked', async () => {
		const { page } = await arrive({ javaScriptEnabled });
		await page.goto('/account/keys/');
		await page.getByRole('link', { name: 'Create API key' }).click();
		await page.getByLabel('Name').fill('laptop');
		await page.getByRole('button', { name: 'Create API key' }).click();
		expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Your new key');
		const [key, curl] = await page.locator('copy-text code').allInnerTexts();
		const { stdout } = await run(curl!);
		expect(JSON.parse(stdout).data).toHaveLength(2);

		await page.getByRole('link', { name: 'Go to your keys' }).click();
		expect(await page.getByText('1 of 10 active').count()).toBe(1);
		expect(await page.content()).not.toContain(key!.slice(12));
		// The server saves uses once a second.
		const used = expect.poll(() => page.reload().then(() => row(page, 'laptop').innerText()), { interval: 300 });
		await used.toMatch(/\n1\s.* UTC/s);
		await row(page, 'laptop').getByRole('link', { name: 'Rotate' }).click();
		await page.getByRole('button', { name: 'Rotate key' }).click();
		expect(await page.getByText(`The old key laptop (${key!.slice(0, 12)}…) works until`).count()).toBe(1);
		const next = await page.locator('copy-text code').first().innerText();
		expect([await statusOf(key!), await statusOf(next)]).toEqual([200, 200]);

		await page.getByRole('link', { name: 'Go to your keys' }).click();
		expect(await row(page, key!.slice(0, 12)).innerText()).toContain('in 7 days');
		await row(page, next.slice(0, 12)).getByRole('link', { name: 'Revoke' }).click();
		expect(await page.getByRole('main').innerText()).toContain(`laptop ${next.slice(0, 12)}…`);
		await page.getByRole('button', { name: 'Revoke key' }).click();
		expect(await page.getByRole('main').getByRole('status').first().innerText()).toBe('The key was revoked.');
		expect([await statusOf(key!), await statusOf(next)]).toEqual([200, 401]);
		expect(await page.getByRole('table').last().innerText()).toMatch(/Revoked \d/);
	});
});

describe('A new key', () => {
	test('is shown once: after reloading, the page shows the list, and there is no second key', async () => {
		const { page } = await arrive();
		const key = await makeKey(page, 'once');
		await page.reload();
		expect(new URL(page.url()).pathname).toBe('/account/keys/');
		expect(await page.getByText('1 of 10 active').count()).toBe(1);
		await page.goBack();
		expect(await page.content()).not.toContain(key);
	});

	test('is copied with its button, and the TypeScript line works unchanged', async () => {
		const { page } = await arrive();
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		const key = await makeKey(page, 'copied');
		await page.getByRole('button', { name: 'Copy key' }).click();
		await page.getByText('Copied', { exact: true }).waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
		const script = await page.locator('copy-text code').last().innerText();
		const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
		expect(stdout).toContain('data');
	});

	test('has the read scopes and a life of 90 days by default, and no scope that the plan does not allow', async () => {
		const { page, email } = await arrive();
		await page.goto('/account/keys/new/');
		const scopes = page.getByRole('group', { name: 'Scopes' }).getByRole('checkbox');
		const areChecked = () => scopes.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked));
		const locked = page.getByRole('checkbox', { name: 'programs:write' });
		expect(await locked.isDisabled()).toBe(true);
		expect(await areChecked()).toEqual([...Array(4).fill(true), ...Array(4).fill(false)]);
		const expires = page.getByRole('group', { name: 'Expires' }).getByRole('radio', { checked: true });
		expect(await expires.getAttribute('value')).toBe('90');
		expect(await page.getByText('Needs the Claimed or Pro plan.').count()).toBe(2);
		// The server refuses a checkbox that the user enabled in their browser.
		await locked.evaluate((box) => {
			(box as HTMLInputElement).disabled = false;
			(box as HTMLInputElement).checked = true;
		});
		await page.getByLabel('Name').fill('locked');
		await page.getByRole('button', { name: 'Create API key' }).click();
		expect(await page.getByRole('alert').innerText()).toContain('programs:write needs the Claimed or Pro plan');
		await state.accounts.setPlan(email, 'claimed');
		await page.goto('/account/keys/new/');
		await locked.check();
		await page.getByLabel('Name').fill('unlocked');
		await page.getByRole('button', { name: 'Create API key' }).click();
		await state.accounts.setPlan(email, 'free');
		await page.goto('/account/keys/');
		expect(await row(page, 'unlocked').innerText()).toContain('off: needs Claimed or Pro');
	});

	test('has a working curl line, with only one scope', async () => {
		const { page } = await arrive();
		for (const scope of READ_SCOPES) {
			await page.goto('/account/keys/new/');
			await page.getByLabel('Name').fill(scope);
			for (const other of READ_SCOPES) {
				if (other !== scope) await page.getByRole('checkbox', { name: other }).uncheck();
			}
			await page.getByRole('button', { name: 'Create API key' }).click();
			const curl = await page.locator('copy-text code').nth(1).innerText();
			expect(JSON.parse((await run(curl)).stdout), scope).toHaveProperty('data');
		}
	});

	test.each([true, false])(
		'shows the date field only for an expiry on a date (JavaScript: %s)',
		async (javaScriptEnabled) => {
			const { page } = await arrive({ javaScriptEnabled });
			await page.goto('/account/keys/new/');
			const day = page.getByLabel('Date', { exact: true });
			expect(await day.isVisible()).toBe(false);
			await page.getByRole('radio', { name: /^On a date/ }).check();
			expect(await day.isVisible()).toBe(true);
			await day.fill('2099-01-31');
			await page.getByRole('radio', { name: 'Never' }).check();
			expect(await day.isVisible()).toBe(false);
		},
	);

	test('needs a scope, needs a date if it expires on a date, and keeps the typed values after an error', async () => {
		const { page } = await arrive();
		await page.goto('/account/keys/new/');
		await page.getByLabel('Name').fill('nothing');
		for (let n = 4; n > 0; n--) await page.locator('[name="scopes[]"]:checked').first().uncheck();
		await page.getByRole('radio', { name: /^On a date/ }).check();
		await page.getByRole('button', { name: 'Create API key' }).click();
		expect(await page.getByRole('alert').innerText()).toBe(
			'Choose at least one scope.\nChoose an expiry date after today.',
		);
		expect(await page.getByLabel('Name').inputValue()).toBe('nothing');
		await page.getByRole('checkbox', { name: 'reviews:read' }).check();
		await page.getByLabel('Date', { exact: true }).fill('2099-01-31');
		await page.getByRole('button', { name: 'Create API key' }).click();
		expect(await page.getByText('/v1/reviews?per_page=2"').count()).toBe(1);
		await page.goto('/account/keys/');
		expect(await row(page, 'nothing').innerText()).toContain('31 January 2099');
	});

	test('has the lifetime of the key that it replaces by default', async () => {
		const { page } = await arrive();
		await page.goto('/account/keys/new/');
		await page.getByLabel('Name').fill('short-lived');
		await page.getByRole('radio', { name: 'In 30 days' }).check();
		await page.getByRole('button', { name: 'Create API key' }).click();
		await page.goto('/account/keys/');
		await row(page, 'short-lived').getByRole('link', { name: 'Rotate' }).click();
		const expires = page.getByRole('group', { name: 'New key expires' });
		expect(await expires.getByRole('radio', { checked: true }).getAttribute('value')).toBe('30');
		await page.getByRole('button', { name: 'Rotate key' }).click();
		const keys = (await state.keys.all()).filter(({ name }) => name === 'short-lived');
		const days = keys.map((key) => Math.round((Date.parse(key.expires_at!) - Date.parse(key.created_at)) / 86_400_000));
		expect(days).toEqual([7, 30]);
	});

	test('is refused after ten others, and rotating a key then ends the old key at once', async () => {
		const { page, email } = await arrive();
		for (let n = 1; n <= 10; n++) await addKey(state, email, `number ${n}.`);
		// Keys of the last hour would count as new.
		await rowsOf(state, "UPDATE keys SET created_at = '2026-01-01T00:00:00Z' WHERE name LIKE 'number %'");
		await page.goto('/account/keys/');
		expect(await page.getByText('10 of 10 active').count()).toBe(1);
		expect(await page.getByRole('link', { name: 'Create API key' }).count()).toBe(0);
		await page.goto('/account/keys/new/');
		expect(await page.getByRole('main').innerText()).toContain('You have 10 active keys, which is the maximum.');
		await page.goto('/account/keys/');
		await row(page, 'number 3.').getByRole('link', { name: 'Rotate' }).click();
		expect(await page.getByRole('radio', { name: 'In 7 days' }).isDisabled()).toBe(true);
		await page.getByRole('button', { name: 'Rotate key' }).click();
		await expect.poll(() => page.getByText('has expired.').count()).toBe(1);
	});
});

describe('The list of keys', () => {
	test('shows the use of each key, and renames keys', async () => {
		const { page, email } = await arrive();
		const { key } = await addKey(state, email, 'counted');
		await addKey(state, email, 'idle');
		const today = toTimestamp(new Date());
		const lastUsed = `${today.slice(0, 16)}:00Z`;
		const use = { id: key.id, day: today.slice(0, 10), endpoint: '/programs', status: 200, requests: 1234, lastUsed };
		await state.usage.add([use], []);
		await page.goto('/account/keys/');
		const chart = { name: /^1,234 requests in 30 days\. The busiest day was .*, with 1,234\.$/ };
		expect(await row(page, 'counted').getByRole('img', chart).count()).toBe(1);
		expect(await row(page, 'counted').innerText()).toContain(`${today.slice(11, 16)} UTC`);
		expect(await row(page, 'idle').innerText()).toMatch(/none\s+never/);
		await row(page, 'idle').getByRole('link', { name: 'Rename' }).click();
		await page.getByLabel('New name').fill('<b>busy</b> מפתח');
		await page.getByRole('button', { name: 'Rename key' }).click();
		expect(await page.getByRole('main').getByRole('status').first().innerText()).toBe('The key was renamed.');
		expect(await row(page, '<b>busy</b> מפתח').count()).toBe(1);
	});
});

describe('Another account’s key', () => {
	// (ASVS 8.2.2)
	test.each(['rename', 'rotate', 'revoke'])('is not found by the page to %s it', async (what) => {
		const ada = await arrive();
		const { key, secret } = await addKey(state, ada.email, 'mine');
		const { page } = await arrive();
		for (const given of [key.id, 'key_0000000000000000']) {
			const address = `/account/keys/${given}/${what}/`;
			expect((await page.request.get(address)).status()).toBe(404);
			const form = { name: 'taken', token: '', old: '0', expires: 'never', date: '' };
			expect((await sendForm(page, address, form)).status()).toBe(404);
		}
		expect(await statusOf(secret)).toBe(200);
		await ada.page.goto('/account/keys/');
		expect(await row(ada.page, 'mine').count()).toBe(1);
	});
});

describe('A leaked key', () => {
	test('is revoked by anyone who finds it, its owner is notified, and the answer is the same for unknown keys', async () => {
		const { page, email } = await arrive();
		const { secret: key } = await addKey(state, email, 'on a gist');
		const finder = await visit();
		const answers = [];
		for (const text of [key, `svc_${'0'.repeat(38)}`]) {
			await finder.goto('/leaked-key/');
			await finder.getByLabel('API key', { exact: true }).fill(text);
			await finder.getByRole('button', { name: 'Revoke key' }).click();
			await finder.getByText('Thank you.').waitFor();
			answers.push((await finder.getByRole('main').innerHTML()).replaceAll(/\s+/g, ' '));
		}
		expect(answers[0]).toBe(answers[1]);
		expect(answers[0]).not.toContain(key);
		expect(await statusOf(key)).toBe(401);
		await page.goto('/account/keys/');
		expect(await page.getByRole('region', { name: 'Notices' }).innerText()).toContain(
			`on a gist (${key.slice(0, 12)}…)`,
		);
	});
});
