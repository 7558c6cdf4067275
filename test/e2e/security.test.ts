import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from './sites.ts';

const visit = useBrowser();

/** Code for the page, as text, because the test runner would rewrite an import in a function. */
const SEARCH = `(async () => {
	const { engine, main } = await (await fetch('/search-parts.json')).json();
	const pagefind = await import(\`/pagefind/\${engine}/pagefind.js\`);
	await pagefind.mergeIndex(\`/pagefind/\${main[0].name}/\`);
	const { results } = await pagefind.search('newsletter');
	return (await results[0].data()).url;
})()`;

/** The violations that the browser reports. */
function violationsOf(page: Page): string[] {
	const complaints: string[] = [];
	page.on('console', (message) => complaints.push(message.text()));
	page.on('pageerror', (error) => complaints.push(String(error)));
	return complaints;
}

// every-page/links.long.test.ts checks that the policy blocks nothing that a page needs.
describe('The Content-Security-Policy', () => {
	test('lets the full-text search work', async () => {
		const page = await visit();
		const complaints = violationsOf(page);
		await page.goto('/');
		expect(await page.evaluate(SEARCH)).toMatch(/^\/\w+\//);
		expect(complaints).toEqual([]);
	});

	test('blocks inline scripts and styles, however they were added', async () => {
		const page = await visit();
		const complaints = violationsOf(page);
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

	test('blocks pages in frames', async () => {
		const page = await visit();
		// From the same origin, because the browser blocks local addresses from other origins in any case.
		await page.route('/framing', (route) =>
			route.fulfill({ contentType: 'text/html', body: '<iframe src="/"></iframe>' }),
		);
		await page.goto('/framing');
		// Chromium shows an error page instead.
		await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
	});
});
