import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { PAGES, SITES, settled, useBrowser } from '../sites.ts';

/** The limit for a first visit to a page, in transferred bytes. */
const MOST = { document: 20_000, stylesheet: 13_000, script: 14_500, font: 40_000 } as const;

const visit = useBrowser();

describe('A first visit stays within its budget', () => {
	test.each(Object.entries(PAGES))('on the page: %s', async (_, address) => {
		const page = await visit();
		const urls = new Map<string, string[]>(Object.keys(MOST).map((type) => [type, []]));
		page.on('request', (request) => urls.get(request.resourceType())?.push(request.url()));
		await page.goto(address);
		await settled(page);
		expect(urls.get('font')).toHaveLength(2);
		for (const [type, most] of Object.entries(MOST)) {
			const sizes = await Promise.all(urls.get(type)!.map(transferSize));
			expect(
				sizes.reduce((sum, size) => sum + size, 0),
				type,
			).toBeLessThanOrEqual(most);
		}
	});

	test('on the largest page of the explorer', async () => {
		const size = await transferSize(`${SITES.sample.origin}/programs/search/?q=a`);
		expect(size).toBeLessThanOrEqual(MOST.document);
	});
});

/** The length of a body compressed with gzip. */
function transferSize(url: string): Promise<number> {
	return new Promise((resolve, reject) => {
		get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
			let size = 0;
			response.on('data', (chunk: Buffer) => (size += chunk.length));
			response.on('end', () => resolve(size)).on('error', reject);
		}).on('error', reject);
	});
}
