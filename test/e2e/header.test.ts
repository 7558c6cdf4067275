import { describe, expect, test } from 'vitest';
import { SECTIONS } from '../../src/website/addresses.ts';
import { useSharedPages } from './sites.ts';

const visit = useSharedPages();

test.each([360, 959, 960, 1024, 1151, 1152, 1279, 1280])(
	'The header is one row on a screen of %d pixels',
	async (width) => {
		const page = await visit();
		await page.setViewportSize({ width, height: 800 });
		await page.goto('/');
		await page.evaluate(() => {
			document.querySelector('saved-link .count')!.textContent = '500';
		});
		const { height } = (await page.getByRole('banner').boundingBox())!;
		expect(height).toBeLessThan(60);
	},
);

describe('The header on a screen of 360 pixels', () => {
	test.each([true, false])('links to every section in its menu (JavaScript: %s)', async (javaScriptEnabled) => {
		const page = await visit('/categories/', { javaScriptEnabled, viewport: { width: 360, height: 800 } });
		const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
		expect(await links.count()).toBe(0);
		await page.getByRole('button', { name: 'Menu' }).focus();
		await page.keyboard.press('Enter');
		expect(await links.allInnerTexts()).toEqual(SECTIONS.map(({ name }) => name));
		await page.keyboard.press('Escape');
		expect(await links.count()).toBe(0);
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.waitForURL('/programs/');
	});
});
