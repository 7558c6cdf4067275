/** The HTML of the pages of `npm run edit`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlFaults } from '../support/html-faults.ts';
import { type EditServer, startEdit } from './edit-server.ts';

let server: EditServer;
beforeAll(async () => {
	server = await startEdit();
});
afterAll(() => server?.remove());

async function pageAt(path: string, form?: { readonly [name: string]: string }): Promise<string> {
	const headers = { cookie: server.cookie, origin: server.origin };
	const options = form === undefined ? { headers } : { headers, method: 'POST', body: new URLSearchParams(form) };
	const response = await fetch(server.origin + path, options);
	expect(response.status, path).toBe(form === undefined ? 200 : 422);
	return response.text();
}

describe('Valid HTML has', () => {
	test.each([
		'/_edit/changes/',
		'/_edit/import/',
		'/_edit/organizations/acme/',
		'/_edit/categories/tools/',
		'/_edit/programs/acme/',
		'/_edit/reviews/rev_a1/',
		'/_edit/programs/',
		'/programs/acme/',
	])('%s', async (path) => {
		expect(await htmlFaults(await pageAt(path))).toEqual([]);
	});

	test('a form with wrong values', async () => {
		const [, opened] = /name="opened" value="([^"]*)"/.exec(await pageAt('/_edit/programs/acme/'))!;
		const own = { opened: opened!.replaceAll('&quot;', '"').replaceAll('&amp;', '&') };
		const page = await pageAt('/_edit/programs/acme/', { ...own, name: '', cookie_days: 'many', because: '<b>"&' });
		expect(page).toContain('class="problems"');
		expect(await htmlFaults(page)).toEqual([]);
	});
});
