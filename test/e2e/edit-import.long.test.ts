import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { type EditServer, startEdit } from './edit-server.ts';
import { useBrowser } from './sites.ts';

const visit = useBrowser();
let server: EditServer;
let table: string;

beforeAll(async () => {
	server = await startEdit();
	const folder = join(server.folder, 'elsewhere');
	mkdirSync(folder);
	table = join(folder, 'partners.csv');
	writeFileSync(
		table,
		'Brand;URL;Provision;Notes\nBeta <b>;https://beta.example;12,5 %;call them\nGamma;https://gamma.example;20 %;\n',
	);
});
afterAll(() => server?.remove());

async function open(path: string, javaScriptEnabled: boolean): Promise<Page> {
	const page = await visit(`${path}?token=${server.token}`, { baseURL: server.origin, javaScriptEnabled });
	return page;
}

const PROGRAMS = 'SELECT count(*) FROM programs';

describe('An editor without JavaScript', () => {
	test('sees the guessed columns and the difference before anything is imported', async () => {
		const page = await open('/_edit/import/', false);
		await page.getByLabel('File').setInputFiles(table);
		await page.getByRole('button', { name: 'Show changes' }).click();
		expect(await page.getByLabel('Brand').inputValue()).toBe('name');
		expect(await page.getByLabel('Notes').inputValue()).toBe('');
		const text = await page.locator('main').innerText();
		expect(text).toContain('12,5 % → 12.5%');
		expect(text).toContain('programs: 2 added');
		expect(text).not.toContain(server.folder);
		expect(server.stored(PROGRAMS)).toBe(1);
	});

	test('corrects a column, and must choose those that are needed', async () => {
		const page = await open('/_edit/import/', false);
		await page.getByLabel('File').setInputFiles(table);
		await page.getByRole('button', { name: 'Show changes' }).click();
		await page.getByLabel('Brand').selectOption('');
		await page.getByRole('button', { name: 'Show the difference' }).click();
		expect(await page.locator('.problems').innerText()).toContain('Choose which column is the Name.');
		expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0);
		await page.getByLabel('Brand').selectOption('name');
		await page.getByLabel('Notes').selectOption('description');
		await page.getByLabel(/^Why/).fill('the list of March');
		await page.getByRole('button', { name: 'Show the difference' }).click();
		await page.getByRole('button', { name: 'Import', exact: true }).click();
		expect(new URL(page.url()).pathname).toBe('/_edit/changes/');
		expect(server.stored(PROGRAMS)).toBe(3);
		expect(server.stored("SELECT description FROM programs WHERE name = 'Beta <b>'")).toBe('call them');
		expect(await page.locator('main').innerText()).toContain('the list of March');
	});
});

test('An editor with JavaScript drops a file on any page', async () => {
	const page = await open('/programs/acme/', true);
	await page.evaluate(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File(['slug,name\nacme,Acme Max\nnew,\n'], '../programs.csv'));
		document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
	});
	await page.getByRole('heading', { name: 'Import programs.csv' }).waitFor();
	expect(await page.locator('.problems').innerText()).toContain('programs.csv row 3, column name: it must be given');
	await expectNoFaults(page);
	await page.getByLabel('Import the other rows').check();
	await page.getByRole('button', { name: 'Show the difference' }).click();
	expect(await page.locator('main').innerText()).toMatch(/Name\s+Acme Pro\s+Acme Max/);
	await expectNoFaults(page);
	await page.getByRole('button', { name: 'Import', exact: true }).click();
	await page.waitForURL('**/_edit/changes/');
	expect(server.stored("SELECT name FROM programs WHERE slug = 'acme'")).toBe('Acme Max');
});

test('A form without a file, and a file that cannot be read, get a sentence', async () => {
	const send = async (form: FormData) => {
		const response = await fetch(`${server.origin}/_edit/import/`, {
			method: 'POST',
			body: form,
			headers: { cookie: server.cookie },
		});
		return { status: response.status, text: await response.text() };
	};
	expect(await send(new FormData())).toMatchObject({ status: 422, text: expect.stringContaining('Choose a file') });
	const form = new FormData();
	form.append('file', new File(['no spreadsheet'], 'broken.xlsx'));
	expect(await send(form)).toMatchObject({ status: 422, text: expect.stringContaining('broken.xlsx') });
});
