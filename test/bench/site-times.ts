/** Measures how long a visitor waits, in a real browser. */
import type { Browser, Page } from 'playwright-core';

/** The time between two key presses, in milliseconds. It is long enough for a response to each key press. */
const PAUSE = 400;
/** The search words to type: common words, a misspelt word, several words. */
const TYPED = ['hosting', 'email marketng', 'software for teams', 'a', 'zzz'];
/** The number of visitors who use the site-wide search for the first time. */
const FIRST_USES = 9;

/** Returns the milliseconds from each key press in the explorer until the list of results appears. */
export async function timeExplorer(page: Page): Promise<number[]> {
	await page.goto('/programs/search/');
	const field = page.locator('#words');
	await page.evaluate(() => {
		const times: number[] = [];
		let pressed = 0;
		addEventListener(
			'input',
			(event) => {
				pressed = event.timeStamp;
			},
			{ capture: true },
		);
		new MutationObserver(() => times.push(performance.now() - pressed)).observe(document.querySelector('.matches')!, {
			childList: true,
		});
		Object.assign(window, { times });
	});
	for (const text of TYPED) {
		await field.fill('');
		await page.waitForTimeout(PAUSE);
		await field.pressSequentially(text, { delay: PAUSE });
		await page.waitForTimeout(PAUSE);
	}
	return page.evaluate(() => (window as unknown as { times: number[] }).times);
}

/**
 * Returns the milliseconds from the last key press to the first result. Each value is for a visitor with an empty cache.
 * Results wait until the visitor pauses.
 */
export async function timeSiteSearch(browser: Browser, baseURL: string): Promise<number[]> {
	const times: number[] = [];
	for (let i = 0; i < FIRST_USES; i++) {
		const page = await browser.newPage({ baseURL });
		await page.goto('/', { waitUntil: 'networkidle' });
		await page.keyboard.press('/');
		await page.waitForTimeout(PAUSE / 2);
		const found = page.evaluate(
			() =>
				new Promise<number>((resolve) => {
					let pressed = 0;
					addEventListener('input', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
					new MutationObserver(() => resolve(performance.now() - pressed)).observe(
						document.querySelector('.search-results')!,
						{ childList: true, subtree: true },
					);
				}),
		);
		await page.keyboard.type('software', { delay: PAUSE / 4 });
		times.push(await found);
		await page.context().close();
	}
	return times;
}
