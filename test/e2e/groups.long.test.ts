import { describe, expect, test } from 'vitest';
import { PAGES, SITES, useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe('The list of networks', () => {
	test('shows the networks with the most programs first, with their share and their median terms', async () => {
		const page = await visit(PAGES['list of networks']);
		const rows = await page.locator('tbody tr').allInnerTexts();
		expect(rows).toHaveLength(12);
		expect(rows[0]?.split(/\s+/).join(' ')).toBe('IH In-house 15 27% 15% of 10 programs 30 days of 13 programs');
		await page.getByRole('link', { name: 'PartnerStack' }).click();
		await page.waitForURL('/networks/partnerstack/');
		expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('PartnerStack');
		expect(await page.locator('.programs tbody tr').count()).toBe(7);
	});
});

describe('The list of categories', () => {
	test('shows no median terms for a category without programs', async () => {
		const page = await visit(PAGES['list of categories']);
		const row = page.getByRole('row').filter({ hasText: 'Energy & mobility' });
		expect((await row.getByRole('cell').allInnerTexts()).map((text) => text.trim())).toEqual(['0', '0%', '', '']);
	});
});

describe('The list of organizations', () => {
	test('shows the website and the rating of each organization, and links to it', async () => {
		const page = await visit(PAGES['list of organizations']);
		const row = page.getByRole('row').filter({ hasText: 'Fernhollow Group' });
		expect(await row.innerText()).toMatch(/fernhollow\.example[\s\S]*3\.4\s+15 reviews[\s\S]*5$/);
		const link = row.getByRole('link', { name: 'fernhollow.example' });
		expect(await link.getAttribute('rel')).toBe('nofollow noopener');
		await row.getByRole('link', { name: 'Fernhollow Group' }).click();
		await page.waitForURL(PAGES.organization);
		expect(await page.locator('.by').innerText()).toMatch(/3\.4\sof 5 from 15 reviews/);
		expect(await page.getByRole('heading', { name: 'Latest reviews' }).count()).toBe(1);
	});

	test('says which facts about an organization are unknown', async () => {
		const page = await visit(PAGES['list of organizations'], { baseURL: SITES.extremes.origin });
		expect(await page.getByRole('row').filter({ hasText: 'Donaudampf' }).innerText()).toContain('not stated');
	});
});

describe('The filters of a group', () => {
	test.each([true, false])(
		'are those of the explorer, with the group selected, with JavaScript: %s',
		async (javaScriptEnabled) => {
			const page = await visit('/categories/shops/', { javaScriptEnabled });
			await page.getByRole('link', { name: 'Filter and sort these programs' }).click();
			await page.waitForURL('/programs/search/?category=shops');
			expect(await page.getByRole('list', { name: 'Filters in use' }).innerText()).toContain('Shops & home');
		},
	);

	test('of an organization stay when another filter is chosen, until it is removed', async () => {
		const page = await visit('/programs/search/?organization=fernhollow-group');
		const active = page.getByRole('list', { name: 'Filters in use' });
		expect(await active.innerText()).toContain('Fernhollow Group');
		expect(await page.locator('.programs tbody tr').count()).toBe(5);
		await page.getByLabel('Sort by').selectOption('newest');
		await page.waitForURL('/programs/search/?organization=fernhollow-group&sort=newest');
		const remove = active.getByRole('link', { name: 'Fernhollow Group' });
		await expect.poll(() => remove.getAttribute('href')).toBe('/programs/search/?sort=newest');
		await remove.click();
		await page.waitForURL('/programs/search/?sort=newest');
		await active.waitFor({ state: 'detached' });
		await page.getByLabel('Sort by').selectOption('reviews_desc');
		await page.waitForURL('/programs/search/?sort=reviews_desc');
	});

	test('are missing on a short list', async () => {
		const page = await visit('/networks/tolt/');
		expect(await page.getByRole('link', { name: 'Filter and sort these programs' }).count()).toBe(0);
	});
});
