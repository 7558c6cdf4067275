/** The sites that setup.ts serves, and a browser for them. */
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { currentSite } from '../support/current-site.ts';

interface Sites {
	/** A site that `npm start` makes in an empty project. */
	readonly sample: {
		/** The folder of the snapshot, the releases and the state. */
		readonly folder: string;
		readonly origin: string;
		/** The output of the command. */
		readonly output: string;
	};
	readonly extremes: { readonly folder: string; readonly origin: string };
}

declare module 'vitest' {
	export interface ProvidedContext {
		sites: Sites;
	}
}

export const SITES = inject('sites');

/** The addresses of pages of every template, some of them with unusual content. */
export const PAGES = {
	home: '/',
	'list of programs': '/programs/',
	'results of the explorer': '/programs/search/?q=the&min_guaranteed=20&sort=guaranteed_desc',
	program: '/programs/larkpost/',
	'list of categories': '/categories/',
	category: '/categories/shops/',
	'best programs of a category': '/categories/shops/best/',
	'list of networks': '/networks/',
	network: '/networks/in-house/',
	statistics: '/statistics/',
	'history of changes': '/changes/',
	'list of organizations': '/organizations/',
	organization: '/organizations/fernhollow-group/',
	'further reviews of a program': '/programs/larkpost/page/2/',
	review: '/reviews/rev_BzVThq9db6/',
	comparison: '/compare/?programs=larkpost,fernhollow-hosting,zinkhammer,tamarisk-shop',
	'saved programs': '/saved/',
	'page about the data': '/about/data/',
	'page about ratings': '/about/ratings/',
	'page about privacy': '/about/privacy/',
	documentation: '/docs/',
	'page of the documentation': '/docs/operators/monitoring/',
	'page with examples': '/docs/quick-start/',
	'reference of the API': '/docs/reference/',
	'reference of an account': '/docs/account-reference/',
	'page to sign in': '/account/sign-in/?to=/account/keys/',
	'page to make an account': '/account/sign-up/',
	'page for a forgotten password': '/account/forgotten/',
	'page to set a new password': '/account/reset-password/?token=x',
	'address of nothing': '/nothing/',
	'error page': '/500.html',
	'last page of a list': '/programs/page/3/',
	'results of a misspelt word': '/programs/search/?q=newsleter',
	'results of words for filters': '/programs/search/?q=recurring+newsletter+xyzzy',
	'explorer without results': '/programs/search/?q=hosting+100%25%2B&min_rating=much',
	'program of which little is known': '/programs/zinkhammer/',
	'empty category': '/categories/energy-and-mobility/',
	'network of one program': '/networks/tolt/',
	'organization without programs': '/organizations/quillburrow-press/',
	'comparison of nothing': '/compare/?programs=larkpost,nothing&q=shop',
} as const;

/** Opens a page for a new visitor, at an address or without one. */
export type Visit = (address?: string, options?: BrowserContextOptions) => Promise<Page>;

/**
 * One browser for all files of a process, because starting it takes as long as several tests. It ends with the process.
 */
let browser: Promise<Browser> | undefined;

/** Opens the browser for the tests of a file. Relative addresses lead to the sample. */
export function useBrowser(): Visit {
	const opened: BrowserContext[] = [];
	/** The number of pages that a beforeAll has opened. */
	let lasting = 0;
	// Open pages cost time and memory.
	const closeAllBut = (kept: number) => Promise.all(opened.splice(kept).map((context) => context.close()));
	beforeEach(() => {
		lasting = opened.length;
	});
	afterEach(async () => void (await closeAllBut(lasting)));
	afterAll(async () => void (await closeAllBut(0)));
	return async (address, options) => {
		const context = await newContext(options);
		opened.push(context);
		return at(address, await context.newPage());
	};
}

/**
 * Opens the browser for tests that need no new one. A test gets the pages that earlier tests of the file opened with
 * equal options, because a page for a new visitor takes longer to open than most of these tests. After each test,
 * stored data is removed and other tabs are closed, but scripts that a test adds with `addInitScript` would stay.
 */
export function useSharedPages(): Visit {
	const pages: { readonly page: Page; readonly options: string; readonly reset: () => unknown; isFree: boolean }[] = [];
	afterEach(async () => {
		for (const shared of pages.filter(({ page, isFree }) => !isFree && !page.isClosed())) {
			try {
				await shared.reset();
				shared.isFree = true;
			} catch {
				// If a navigation that the test started interrupts this, later tests get another page.
				await shared.page.context().close();
			}
		}
	});
	afterAll(() => Promise.all(pages.map(({ page }) => page.context().close())));
	return async (address, given) => {
		const options = JSON.stringify(given ?? {});
		const free = pages.find((shared) => shared.isFree && shared.options === options);
		if (free !== undefined) {
			free.isFree = false;
			return at(address, free.page);
		}
		const page = await (await newContext(given)).newPage();
		const size = page.viewportSize()!;
		const reset = async () => {
			const tabs = page.context().pages();
			await Promise.all(tabs.filter((tab) => tab !== page).map((tab) => tab.close()));
			await page.unrouteAll();
			await forget(page);
			await Promise.all([page.setViewportSize(size), page.emulateMedia({ colorScheme: 'light' })]);
		};
		pages.push({ page, options, reset, isFree: false });
		return at(address, page);
	};
}

async function at(address: string | undefined, page: Page): Promise<Page> {
	if (address !== undefined) await page.goto(address);
	return page;
}

/** Leaves the page, so that its scripts and requests end, and removes everything that the site stores in the browser. */
async function forget(page: Page): Promise<void> {
	await page.goto('/robots.txt');
	await page.evaluate(() => {
		localStorage.clear();
		sessionStorage.clear();
	});
}

async function newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
	browser ??= launchBrowser();
	const context = await (await browser).newContext({ baseURL: SITES.sample.origin, ...options });
	// The default of 30 seconds is too short for a busy machine.
	context.setDefaultTimeout(90_000);
	return context;
}

/**
 * Waits until a loaded page has its fonts and has finished its scripts, so that it sends no more requests on its own.
 * Background pages may get neither idle time nor font events, so it waits only a few seconds.
 */
export async function settled(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const timeout = new Promise((resolve) => setTimeout(resolve, 5000));
		await Promise.race([document.fonts.ready, timeout]);
		await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
	});
}

const INDEX = 'index.html';

/** The paths of all pages in the current release of a site. @param folder the folder with the releases in `out` */
export async function staticPages(folder: string): Promise<string[]> {
	const site = await currentSite(join(folder, 'out'));
	const files = [...site.files().keys()];
	site.close();
	return files
		.filter((file) => file === INDEX || file.endsWith(`/${INDEX}`))
		.map((file) => `/${file.slice(0, -INDEX.length)}`);
}
