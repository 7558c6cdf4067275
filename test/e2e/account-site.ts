/** The sample directory with accounts of its own, and people who visit them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { SITES, useBrowser } from './sites.ts';

export interface AccountSite {
	/** Opens a page as of a visitor with an address of their own, so that limits count them alone. */
	visit(options?: BrowserContextOptions): Promise<Page>;
	/** The same, with an account and signed in, at the settings. */
	visitSignedIn(options?: BrowserContextOptions): Promise<{ readonly page: Page; readonly email: string }>;
	/** The folder of the state. */
	readonly state: string;
}

export const PASSWORD = 'a rather long one';

let people = 0;

/** Gives the tests of a file such a site. @param settings of the server, known when it starts */
export function useAccountSite(settings: () => { readonly [name: string]: string } = () => ({})): AccountSite {
	const open = useBrowser();
	const state = mkdtempSync(join(tmpdir(), 'accounts-'));
	let server: ServerProcess;
	beforeAll(async () => {
		const out = join(SITES.sample.folder, 'out');
		server = await startServer({ out, state }, { env: { TRUST_PROXY: '1', ...settings() } });
	});
	afterAll(async () => {
		await server?.stop();
		rmSync(state, { recursive: true });
	});

	async function visit(options?: BrowserContextOptions): Promise<Page> {
		const extraHTTPHeaders = { 'X-Forwarded-For': `203.0.113.${++people}` };
		return open({ baseURL: `http://127.0.0.1:${server.port}`, extraHTTPHeaders, ...options });
	}

	return {
		state,
		visit,
		async visitSignedIn(options) {
			const page = await visit(options);
			const email = `visitor${people}@site.example`;
			await page.goto('/account/sign-up/');
			await page.getByLabel('E-mail address').fill(email);
			await page.getByLabel('Password').fill(PASSWORD);
			await page.getByRole('button', { name: 'Create account' }).click();
			await page.waitForURL('/account/keys/');
			await page.goto('/account/settings/');
			return { page, email };
		},
	};
}

/** Fills in the form to sign in, and sends it. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
	await page.getByLabel('E-mail address').fill(email);
	await page.getByLabel('Password').fill(password);
	await page.getByRole('button', { name: 'Sign in' }).click();
}

/** What a page says that it did, or that is wrong. */
export function said(page: Page): Promise<string> {
	return page.locator('.done, .problems').innerText();
}
