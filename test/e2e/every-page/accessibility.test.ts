import { describe, test } from 'vitest';
import { expectNoFaults } from '../../support/axe.ts';
import { PAGES, SITES, useBrowser } from '../sites.ts';

const visit = useBrowser();

describe('Axe finds no errors by WCAG 2.2 AA, in light and dark', () => {
	test.each(Object.entries(PAGES))('on the page: %s', async (_, address) => {
		const page = await visit();
		await page.goto(address);
		await expectNoFaults(page);
	});

	test.each(['script', 'arabic'])('on the page of an extreme program: %s', async (slug) => {
		const page = await visit({ baseURL: SITES.extremes.origin });
		await page.goto(`/programs/${slug}-program/`);
		await expectNoFaults(page);
	});
});
