import { describe, expect, test } from 'vitest';
import { aboutPages } from '../../src/website/about/about-pages.ts';
import { SITES, useSharedPages } from './sites.ts';

const visit = useSharedPages();

test('Every footer has the contact, and only the documentation leads to the form for leaked keys', async () => {
	const page = await visit('/docs/');
	const [footer, main] = [page.getByRole('contentinfo'), page.locator('main')];
	const contact = footer.getByRole('link', { name: 'editors@directory.example' });
	expect(await contact.getAttribute('href')).toBe('mailto:editors@directory.example');
	expect(await footer.getByRole('link', { name: 'leaked key' }).count()).toBe(0);
	await main.getByRole('link', { name: 'Report a leaked key' }).click();
	await page.waitForURL('/leaked-key/');
});

describe('The pages about the directory', () => {
	test.each(aboutPages())('are linked in every footer: $name', async ({ name, address }) => {
		const page = await visit('/programs/larkpost/');
		await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
		await page.waitForURL(address);
		expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(name);
	});

	test('say correctly that reading and searching sets no cookies and contacts no other site', async () => {
		const page = await visit();
		const hosts = new Set<string>();
		page.on('request', (request) => hosts.add(new URL(request.url()).origin));
		await page.goto('/');
		await page.keyboard.press('/');
		await page.keyboard.type('larkpost');
		await page.getByRole('dialog').locator('li').first().waitFor();
		expect(await page.context().cookies()).toEqual([]);
		expect([...hosts]).toEqual([SITES.sample.origin]);
	});
});
