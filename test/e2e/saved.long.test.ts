import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { ARABIC, EMOJI, SCRIPT } from './extremes.ts';
import { names, star, store, stored } from './saved-programs.ts';
import { SITES, useSharedPages } from './sites.ts';

const visit = useSharedPages();

describe('The page of saved programs', () => {
	test('says what to do if there are none', async () => {
		const page = await visit('/saved/');
		expect(await page.locator('main').innerText()).toContain('You have not saved any programs yet.');
		await page.getByRole('link', { name: 'Find programs' }).click();
		await page.waitForURL('/programs/');
	});

	test('keeps a status and a note for each program', async () => {
		const page = await visit();
		await store(page, [{ slug: 'larkpost' }, { slug: 'zinkhammer' }]);
		await page.goto('/saved/');
		await page.getByRole('combobox', { name: 'Status of Larkpost' }).selectOption('Applied');
		await page.getByRole('textbox', { name: 'Note on Larkpost' }).fill('Ask Dana');
		await page.reload();
		expect(await page.getByRole('combobox', { name: 'Status of Larkpost' }).inputValue()).toBe('applied');
		expect(await page.getByRole('textbox', { name: 'Note on Larkpost' }).inputValue()).toBe('Ask Dana');
		expect(await page.getByRole('textbox', { name: 'Note on Zinkhammer' }).inputValue()).toBe('');
	});

	test('shows what each program pays', async () => {
		const page = await visit();
		await store(page, [{ slug: 'larkpost' }]);
		await page.goto('/saved/');
		await page.locator('.with-facts').waitFor();
		const facts = await page.locator('.saved tbody .fact').allInnerTexts();
		expect(facts.map((text) => text.split(/\n/)[0]!.trim())).toEqual([
			'30%',
			'recurring, 24 months',
			'60\u00a0days',
			'3.8',
		]);
	});

	test('has no columns for facts that no saved program has', async () => {
		const page = await visit();
		await store(page, [{ slug: 'larkpost-agency-partners' }, { slug: 'no-such-program' }]);
		await page.goto('/saved/');
		await page.locator('.with-facts').waitFor();
		const shown = () => page.locator('.saved thead th:visible').allInnerTexts();
		expect(await shown()).toEqual(['Program', 'Commission', 'Type', 'Status', 'Note']);
		await store(page, [{ slug: 'larkpost' }, { slug: 'larkpost-agency-partners' }]);
		await page.goto('/saved/');
		await page.locator('.with-facts').waitFor();
		expect(await shown()).toEqual(['Program', 'Commission', 'Type', 'Cookie', 'Rating', 'Status', 'Note']);
	});

	test('keeps the row and the note of a removed program until the page is closed', async () => {
		const page = await visit();
		await store(page, [{ slug: 'larkpost', note: 'Ask Dana' }]);
		await page.goto('/saved/');
		await star(page, 'Saved Larkpost').click();
		expect(await page.getByRole('textbox').last().isDisabled()).toBe(true);
		await star(page, 'Save Larkpost').click();
		expect(await page.getByRole('textbox', { name: 'Note on Larkpost' }).inputValue()).toBe('Ask Dana');
		await star(page, 'Saved Larkpost').click();
		await page.reload();
		expect(await page.locator('main').innerText()).toContain('You have not saved any programs yet.');
	});

	test('marks programs that are no longer listed, and keeps their notes', async () => {
		const page = await visit();
		await store(page, [{ slug: 'no-such-program', name: 'Acme', note: 'Ask Dana' }]);
		await page.goto('/saved/');
		await page.getByText('No longer listed').waitFor();
		expect(await page.getByRole('link', { name: 'Acme' }).count()).toBe(0);
		expect(await page.getByRole('textbox', { name: 'Note on Acme' }).inputValue()).toBe('Ask Dana');
	});

	test('shows changes from other tabs, but does not change a note while the visitor types in it', async () => {
		const page = await visit();
		await store(page, [{ slug: 'larkpost' }]);
		await page.goto('/saved/');
		const note = page.getByRole('textbox', { name: 'Note on Larkpost' });
		await note.fill('Ask');
		const other = await page.context().newPage();
		await other.goto('/saved/');
		expect(await other.getByRole('textbox', { name: 'Note on Larkpost' }).inputValue()).toBe('Ask');
		await other.getByRole('combobox', { name: 'Status of Larkpost' }).selectOption('Joined');
		await other.goto('/programs/zinkhammer/');
		await star(other, 'Save Zinkhammer®').first().click();
		await page.getByRole('row', { name: 'Zinkhammer®' }).waitFor();
		expect(await page.getByRole('combobox', { name: 'Status of Larkpost' }).inputValue()).toBe('joined');
		await page.keyboard.type(' Dana');
		expect(await note.inputValue()).toBe('Ask Dana');
		expect(JSON.parse(await stored(page)).map(({ note }: { note: string }) => note)).toEqual(['', 'Ask Dana']);
	});

	test('shows names and notes of any kind as text, and is no wider than the screen', async () => {
		const notes = [SCRIPT, ARABIC, EMOJI, `https://example.net/${'long'.repeat(400)}`];
		const page = await visit(undefined, { viewport: { width: 1440, height: 800 } });
		const slugs = ['no-such', 'zinkhammer', 'tamarisk-shop', 'fernhollow-hosting'];
		await store(
			page,
			slugs.map((slug, index) => ({ slug, name: notes[index], note: notes[index] })),
		);
		await page.goto('/saved/');
		await page.getByText('No longer listed').waitFor();
		expect((await names(page))[0]).toBe(SCRIPT);
		const fields = page.getByRole('textbox', { name: /^Note on/ });
		expect(await fields.evaluateAll((all) => all.map((field) => (field as HTMLTextAreaElement).value))).toEqual(notes);
		expect(await fields.nth(1).evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
		expect(await page.evaluate(() => 'broken' in window)).toBe(false);
	});

	test('exports the list as CSV', async () => {
		const page = await visit();
		await store(page, [
			{ slug: 'larkpost', name: 'Larkpost', status: 'joined', note: '=1+1, "so"', day: '2026-09-02' },
		]);
		await page.goto('/saved/');
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('button', { name: 'Download CSV' }).click(),
		]);
		expect(download.suggestedFilename()).toBe('saved-programs.csv');
		expect(parse(readFileSync(await download.path(), 'utf8'), { bom: true })).toEqual([
			['Name', 'Address', 'Status', 'Note', 'Saved on'],
			['Larkpost', `${SITES.sample.origin}/programs/larkpost/`, 'Joined', `'=1+1, "so"`, '2026-09-02'],
		]);
	});

	test('has no errors by WCAG 2.2 AA, and is no wider than a phone', async () => {
		const page = await visit(undefined, { viewport: { width: 320, height: 800 } });
		await store(page, [{ slug: 'larkpost', note: 'Ask Dana' }, { slug: 'zinkhammer' }, { slug: 'no-such-program' }]);
		for (const address of ['/saved/', '/saved/#programs=larkpost,tamarisk-shop']) {
			await page.goto(address);
			await page.getByText('30%').waitFor();
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
			await expectNoFaults(page);
		}
	});

	test('shows everything that is stored in the browser, on a host without this server', async () => {
		const page = await visit();
		await page.route('**/saved/rows/**', (route) => route.fulfill({ status: 404 }));
		await store(page, [{ slug: 'larkpost', name: 'Larkpost', note: 'Ask Dana' }]);
		await page.goto('/saved/');
		expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Program', 'Status', 'Note']);
		expect(await page.getByRole('textbox', { name: 'Note on Larkpost' }).inputValue()).toBe('Ask Dana');
		await page.getByRole('link', { name: 'Larkpost' }).click();
		await page.waitForURL('/programs/larkpost/');
	});

	test('says if the facts cannot be loaded', async () => {
		const page = await visit();
		await page.route('**/saved/rows/**', (route) => route.abort());
		await store(page, [{ slug: 'larkpost' }]);
		await page.goto('/saved/');
		await page.getByText('Could not load the commissions.').waitFor();
	});
});

describe('A shared list', () => {
	test('has an address with nothing but slugs', async () => {
		const page = await visit();
		await store(page, [{ slug: 'larkpost', status: 'rejected', note: 'Ask Dana' }, { slug: 'zinkhammer' }]);
		await page.goto('/saved/');
		await page.getByText('Share', { exact: true }).click();
		expect(await page.locator('copy-text code').innerText()).toBe(
			`${SITES.sample.origin}/saved/#programs=larkpost,zinkhammer`,
		);
	});

	test('is shown without changing the list of the visitor, until they save it', async () => {
		const page = await visit();
		await store(page, [{ slug: 'larkpost', note: 'Ask Dana' }]);
		const before = await stored(page);
		await page.goto('/saved/#programs=zinkhammer,larkpost,no-such-program');
		await page.getByRole('heading', { name: 'Shared list' }).waitFor();
		await page.getByText('No longer listed').waitFor();
		expect(await names(page)).toEqual(['Zinkhammer®', 'Larkpost', 'no-such-program']);
		expect(await page.getByText('Ask Dana').count()).toBe(0);
		expect(await stored(page)).toBe(before);
		await page.getByRole('button', { name: 'Save all' }).click();
		expect(await page.getByText('3 programs, 2 saved').isVisible()).toBe(true);
		await page.getByRole('link', { name: 'your saved programs' }).click();
		await page.getByRole('heading', { name: 'Saved programs' }).waitFor();
		expect(await names(page)).toEqual(['Zinkhammer®', 'Larkpost']);
		expect(await page.getByRole('textbox', { name: 'Note on Larkpost' }).inputValue()).toBe('Ask Dana');
	});
});
