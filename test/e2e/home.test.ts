import { describe, expect, test } from 'vitest';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe('The home page', () => {
	test('says in its title what it is about', async () => {
		const page = await visit('/');
		expect(await page.title()).toBe('What affiliate programs really pay – Affiliate Program Directory');
	});

	test('starts with the search', async () => {
		const page = await visit('/', { viewport: { width: 360, height: 640 } });
		const field = page.locator('main').getByRole('searchbox');
		expect((await field.boundingBox())!.y).toBeLessThan(400);
		await field.fill('news letter');
		await field.press('Enter');
		await page.waitForURL('/programs/search/?q=news+letter');
	});

	test('suggests programs while the visitor types, and the arrow keys reach them', async () => {
		const page = await visit('/');
		const field = page.locator('main').getByRole('searchbox');
		await field.pressSequentially('larkp');
		const first = page.locator('.suggestions a').first();
		await first.waitFor();
		expect(await first.innerText()).toMatch(/^Larkpost/);
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Escape');
		expect(await first.isVisible()).toBe(false);
		await field.press('End');
		await page.keyboard.type('o');
		await first.waitFor();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.waitForURL('/programs/larkpost/');
	});

	test('shows the size of the directory, and its median terms', async () => {
		const page = await visit('/');
		const figures = await page.locator('.directory-figures > div').allInnerTexts();
		expect(figures.map((text) => text.replace(/\s+/g, ' '))).toEqual([
			'Programs 56',
			'Organizations 40',
			'Categories 12',
			'Networks 11',
			'Reviews 225',
			'Median commission of 38 programs 15%',
			'Median cookie of 51 programs 30 days',
		]);
	});

	test('lists every category with its number of programs', async () => {
		const page = await visit('/');
		const categories = page.locator('.category-list li');
		expect(await categories.count()).toBe(12);
		expect(await categories.filter({ hasText: 'Shops & home' }).innerText()).toMatch(/15/);
	});

	test('has short lists of programs, and explains how each is selected', async () => {
		const page = await visit('/');
		const headings = page.locator('.short-lists').getByRole('heading', { level: 2 });
		expect(await headings.allInnerTexts()).toEqual([
			'Featured picked by the editors',
			'Trending most viewed',
			'Top rated with at least 5 reviews',
			'Newest most recently listed',
		]);
		const rated = page.getByRole('table', { name: 'Top rated' }).locator('tbody tr');
		const ratings = (await rated.allInnerTexts()).map((text) => Number(/(\d\.\d) · \d+ reviews/.exec(text)?.[1]));
		expect(ratings).toHaveLength(6);
		expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
	});
});
