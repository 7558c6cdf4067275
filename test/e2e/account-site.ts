/** The sample directory with separate accounts, and users of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIResponse, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { SITES, useSharedPages, type Visit } from './sites.ts';

interface AccountSite {
	/** Opens a page with its own client address, so that limits do not count requests of other users. */
	visit: Visit;
	/** Does the same with a new account. By default, opens its settings. */
	visitSignedIn(...visit: Parameters<Visit>): Promise<{ readonly page: Page; readonly email: string }>;
	/** The folder of the state. */
	readonly state: string;
}

export const PASSWORD = 'a rather long one';

let people = 0;

/** Starts a site for the tests of a file. @param settings returns the settings of the server; called when it starts */
export function useAccountSite(settings: () => { readonly [name: string]: string } = () => ({})): AccountSite {
	const open = useSharedPages();
	const state = mkdtempSync(join(tmpdir(), 'accounts-'));
	let server: ServerProcess;
	beforeAll(async () => {
		const out = join(SITES.sample.folder, 'out');
		server = await startServer({ out, state }, { env: { TRUST_PROXY: '1', ...settings() } });
	});
	afterAll(async () => {
		await server?.stop('SIGKILL');
		rmSync(state, { recursive: true });
	});

	async function visit(address?: string, options?: BrowserContextOptions): Promise<Page> {
		const page = await open(undefined, { baseURL: `http://127.0.0.1:${server.port}`, ...options });
		await becomeNewVisitor(page, ++people);
		if (address !== undefined) await page.goto(address);
		return page;
	}

	return {
		state,
		visit,
		async visitSignedIn(address, options) {
			const page = await visit(undefined, options);
			const email = `visitor${people}@site.example`;
			await signUp(page, email);
			// An account page tells the browser who is signed in.
			await page.goto('/account/settings/');
			if (address !== undefined) await page.goto(address);
			return { page, email };
		},
	};
}

/** Turns the user of a page into a new visitor, with a separate client address. */
export async function becomeNewVisitor(page: Page, number: number): Promise<void> {
	await page.context().clearCookies();
	await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': `203.0.113.${number}` });
}

/** Sends a form of the site with the cookies of a page, which is much faster than filling it in. */
export function sendForm(page: Page, address: string, form: { readonly [name: string]: string }): Promise<APIResponse> {
	return page.request.post(address, { form, headers: { 'Sec-Fetch-Site': 'same-origin' }, maxRedirects: 0 });
}

/** Creates an account with `PASSWORD`, without opening a page. Signs in, unless the address must be confirmed. */
export function signUp(page: Page, email: string): Promise<APIResponse> {
	return sendForm(page, '/account/sign-up/', { email, newPassword: PASSWORD });
}

/** Fills in the sign-in form and sends it. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
	await page.getByLabel('Email address').fill(email);
	await page.getByLabel('Password').fill(password);
	await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The message or error on a page. */
export function said(page: Page): Promise<string> {
	return page.locator('.done, .problems').innerText();
}
