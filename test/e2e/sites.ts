/** The sites that setup.ts serves, and a browser to visit them with. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { launchBrowser } from '../support/browser.ts';

export interface Sites {
	/** What `npm start` makes of nothing. */
	readonly sample: {
		/** Holds the snapshot, the releases and the state. */
		readonly folder: string;
		readonly origin: string;
		/** What it printed. */
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

/** A page of each template, by what it is. */
const TEMPLATES = {
	home: '/',
	'list of programs': '/programs/',
	'results of the explorer': '/programs/search/?q=the&min_commission=20&sort=commission_desc',
	program: '/programs/larkpost/',
	'list of categories': '/categories/',
	category: '/categories/shops/',
	'list of networks': '/networks/',
	network: '/networks/in-house/',
	statistics: '/statistics/',
	'list of organizations': '/organizations/',
	organization: '/organizations/fernhollow-group/',
	review: '/reviews/rev_BzVThq9db6/',
	comparison: '/compare/?programs=larkpost,fernhollow-hosting,zinkhammer,tamarisk-shop',
	'page about the data': '/about/data/',
	'page about the API': '/about/api/',
	'page about ratings': '/about/ratings/',
	'page about affiliate links': '/about/affiliate-links/',
	'page about privacy': '/about/privacy/',
	documentation: '/docs/',
	'page of the documentation': '/docs/operation/',
	'page to sign in': '/account/sign-in/?to=/account/keys/',
	'page to make an account': '/account/sign-up/',
	'page for a forgotten password': '/account/forgotten/',
	'page to set a new password': '/account/reset-password/?token=x',
	'address of nothing': '/nothing/',
	'error page': '/500.html',
} as const;

/** The same templates with other things to show. */
const VARIANTS = {
	'last page of a list': '/programs/page/3/',
	'results of a misspelt word': '/programs/search/?q=newsleter',
	'explorer without results': '/programs/search/?q=qqqqqqqq&min_rating=much',
	'program of which little is known': '/programs/zinkhammer/',
	'empty category': '/categories/energy-and-mobility/',
	'network of one program': '/networks/tolt/',
	'organization without programs': '/organizations/quillburrow-press/',
	'comparison of nothing': '/compare/?programs=larkpost,nothing&q=shop',
} as const;

/** Both. */
export const PAGES = { ...TEMPLATES, ...VARIANTS };

/** Whether the checks that take long look at every page, as in `npm run test:long`, or at one page per template. */
export const IS_EVERY_PAGE = process.env.EVERY_PAGE === '1';

/** What those checks look at. */
export const CHECKED_PAGES: { readonly [name: string]: string } = IS_EVERY_PAGE ? PAGES : TEMPLATES;

/** Opens a page of its own, as of another visitor. */
export type Visit = (options?: BrowserContextOptions) => Promise<Page>;

/** One for all files that a process runs: starting one takes as long as several tests. It ends with the process. */
let browser: Promise<Browser> | undefined;

/** Gives the tests of a file a browser; relative addresses are the sample's. */
export function useBrowser(): Visit {
	const opened: BrowserContext[] = [];
	/** How many of them a beforeAll has opened. */
	let lasting = 0;
	// Pages that nobody looks at any more cost time and memory.
	const closeAllBut = (kept: number) => Promise.all(opened.splice(kept).map((context) => context.close()));
	beforeEach(() => {
		lasting = opened.length;
	});
	afterEach(async () => void (await closeAllBut(lasting)));
	afterAll(async () => void (await closeAllBut(0)));
	return async (options) => {
		browser ??= launchBrowser();
		const context = await (await browser).newContext({ baseURL: SITES.sample.origin, ...options });
		opened.push(context);
		return context.newPage();
	};
}

/**
 * Waits until a loaded page has its fonts and nothing left to run, so that it will ask for nothing more by itself. A page in
 * the background may get neither idle time nor word of its fonts, so it waits for a few seconds at most.
 */
export async function settled(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const timeout = new Promise((resolve) => setTimeout(resolve, 5000));
		await Promise.race([document.fonts.ready, timeout]);
		await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
	});
}
