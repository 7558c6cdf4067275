import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { SyncedList } from '../../../src/accounts/saved.ts';
import { expectNoFaults } from '../../support/axe.ts';
import { PASSWORD, sendForm, signIn, useAccountSite } from '../account-site.ts';
import { names, star, store, stored } from '../saved-programs.ts';

const site = useAccountSite();

const SYNC = '/account/saved/sync';
/** Waits until the account has all changes of a browser. */
const untilSent = (page: Page) => expect.poll(async () => JSON.parse((await copyIn(page))!).unsent).toEqual([]);
/** The slugs of the list that a browser has, of the account or without one. */
const slugsIn = async (page: Page): Promise<string[]> => {
	const copy = JSON.parse((await copyIn(page)) ?? 'null');
	const list: { slug: string }[] = copy?.ended === false ? copy.entries : JSON.parse((await stored(page)) || '[]');
	return list.map(({ slug }) => slug);
};
const copyIn = (page: Page) => page.evaluate(() => localStorage.getItem('saved-account'));

/** Signs in with the form, and waits until the list was exchanged. */
async function signInAs(page: Page, email: string): Promise<void> {
	await page.goto('/account/sign-in/');
	await signIn(page, email);
	await page.waitForURL('/account/keys/');
	await expect.poll(async () => JSON.parse((await copyIn(page))!).synced).not.toBe(0);
}

async function signOut(page: Page): Promise<void> {
	await page.goto('/account/settings/');
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.getByText('You are signed out.').waitFor();
}

/** The list in the account, as a device without a copy gets it. */
async function inAccount(page: Page): Promise<{ slug: string; note: string; status: string | null }[]> {
	const { account } = JSON.parse((await copyIn(page))!);
	const response = await sendForm(page, SYNC, { account, entries: '[]' });
	const { entries } = (await response.json()) as SyncedList;
	return entries.map(({ program }) => program!);
}

describe('Saved programs of a visitor with an account', () => {
	test('are on every device: saved on one, annotated on another, removed on the first', async () => {
		const { page: laptop, email } = await site.visitSignedIn('/programs/larkpost/');
		await star(laptop, 'Save Larkpost').first().click();
		await untilSent(laptop);
		const phone = await site.visit(undefined, { viewport: { width: 360, height: 800 } });
		await signInAs(phone, email);
		await phone.goto('/saved/');
		expect(await names(phone)).toEqual(['Larkpost']);
		expect(await phone.locator('.lead').innerText()).toContain('Kept in your account and this browser.');
		await phone.getByRole('combobox', { name: 'Status of Larkpost' }).selectOption('Applied');
		await phone.getByRole('textbox', { name: 'Note on Larkpost' }).fill('Ask Dana');
		await untilSent(phone);
		await laptop.goto('/saved/');
		await expect.poll(() => laptop.getByRole('textbox', { name: 'Note on Larkpost' }).inputValue()).toBe('Ask Dana');
		await star(laptop, 'Saved Larkpost').click();
		await untilSent(laptop);
		await phone.reload();
		await phone.getByText('You have not saved any programs yet.').waitFor();
		expect(await inAccount(phone)).toEqual([]);
	});

	test('get those of the browser on signing in, and the notes of both', async () => {
		const { page: first, email } = await site.visitSignedIn('/programs/larkpost/');
		await star(first, 'Save Larkpost').first().click();
		await first.goto('/saved/');
		await first.getByRole('textbox', { name: 'Note on Larkpost' }).fill('From the account');
		await untilSent(first);
		const second = await site.visit();
		await store(second, [
			{ slug: 'larkpost', name: 'Larkpost', note: 'From the browser', status: 'joined' },
			{ slug: 'zinkhammer', name: 'Zinkhammer®', note: 'Only here' },
		]);
		await signInAs(second, email);
		const merged = (await inAccount(second)).map(({ slug, note, status }) => [slug, note, status]);
		expect(new Set(merged)).toEqual(
			new Set([
				['larkpost', 'From the account\n\nFrom the browser', 'joined'],
				['zinkhammer', 'Only here', null],
			]),
		);
		await expect.poll(() => slugsIn(second)).toHaveLength(2);
	});

	test('are sent later if the browser is offline, even if the page is closed in between', async () => {
		const { page } = await site.visitSignedIn('/programs/larkpost/');
		await page.context().setOffline(true);
		const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(SYNC));
		await star(page, 'Save Larkpost').first().click();
		await failed;
		expect(await slugsIn(page)).toEqual(['larkpost']);
		await page.context().setOffline(false);
		await page.close({ runBeforeUnload: false });
		const next = await page.context().newPage();
		await next.goto('/categories/');
		await untilSent(next);
		expect((await inAccount(next)).map(({ slug }) => slug)).toEqual(['larkpost']);
	});

	test('leave the browser when the visitor signs out, and the next person does not get them', async () => {
		const { page, email } = await site.visitSignedIn('/programs/larkpost/');
		await star(page, 'Save Larkpost').first().click();
		// Nothing has been sent yet: signing out waits for it.
		await signOut(page);
		expect([await slugsIn(page), await copyIn(page)]).toEqual([[], null]);
		await page.goBack();
		await page.goto('/saved/');
		await page.getByText('You have not saved any programs yet.').waitFor();
		await sendForm(page, '/account/sign-up/', { email: `next-${email}`, newPassword: PASSWORD });
		await page.goto('/account/settings/');
		await untilSent(page);
		expect(await inAccount(page)).toEqual([]);
		await signOut(page);
		await signInAs(page, email);
		await expect.poll(() => slugsIn(page)).toEqual(['larkpost']);
	});

	test('leave the browser when the session was ended elsewhere, but unsent changes wait for the same person', async () => {
		const { page, email } = await site.visitSignedIn('/programs/larkpost/');
		await star(page, 'Save Larkpost').first().click();
		await untilSent(page);
		await page.context().clearCookies();
		await page.goto('/programs/zinkhammer/');
		const refused = page.waitForResponse((response) => response.status() === 401);
		await star(page, 'Save Zinkhammer®').first().click();
		await refused;
		await expect.poll(() => slugsIn(page)).toEqual([]);
		await page.goto('/saved/');
		await page.getByText('You are signed out.').waitFor();
		await signInAs(page, email);
		await untilSent(page);
		expect(new Set((await inAccount(page)).map(({ slug }) => slug))).toEqual(new Set(['larkpost', 'zinkhammer']));
	});

	test('of somebody else who signs in meanwhile are not mixed in', async () => {
		const { page: bob, email } = await site.visitSignedIn('/programs/zinkhammer/');
		await star(bob, 'Save Zinkhammer®').first().click();
		await untilSent(bob);
		const { page } = await site.visitSignedIn('/programs/larkpost/');
		await star(page, 'Save Larkpost').first().click();
		await untilSent(page);
		// Another window signs in without this page knowing.
		await page.context().clearCookies();
		await sendForm(page, '/account/sign-in/', { email, password: PASSWORD });
		const refused = page.waitForResponse((response) => response.status() === 409);
		await page.goto('/programs/fernhollow-hosting/');
		await star(page, 'Save Fernhollow Hosting').first().click();
		await refused;
		await page.goto('/account/settings/');
		await untilSent(page);
		expect((await inAccount(page)).map(({ slug }) => slug)).toEqual(['zinkhammer']);
		await expect.poll(() => slugsIn(page)).toEqual(['zinkhammer']);
	});

	test('need no request if the visitor has no account', async () => {
		const page = await site.visit();
		const requests: string[] = [];
		page.on('request', (request) => requests.push(new URL(request.url()).pathname));
		await page.goto('/programs/larkpost/');
		await star(page, 'Save Larkpost').first().click();
		await page.goto('/saved/');
		await names(page);
		await page.waitForTimeout(1500);
		expect(requests.filter((path) => path.startsWith('/account/') || path.includes('saved-sync'))).toEqual([]);
	});
});

test('The feed of saved programs is made without JavaScript, and read by anyone who has its address', async () => {
	const { page } = await site.visitSignedIn(undefined, { javaScriptEnabled: false });
	await page.getByRole('link', { name: 'Feed of saved programs' }).click();
	await page.getByRole('button', { name: 'Create feed' }).click();
	const address = await page.locator('copy-text code').innerText();
	const response = await fetch(address.replace(/^https?:\/\/[^/]*/, new URL(page.url()).origin));
	expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
	await page.getByRole('link', { name: 'Go to your saved programs' }).click();
	await page.goto('/account/saved/');
	await page.getByRole('button', { name: 'Make a new address' }).waitFor();
});

test('The pages of the list and of its feed have no accessibility faults while somebody is signed in', async () => {
	const { page } = await site.visitSignedIn('/programs/larkpost/', { viewport: { width: 360, height: 800 } });
	await star(page, 'Save Larkpost').first().click();
	await page.goto('/saved/');
	await names(page);
	await expectNoFaults(page);
	await page.getByRole('link', { name: 'Get a feed' }).click();
	await page.getByRole('button', { name: 'Create feed' }).waitFor();
	await expectNoFaults(page);
	await page.getByRole('button', { name: 'Create feed' }).click();
	await page.getByRole('link', { name: 'Go to your saved programs' }).waitFor();
	await expectNoFaults(page);
});
