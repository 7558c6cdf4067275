import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openAccounts } from '../../src/accounts/accounts.ts';
import { PROVIDER_NAMES } from '../../src/accounts/provider.ts';
import { openState } from '../../src/state/state.ts';
import { expectNoFaults } from '../support/axe.ts';
import { PRIVATE_ADDRESSES } from '../support/private-pages.ts';
import { succeed } from '../support/run-command.ts';
import { PASSWORD, useAccountSite } from './account-site.ts';
import { IS_EVERY_PAGE } from './sites.ts';

const site = useAccountSite(() => ({
	GITHUB_CLIENT_ID: 'id',
	GITHUB_CLIENT_SECRET: 'a secret',
	GOOGLE_CLIENT_ID: 'id',
	GOOGLE_CLIENT_SECRET: 'b',
}));
const validator = new HtmlValidate({
	root: true,
	extends: ['html-validate:recommended'],
	rules: { 'no-trailing-whitespace': 'off', 'long-title': 'off' },
});

/** Reports keys, like a person who found them. */
async function reportLeaks(stateFolder: string, keys: readonly string[]): Promise<void> {
	const state = openState(stateFolder);
	const accounts = await openAccounts({
		state,
		stateFolder,
		siteUrl: 'http://127.0.0.1:4321',
		siteName: 'Directory',
		keyPrefix: 'svc_',
		report: (error) => console.error(error),
	});
	const finder = { headers: new Headers(), address: '203.0.113.250' };
	for (const key of keys) expect(await accounts.revokeLeakedKey(finder, key)).toMatchObject({ ok: true });
	await accounts.close();
	state.close();
}

const PAGES = PRIVATE_ADDRESSES.filter((address) => address.endsWith('/'));
/** An e-mail address of the greatest length that mail servers accept. */
const LONG = `${'long'.repeat(15)}@${'very'.repeat(15)}.${'wide'.repeat(15)}.example`;

/** The elements that a finger presses, without links in text. */
const PRESSED = 'main :is(button, .button, label:has([type=radio], [type=checkbox]), .account-nav a, .key-actions a)';

async function expectGoodPage(page: Page): Promise<void> {
	await expectNoFaults(page);
	for (const width of [1440, 360]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
	}
	const boxes = await page.locator(PRESSED).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
	expect(Math.min(44, ...boxes.filter((height) => height > 0))).toBe(44);
}

describe('Axe and html-validate find no errors, and nothing is wider than the screen', () => {
	test('on any page, signed in or not, or with a long name', async () => {
		const { page } = await site.visitSignedIn();
		await page.goto('/account/settings/email/');
		await page.getByLabel('New e-mail address').fill(LONG);
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Change address' }).click();
		expect(await page.locator('dd bdi').innerText()).toBe(LONG);
		let seen = new Set<string>();
		for (const visitor of [page, await site.visit()]) {
			// In `npm test`, pages that both see are checked once.
			if (IS_EVERY_PAGE) seen = new Set();
			const before = seen.size;
			for (const address of PAGES) {
				await visitor.setViewportSize({ width: 1440, height: 800 });
				const response = await visitor.goto(address);
				const { pathname } = new URL(visitor.url());
				if (response!.status() === 404 || seen.has(pathname)) continue;
				seen.add(pathname);
				const { results } = await validator.validateString(await response!.text());
				expect(results.flatMap(({ messages }) => messages.map(({ message }) => `${pathname}: ${message}`))).toEqual([]);
				await expectGoodPage(visitor);
			}
			expect(seen.size - before).toBeGreaterThan(IS_EVERY_PAGE ? 5 : 1);
		}
	});

	test('on the pages of two-factor, and on forms with errors', async () => {
		const { page } = await site.visitSignedIn();
		await page.goto('/account/settings/two-factor/');
		await page.getByLabel('Your password').fill('something else');
		await page.getByRole('button', { name: 'Set up' }).click();
		await expectGoodPage(page);
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Set up' }).click();
		await page.getByRole('heading', { name: 'Save the recovery codes' }).waitFor();
		await expectGoodPage(page);
	});
});

describe('Pages for signed-in users', () => {
	test('all have a way to sign out', async () => {
		const { page } = await site.visitSignedIn();
		for (const address of PAGES.filter((one) => /^\/account\/(?:settings|history|change-email)/.test(one))) {
			await page.goto(address);
			expect(await page.getByRole('button', { name: 'Sign out', exact: true }).isVisible()).toBe(true);
		}
	});

	test('all show that a key was reported as leaked, until this is dismissed', async () => {
		const { page, email } = await site.visitSignedIn();
		const key = await succeed('keys', ['create', '--account', email, '--name', 'laptop', '--state', site.state]);
		await reportLeaks(site.state, [key.trim()]);
		for (const address of ['/account/settings/', '/account/history/']) {
			await page.goto(address);
			expect(await page.getByRole('region', { name: 'Notices' }).innerText()).toContain(
				`laptop (${key.slice(0, 12)}…)`,
			);
		}
		await expectGoodPage(page);
		await page.getByRole('button', { name: 'Dismiss' }).click();
		await page.waitForURL('/account/history/');
		expect(await page.getByRole('region', { name: 'Notices' }).count()).toBe(0);
	});

	test('are not hidden by many notices: the others appear when the latest are dismissed', async () => {
		const { page, email } = await site.visitSignedIn();
		const names = ['one', 'two', 'three', 'four'];
		const make = (name: string) =>
			succeed('keys', ['create', '--account', email, '--name', name, '--state', site.state]);
		const keys = await Promise.all(names.map(make));
		await reportLeaks(
			site.state,
			keys.map((key) => key.trim()),
		);
		await page.goto('/account/settings/');
		const notices = page.getByRole('region', { name: 'Notices' });
		expect(await notices.getByRole('button').count()).toBe(3);
		expect(await notices.innerText()).toMatch(/ see 1 more/);
		await notices.getByRole('button').first().click();
		await page.waitForURL('/account/settings/');
		expect(await notices.innerText()).toContain('one (');
	});
});

describe('Forms', () => {
	test('hide passwords, and let password managers fill them in', async () => {
		const { page } = await site.visitSignedIn();
		const found = new Set<string>();
		for (const visitor of [page, await site.visit()]) {
			for (const address of PAGES) {
				await visitor.goto(address);
				for (const field of await visitor.locator('input[name=password], input[name=newPassword]').all()) {
					const attributes = ['name', 'type', 'autocomplete', 'maxlength', 'onpaste'];
					found.add((await Promise.all(attributes.map((name) => field.getAttribute(name)))).join());
				}
			}
		}
		expect([...found].sort()).toEqual(['newPassword,password,new-password,,', 'password,password,current-password,,']);
	});
});

describe('Signing in with a provider', () => {
	test.each(Object.entries(PROVIDER_NAMES))('opens %s with a page that redirects', async (provider, name) => {
		const page = await site.visit();
		await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }));
		await page.goto('/account/sign-in/');
		await page.getByRole('button', { name: `Continue with ${name}` }).click();
		await page.waitForURL(new RegExp(`^https://[a-z.]*${provider}\\.com/`));
		expect(new URL(page.url()).searchParams.get('redirect_uri')).toMatch(`/account/auth/callback/${provider}`);
	});

	test('shows its failure, and what to do next', async () => {
		const page = await site.visit();
		await page.goto('/account/auth/callback/github?code=made-up&state=made-up');
		await page.waitForURL('/account/sign-in/?provider=github&problem=restart');
		expect(await page.getByRole('alert').innerText()).toMatch(
			/^Signing in with GitHub took too long, or started in another/,
		);
	});
});
