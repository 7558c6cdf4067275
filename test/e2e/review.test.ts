import { describe, expect, test } from 'vitest';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe('The page of a review', () => {
	test('shows the program, the rating, the author and the date', async () => {
		const page = await visit('/reviews/rev_BzVThq9db6/');
		const text = (await page.locator('article.single-review').innerText()).replace(/\s+/g, ' ');
		expect(text).toContain('4.0 of 5 for Fernhollow Hosting');
		expect(text).toContain("Tom's Hosting Notes, 5 March 2024 · 172 upvotes");
		const sections = page.getByRole('navigation', { name: 'Main' });
		expect(await sections.getByRole('link', { name: 'Programs' }).getAttribute('aria-current')).toBe('true');
	});

	test('links to the program, to other reviews of it, and to all of them', async () => {
		const page = await visit('/reviews/rev_BzVThq9db6/');
		const others = page.locator('article.review').getByRole('heading').getByRole('link');
		const addresses = await others.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
		expect(new Set(addresses).size).toBe(3);
		expect(addresses).not.toContain('/reviews/rev_BzVThq9db6/');
		await page.getByRole('link', { name: 'All 14 reviews' }).click();
		await page.waitForURL('/programs/fernhollow-hosting/#reviews');
	});
});
