import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from './sites.ts';

const visit = useBrowser();

/** Works in the page, as a text: the test runner would rewrite an import in a function. */
const SEARCH = `(async () => {
	const pagefind = await import('/pagefind/pagefind.js');
	const { results } = await pagefind.search('newsletter');
	return (await results[0].data()).url;
})()`;

/** What the browser complains of. */
function complaintsOf(page: Page): string[] {
	const complaints: string[] = [];
	page.on('console', (message) => complaints.push(message.text()));
	page.on('pageerror', (error) => complaints.push(String(error)));
	return complaints;
}

// That it refuses nothing that a page needs is seen on every page, in every-page.test.ts.
describe('The Content-Security-Policy', () => {
	test('lets the full-text search work', async () => {
		const page = await visit();
		const complaints = complaintsOf(page);
		await page.goto('/');
		expect(await page.evaluate(SEARCH)).toMatch(/^\/\w+\//);
		expect(complaints).toEqual([]);
	});

	test('refuses scripts and styles that stand in a page, whatever brought them there', async () => {
		const page = await visit();
		const complaints = complaintsOf(page);
		await page.goto('/');
		await page.evaluate(() => {
			const add = (html: string) => document.body.insertAdjacentHTML('beforeend', html);
			const script = document.createElement('script');
			script.textContent = "document.title = 'taken'";
			document.body.append(script);
			add('<style>body { display: none }</style>');
			add(`<button id="handler" onclick="document.title = 'taken'">Handler</button>`);
			add(`<a id="link" href="javascript:document.title = 'taken'">Link</a>`);
			for (const id of ['handler', 'link']) document.getElementById(id)!.click();
		});
		const refused = () => complaints.filter((text) => text.includes('Content Security Policy')).length;
		await expect.poll(refused).toBe(4);
		expect(await page.title()).not.toBe('taken');
		expect(await page.locator('h1').isVisible()).toBe(true);
	});

	test('keeps a page from being shown in a frame', async () => {
		const page = await visit();
		// Of the same origin, because of another one the browser refuses an address of this machine in any case.
		await page.route('/framing', (route) =>
			route.fulfill({ contentType: 'text/html', body: '<iframe src="/"></iframe>' }),
		);
		await page.goto('/framing');
		// Chromium shows a page of its own instead.
		await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
	});
});
