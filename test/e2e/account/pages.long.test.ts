import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { openAccounts } from '../../../src/accounts/accounts.ts';
import { openSqlite } from '../../../src/state/sqlite/open-sqlite.ts';
import { PRIVATE_ADDRESSES } from '../../support/private-pages.ts';
import { succeed } from '../../support/run-command.ts';
import { useAccountSite } from '../account-site.ts';
import { expectGoodPage } from '../good-page.ts';

const site = useAccountSite(() => ({
	GITHUB_CLIENT_ID: 'id',
	GITHUB_CLIENT_SECRET: 'a secret',
	GOOGLE_CLIENT_ID: 'id',
	GOOGLE_CLIENT_SECRET: 'b',
}));
/** Reports keys, like a person who found them. */
async function reportLeaks(stateFolder: string, keys: readonly string[]): Promise<void> {
	const state = openSqlite(stateFolder);
	const accounts = await openAccounts({
		state,
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

describe('Pages for signed-in users', () => {
	// (ASVS 7.4.4)
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
	// (ASVS 6.2.6, 6.2.7)
	test('hide passwords, and let password managers fill them in', async () => {
		const { page } = await site.visitSignedIn();
		const found = new Set<string>();
		for (const visitor of [page, await site.visit()]) {
			for (const address of PAGES) {
				const { document } = parseHTML(await (await visitor.request.get(address)).text());
				for (const field of document.querySelectorAll('input[name=password], input[name=newPassword]')) {
					const attributes = ['name', 'type', 'autocomplete', 'maxlength', 'onpaste'];
					found.add(attributes.map((name) => field.getAttribute(name)).join());
				}
			}
		}
		expect([...found].sort()).toEqual(['newPassword,password,new-password,,', 'password,password,current-password,,']);
	});
});

describe('Signing in with a provider', () => {
	test('shows an error if it fails, and what to do next', async () => {
		const page = await site.visit('/account/auth/callback/github?code=made-up&state=made-up');
		await page.waitForURL('/account/sign-in/?provider=github&problem=restart');
		expect(await page.getByRole('alert').innerText()).toMatch(
			/^Signing in with GitHub took too long, or started in another/,
		);
	});
});
