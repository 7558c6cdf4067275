import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from './sites.ts';

const visit = useBrowser();

describe('The page of a program', () => {
	test('shows what it pays, for how long, and what is paid out when', async () => {
		const page = await openProgram('fernhollow-hosting');
		expect(await fact(page, 'Commission')).toBe('120 % hybrid, lifetime');
		expect(await fact(page, 'In its own words')).toBe(
			'120% of the first month, then 5% recurring while the customer stays',
		);
		expect(await fact(page, 'Cookie')).toBe('30 days');
		expect(await fact(page, 'Network')).toBe('impact.com');
		expect(await fact(page, 'Payout minimum')).toBe('£50 paid monthly');
		expect(await fact(page, 'Terms checked')).toBe('19 August 2026');
	});

	test('shows an amount and a percentage where it pays both', async () => {
		expect(await fact(await openProgram('tamarisk-shop'), 'Commission')).toBe('$50 + 10 % hybrid, 12 months');
	});

	test('shows a commission, a payout minimum and a cookie of 0 as what they are', async () => {
		expect(await fact(await openProgram('nordkante-noten'), 'Commission')).toBe('0 % one-time');
		expect(await fact(await openProgram('ledgerfinch-payroll'), 'Cookie')).toBe('session only');
	});

	test('shows the rating with the number of reviews, which leads to them', async () => {
		const page = await openProgram('fernhollow-hosting');
		expect(await fact(page, 'Rating')).toBe('3.4 of 5 14 reviews');
		expect(await page.getByRole('article').count()).toBe(14);
		await page.getByRole('link', { name: '14 reviews' }).click();
		expect(await page.getByRole('heading', { name: 'Reviews' }).evaluate(isInView)).toBe(true);
	});

	test('links to where one signs up and to the website, and says to search engines that such links are paid for', async () => {
		const page = await openProgram('fernhollow-hosting');
		const signUp = page.getByRole('link', { name: 'Sign up' });
		expect(await signUp.getAttribute('href')).toBe('https://www.fernhollow.example/affiliates/apply');
		expect(await signUp.getAttribute('rel')).toBe('sponsored nofollow noopener');
		const others = page.locator('a[href^="http"]:not(.prose a)');
		expect(await others.count()).toBe(3);
		expect(new Set(await others.evaluateAll((links) => links.map((link) => link.getAttribute('rel'))))).toEqual(
			new Set(['sponsored nofollow noopener']),
		);
		expect(await page.locator('.prose a').first().getAttribute('rel')).toBe('ugc nofollow noopener');
	});

	test('says of every unknown fact in words that it is unknown', async () => {
		const page = await openProgram('zinkhammer');
		expect(await fact(page, 'Commission')).toBe('not published one-time');
		for (const name of ['In its own words', 'Cookie', 'Payout minimum', 'Network', 'Payouts', 'Currency', 'Source']) {
			expect(await fact(page, name), name).toBe('not published');
		}
		expect(await fact(page, 'Terms checked')).toBe('not by a person yet');
		expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0);
		expect(await page.locator('main').innerText()).toContain('Where to sign up is not published');
	});

	test('says that there are no reviews', async () => {
		const page = await openProgram('fernhollow-backup');
		expect(await fact(page, 'Rating')).toBe('no reviews');
		expect(await page.locator('#reviews').innerText()).toContain('No reviews yet.');
	});
});

describe('The list of programs', () => {
	test('says what is unknown in words too', async () => {
		const page = await visit();
		await page.goto('/programs/page/2/');
		const cells = await page.getByRole('row').filter({ hasText: 'Zinkhammer' }).locator('td').allInnerTexts();
		expect(cells.map(oneLine)).toEqual(['not published', 'one-time', 'not published', '1.5 1 review', 'not published']);
	});
});

async function openProgram(slug: string): Promise<Page> {
	const page = await visit();
	await page.goto(`/programs/${slug}/`);
	return page;
}

/** What stands under the first term of this name. */
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
