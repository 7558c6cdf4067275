import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SITES, useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe('The page of a program', () => {
	test('shows the commission, its duration, and the payout threshold and interval', async () => {
		const page = await openProgram('fernhollow-hosting');
		const words = '120% of the first month, then 5% recurring while the customer stays';
		expect(await fact(page, 'Commission')).toBe('120% hybrid, 1 month, then 5%');
		expect(await page.getByRole('region', { name: 'What it pays' }).innerText()).toContain('From month 2: 5% for life');
		expect(await fact(page, 'In its own words')).toBe(words);
		expect(await fact(page, 'Cookie')).toBe('30 days');
		expect(await fact(page, 'Affiliate network')).toBe('impact.com');
		expect(await fact(page, 'Payout threshold')).toBe('£50 paid monthly');
		expect(await page.locator('main').innerText()).toContain('Checked by an editor on 19 August 2026');
	});

	test('loads the history of its terms, and links to it without JavaScript', async () => {
		const page = await openProgram('fernhollow-hosting');
		await page.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
		await page.getByText('No changes to the terms yet.').waitFor();
		const plain = await visit('/programs/fernhollow-hosting/', { javaScriptEnabled: false });
		await plain.getByRole('link', { name: 'All changes to this entry' }).click();
		await plain.waitForURL('/changes/?program=fernhollow-hosting');
		expect(await plain.locator('h1').innerText()).toBe('Changes to Fernhollow Hosting');
	});

	test('shows its badge, with the code to show it on other websites', async () => {
		const page = await openProgram('fernhollow-hosting');
		await page.getByText('Show the rating on your website').click();
		const badge = page.getByRole('img', { name: 'The rating as a badge' });
		await badge.scrollIntoViewIfNeeded();
		await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(44);
		const [html, markdown] = await page.locator('.badge code').allInnerTexts();
		expect(html).toMatch(
			/^<a href="http.*\/programs\/fernhollow-hosting\/"><img src="http.*\/badges\/fernhollow-hosting\.svg" /,
		);
		expect(markdown).toMatch(/^\[!\[Rating on .*\]\(http.*\.svg\)\]\(http.*\/\)$/);
	});

	test('shows a commission, a payout threshold and a cookie duration of 0 as such', async () => {
		expect(await fact(await openProgram('nordkante-noten'), 'Commission')).toBe('0% one-time');
		expect(await fact(await openProgram('ledgerfinch-payroll'), 'Cookie')).toBe('session only');
	});

	test('shows the rating with the number of reviews, which links to them', async () => {
		const page = await openProgram('fernhollow-hosting');
		expect(await fact(page, 'Rating')).toBe('3.4 of 5 14 reviews');
		expect(await page.getByRole('article').count()).toBe(10);
		await page.getByRole('link', { name: '14 reviews' }).click();
		expect(await page.getByRole('heading', { name: 'Reviews' }).evaluate(isInView)).toBe(true);
	});

	test('links to the page to apply and to the website, and tells search engines not to count such links', async () => {
		const page = await openProgram('fernhollow-hosting');
		const apply = page.getByRole('link', { name: 'Apply' });
		expect(await apply.getAttribute('href')).toBe('https://www.fernhollow.example/affiliates/apply');
		expect(await apply.getAttribute('rel')).toBe('nofollow noopener');
		const others = page.locator('a[href^="http"]:not(.prose a)');
		expect(await others.count()).toBe(4);
		expect(new Set(await others.evaluateAll((links) => links.map((link) => link.getAttribute('rel'))))).toEqual(
			new Set(['nofollow noopener']),
		);
		expect(await page.locator('.prose a').first().getAttribute('rel')).toBe('ugc nofollow noopener');
	});

	test('says in words that a fact is unknown', async () => {
		const page = await openProgram('zinkhammer');
		expect(await fact(page, 'Commission')).toBe('not stated one-time');
		for (const name of ['In its own words', 'Cookie', 'Affiliate network', 'Payout frequency', 'Source of the terms']) {
			expect(await fact(page, name), name).toBe('not stated');
		}
		// A currency without an amount says nothing.
		expect(await fact(page, 'Currency')).toBe('');
		// The threshold could be published in a currency that the directory cannot store.
		expect(await fact(page, 'Payout threshold')).toBe('');
		expect(await page.locator('main').innerText()).toContain('Not yet checked by an editor');
		expect(await page.getByRole('link', { name: 'Apply' }).count()).toBe(0);
		expect(await page.locator('main').innerText()).toContain('Where to apply is not stated here');
	});

	test('links to the website, and not to apply, if the link to apply only leads to the home page', async () => {
		const page = await visit('/programs/japanese-program/', { baseURL: SITES.extremes.origin });
		const actions = page.locator('.program-start .actions');
		expect(await actions.getByRole('link', { name: 'Apply' }).count()).toBe(0);
		const website = actions.getByRole('link', { name: 'Website' });
		expect(await website.getAttribute('href')).toMatch(/example\/japanese$/);
		await page.goto('/compare/?programs=japanese-program,german-program');
		const links = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Link', exact: true }) });
		expect((await links.locator('td').allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual([
			'Website',
			'Apply',
		]);
	});

	test('says that a closed program is closed, in place of the link to apply', async () => {
		const page = await visit('/programs/emoji-program/', { baseURL: SITES.extremes.origin });
		const actions = page.locator('.program-start .actions');
		expect(await actions.innerText()).toMatch(/^Closed to new publishers\s+Website/);
		expect(await actions.getByRole('link', { name: 'Apply' }).count()).toBe(0);
		await page.goto('/programs/');
		const last = page.getByRole('row').last();
		expect(await last.innerText()).toContain('Closed to new publishers');
		expect(await last.getByRole('link').first().getAttribute('href')).toBe('/programs/emoji-program/');
	});

	test('describes the terms in sentences', async () => {
		const page = await openProgram('larkpost');
		expect(oneLine(await page.locator('.plain-terms').innerText())).toBe(
			'Pays 30% of each payment for 24 months. Sales count for up to 60 days after the click. Pays out monthly, once you have earned at least €50.',
		);
	});

	test('leaves out the duration of a one-time commission', async () => {
		expect(await (await openProgram('larkpost')).locator('dt', { hasText: 'Duration' }).count()).toBe(1);
		expect(await (await openProgram('zinkhammer')).locator('dt', { hasText: 'Duration' }).count()).toBe(0);
	});

	test('shows the distribution of the ratings, whose counts add up to the number of reviews', async () => {
		const page = await openProgram('fernhollow-hosting');
		const rows = await page.locator('.bars tbody tr').all();
		const counts = await Promise.all(rows.map(async (row) => Number(await row.locator('td').last().innerText())));
		expect(counts).toHaveLength(5);
		expect(counts.reduce((sum, count) => sum + count)).toBe(14);
		const widths = await page
			.locator('.bars rect')
			.evaluateAll((bars) => bars.map((bar) => bar.clientWidth || bar.getBoundingClientRect().width));
		expect(widths.indexOf(Math.max(...widths))).toBe(counts.indexOf(Math.max(...counts)));
	});

	test('links to six similar programs, with their advantages, and not to itself', async () => {
		const page = await openProgram('larkpost');
		const section = page.getByRole('region', { name: 'Similar programs' });
		const links = section.getByRole('rowheader').getByRole('link');
		const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
		expect(new Set(addresses).size).toBe(6);
		expect(addresses).not.toContain('/programs/larkpost/');
		const row = section.getByRole('row').filter({ hasText: 'Longer cookie' }).first();
		expect(Number.parseInt(await row.locator('[data-label="Cookie"]').innerText(), 10)).toBeGreaterThan(60);
	});

	test('lists its similar programs first among its alternatives in the explorer', async () => {
		const addressesIn = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
		const own = await openProgram('larkpost');
		const section = own.getByRole('region', { name: 'Similar programs' });
		const similar = await addressesIn(section.getByRole('rowheader').getByRole('link'));
		const explorer = await visit('/programs/search/?similar_to=larkpost');
		expect(await explorer.getByText('Alternatives to Larkpost').count()).toBe(1);
		const listed = await addressesIn(explorer.getByRole('rowheader').getByRole('link'));
		expect(listed.slice(0, 6)).toEqual(similar);
		expect(listed.length).toBeLessThanOrEqual(12);
	});

	test('links from the similar programs to a comparison and to more programs of the same kind', async () => {
		const page = await openProgram('larkpost');
		const section = page.getByRole('region', { name: 'Similar programs' });
		const more = section.getByRole('link', { name: 'All recurring programs in Email & marketing' });
		expect(await more.getAttribute('href')).toBe('/programs/search/?category=marketing&commission_type=recurring');
		await section.getByRole('link', { name: 'Compare Larkpost with the first three' }).click();
		await page.waitForURL(/\/compare\/\?programs=larkpost,/);
		expect(await page.locator('.compare thead .name').count()).toBe(4);
		expect(await page.locator('.compare thead .name').first().innerText()).toBe('Larkpost');
	});

	test('is below its first category, and in the section of programs', async () => {
		const page = await visit('/programs/larkpost/');
		const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link');
		expect(await crumbs.allInnerTexts()).toEqual(['Home', 'Email & marketing']);
		expect(await crumbs.last().getAttribute('href')).toBe('/categories/marketing/');
		const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
		expect(await current.allInnerTexts()).toEqual(['Programs']);
	});

	test('says where to report a wrong fact', async () => {
		const page = await openProgram('larkpost');
		await page.getByRole('link', { name: 'Report a wrong fact' }).click();
		await page.waitForURL('/wrong-fact/?program=larkpost');
		await page.getByLabel('What is wrong').waitFor();
	});

	test('shows only reviews on its further pages', async () => {
		const page = await visit('/programs/larkpost/page/2/');
		const text = oneLine(await page.locator('main').innerText());
		expect(text).toContain('rated 3.8 of 5');
		expect(await page.locator('dl').count()).toBe(0);
		expect(await page.getByRole('table').count()).toBe(0);
		await page.getByRole('link', { name: 'About the program' }).click();
		await page.waitForURL('/programs/larkpost/');
	});

	test('says how several reviews are sorted', async () => {
		const order = (page: Page) =>
			page
				.locator('#reviews')
				.getByText(/^[\d–]+ (of \d+ )?reviews?\b/)
				.last()
				.innerText();
		expect(await order(await openProgram('fernhollow-hosting'))).toBe('1–10 of 14 reviews, newest first');
		expect(await order(await openProgram('loomstead'))).toBe('1 review');
	});

	test('says that there are no reviews', async () => {
		const page = await openProgram('fernhollow-backup');
		expect(await page.locator('.key-figures dt', { hasText: 'Rating' }).count()).toBe(0);
		expect(await page.locator('#reviews').innerText()).toContain('No reviews yet.');
	});
});

describe('The estimate of a program', () => {
	test('has no figure before the first input, follows the input, and explains itself', async () => {
		const page = await openProgram('larkpost');
		const year = page.locator('.estimate output');
		await page.getByText('Enter a number to see an estimate.').waitFor();
		expect(await year.isVisible()).toBe(false);
		await page.getByLabel('Churn per month').fill('0');
		expect(await year.innerText()).toBe('€11,700');
		await page.getByLabel('New customers per month').fill('20');
		expect(await year.innerText()).toBe('€23,400');
		await page.getByLabel('Price per payment (EUR)').fill('100');
		expect(await year.innerText()).toBe('€46,800');
		await page.getByText('How it is calculated').click();
		expect(await page.locator('.estimate').innerText()).toContain('1,560 payments × €30 = €46,800.');
	});

	test('is missing without JavaScript, and for programs without figures', async () => {
		const page = await visit('/programs/larkpost/', { javaScriptEnabled: false });
		expect(await page.getByRole('heading', { name: 'What you could earn' }).isVisible()).toBe(false);
		expect(await (await openProgram('zinkhammer')).getByRole('heading', { name: 'What you could earn' }).count()).toBe(
			0,
		);
	});
});

describe('The list of programs', () => {
	test('says in words that a fact is unknown', async () => {
		const page = await visit('/programs/page/3/', { javaScriptEnabled: false });
		const cells = await page.getByRole('row').filter({ hasText: 'Zinkhammer' }).locator('td:visible').allInnerTexts();
		expect(cells.map(oneLine)).toEqual(['not stated one-time', 'not stated', '1.5 1 review', 'not stated']);
	});
});

async function openProgram(slug: string): Promise<Page> {
	const page = await visit(`/programs/${slug}/`);
	return page;
}

/** The text that follows the first term with this name. */
async function fact(page: Page, name: string): Promise<string> {
	const group = page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });
	return oneLine((await group.first().locator('dd').allInnerTexts()).join(' '));
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

function isInView(element: Element): boolean {
	const { top, bottom } = element.getBoundingClientRect();
	return top >= 0 && bottom <= innerHeight;
}
