import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Brand } from '../../../src/build/logos/brands.ts';
import { fetchLogos, type LogoOptions } from '../../../src/build/logos/fetch-logos.ts';
import { openSimpleIcons } from '../../../src/build/logos/simple-icons.ts';
import { temporaryFolder } from '../../snapshot/made.ts';
import { startWebsites, type Websites } from '../../support/websites.ts';

const icons = await openSimpleIcons();
const DAY = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-11-01T00:00:00Z');

let folder: string;
beforeEach(() => {
	folder = temporaryFolder();
});

const brand = (slug: string, website: string | null, logoUrl: string | null = null): Brand => ({
	slug,
	name: slug,
	website,
	logoUrl,
});
const logosIn = () => readdirSync(folder).filter((file) => file !== 'fetched.jsonl');
const logo = (colour: string) =>
	sharp({ create: { width: 64, height: 64, channels: 3, background: colour } })
		.png()
		.toBuffer();

/** Fetches logos some days after the first time. Returns the outcomes, with the problems of websites. */
async function fetchOn(
	day: number,
	brands: readonly Brand[],
	network: Websites['network'] | undefined,
	more: Partial<LogoOptions> = {},
) {
	const now = new Date(START + day * DAY);
	const options = {
		folder,
		network,
		icons: undefined,
		siteUrl: 'https://directory.example',
		again: false,
		now,
		...more,
	};
	const results = await fetchLogos(brands, options);
	return results.map(({ outcome, problem }) => (problem === undefined ? outcome : `${outcome}: ${problem}`));
}

/** Answers with these files, and 404 for all others. */
function files(content: { readonly [path: string]: string | Buffer }): RequestListener {
	return ({ url }, response) => {
		const file = content[url!];
		if (file === undefined) response.writeHead(404).end();
		else response.writeHead(200).end(file);
	};
}
const PAGE = '<link rel=icon href=/logo.png>';

describe('The logo of a brand', () => {
	test('is fetched from its website', async () => {
		await using websites = await startWebsites(files({ '/': PAGE, '/logo.png': await logo('red') }));
		expect(await fetchOn(0, [brand('acme', websites.at('acme.test'))], websites.network)).toEqual(['website']);
		expect(logosIn()).toEqual(['acme.webp']);
		expect((await sharp(join(folder, 'acme.webp')).metadata()).format).toBe('webp');
	});

	test('is fetched from the address that an editor has given, otherwise from its website', async () => {
		await using websites = await startWebsites(
			files({ '/': PAGE, '/logo.png': await logo('red'), '/given.png': await logo('blue') }),
		);
		const site = websites.at('acme.test');
		const given = [
			brand('given', site, websites.at('cdn.test', '/given.png')),
			brand('gone', site, websites.at('cdn.test', '/gone.png')),
		];
		expect(await fetchOn(0, given, websites.network)).toEqual(['website', 'website']);
		const { dominant } = await sharp(join(folder, 'given.webp')).stats();
		expect(dominant.b).toBeGreaterThan(200);
	});

	test('is the first image that can be decoded', async () => {
		const page =
			'<link rel=apple-touch-icon href=/gone.png><link rel=icon href=/broken.svg><link rel=icon href=/logo.png>';
		await using websites = await startWebsites(
			files({ '/': page, '/broken.svg': '<html>', '/logo.png': await logo('red') }),
		);
		expect(await fetchOn(0, [brand('acme', websites.at('acme.test'))], websites.network)).toEqual(['website']);
	});

	test('comes from simple-icons if its website has none', async () => {
		await using websites = await startWebsites(files({}));
		// Icons are found by their domain, and requests to it go to the server of the test.
		const network = { ...websites.network, isAllowed: () => false };
		const [outcome] = await fetchOn(0, [brand('asana', 'https://asana.com')], network, { icons });
		expect(outcome).toMatch(/^simple-icons: https:\/\/asana.com is at 127.0.0.1/);
		expect(logosIn()).toEqual(['asana.svg']);
	});

	test('from its website replaces an icon', async () => {
		await using websites = await startWebsites(files({ '/': PAGE, '/logo.png': await logo('red') }));
		expect(await fetchOn(0, [brand('asana', 'https://asana.com')], undefined, { icons })).toEqual(['simple-icons']);
		expect(await fetchOn(0, [brand('asana', 'https://asana.com')], undefined, { icons })).toEqual(['kept']);
		expect(await fetchOn(1, [brand('asana', websites.at('asana.test'))], websites.network, { icons })).toEqual([
			'website',
		]);
		expect(logosIn()).toEqual(['asana.webp']);
	});

	test('that an editor has supplied is never replaced', async () => {
		await using websites = await startWebsites(files({ '/': PAGE, '/logo.png': await logo('red') }));
		writeFileSync(join(folder, 'acme.PNG'), 'by an editor');
		expect(await fetchOn(0, [brand('acme', websites.at('acme.test'))], websites.network, { icons })).toEqual([
			'supplied',
		]);
		expect(logosIn()).toEqual(['acme.PNG']);
		expect(websites.requests).toEqual([]);
	});

	test('that an editor has put in place of a fetched one is never replaced', async () => {
		await using websites = await startWebsites(files({ '/': PAGE, '/logo.png': await logo('red') }));
		const brands = [brand('acme', websites.at('acme.test'))];
		await fetchOn(0, brands, websites.network);
		writeFileSync(join(folder, 'acme.webp'), 'by an editor');
		expect(await fetchOn(40, brands, websites.network)).toEqual(['supplied']);
		expect(readFileSync(join(folder, 'acme.webp'), 'utf8')).toBe('by an editor');
	});

	test('gives way to one that an editor puts beside it', async () => {
		await using websites = await startWebsites(files({ '/': PAGE, '/logo.png': await logo('red') }));
		const brands = [brand('acme', websites.at('acme.test'))];
		await fetchOn(0, brands, websites.network);
		writeFileSync(join(folder, 'acme.svg'), 'by an editor');
		expect(await fetchOn(1, brands, websites.network)).toEqual(['supplied']);
		expect(logosIn()).toEqual(['acme.svg']);
	});
});

describe('A website', () => {
	test('is not asked again for 30 days', async () => {
		await using websites = await startWebsites(files({ '/': PAGE, '/logo.png': await logo('red') }));
		const brands = [brand('acme', websites.at('acme.test'))];
		await fetchOn(0, brands, websites.network);
		const { length } = websites.requests;
		expect(await fetchOn(29, brands, websites.network)).toEqual(['kept']);
		expect(websites.requests).toHaveLength(length);
	});

	test('is asked again after 30 days', async () => {
		const content = { '/': PAGE, '/logo.png': await logo('red') };
		await using websites = await startWebsites((request, response) => files(content)(request, response));
		const brands = [brand('acme', websites.at('acme.test'))];
		await fetchOn(0, brands, websites.network);
		const before = readFileSync(join(folder, 'acme.webp'));
		expect(await fetchOn(31, brands, websites.network)).toEqual(['kept']);
		expect(websites.requests.slice(-2).map(({ url }) => url)).toEqual(['/', '/logo.png']);
		expect(await fetchOn(60, brands, websites.network)).toEqual(['kept']);
		expect(websites.requests).toHaveLength(6);

		content['/logo.png'] = Buffer.concat([await logo('blue'), Buffer.from('new')]);
		expect(await fetchOn(62, brands, websites.network)).toEqual(['website']);
		expect(readFileSync(join(folder, 'acme.webp'))).not.toEqual(before);
	});

	test('is asked again at once if its logo is missing', async () => {
		await using websites = await startWebsites(files({ '/': PAGE, '/logo.png': await logo('red') }));
		const brands = [brand('acme', websites.at('acme.test'))];
		await fetchOn(0, brands, websites.network);
		rmSync(join(folder, 'acme.webp'));
		expect(await fetchOn(1, brands, websites.network)).toEqual(['website']);
		expect(logosIn()).toEqual(['acme.webp']);
	});

	test('is asked at once if its address has changed', async () => {
		await using websites = await startWebsites(files({ '/': PAGE, '/new': PAGE, '/logo.png': await logo('red') }));
		await fetchOn(0, [brand('acme', websites.at('acme.test'))], websites.network);
		const before = websites.requests.length;
		await fetchOn(1, [brand('acme', websites.at('acme.test', '/new'))], websites.network);
		const asked = websites.requests.slice(before).map(({ url, headers }) => [url, headers['if-none-match']]);
		expect(asked).toEqual([
			['/robots.txt', undefined],
			['/new', undefined],
			['/logo.png', undefined],
		]);
	});

	test('without a logo is not asked again for 30 days, unless you say so', async () => {
		const content: { [path: string]: string | Buffer } = {};
		await using websites = await startWebsites((request, response) => files(content)(request, response));
		const site = websites.at('acme.test');
		const brands = [brand('acme', site)];
		expect(await fetchOn(0, brands, websites.network)).toEqual([`none: ${site} answered 404`]);
		Object.assign(content, { '/': PAGE, '/logo.png': await logo('red') });
		expect(await fetchOn(1, brands, websites.network)).toEqual([`none: ${site} answered 404`]);
		expect(await fetchOn(1, brands, websites.network, { again: true })).toEqual(['website']);
	});

	test('that fails later keeps its logo', async () => {
		const content: { [path: string]: string | Buffer } = { '/': PAGE, '/logo.png': await logo('red') };
		await using websites = await startWebsites((request, response) => files(content)(request, response));
		const site = websites.at('acme.test');
		await fetchOn(0, [brand('acme', site)], websites.network);
		delete content['/'];
		expect(await fetchOn(31, [brand('acme', site)], websites.network)).toEqual([`kept: ${site} answered 404`]);
		expect(logosIn()).toEqual(['acme.webp']);
	});

	test('that names no image is reported', async () => {
		await using websites = await startWebsites(files({ '/': '<p>Acme' }));
		const site = websites.at('acme.test');
		expect(await fetchOn(0, [brand('acme', site)], websites.network)).toEqual([
			`none: ${site} names no image that could be a logo`,
		]);
	});

	test('whose images all fail is reported with each reason', async () => {
		await using websites = await startWebsites(files({ '/': PAGE, '/logo.png': Buffer.alloc(1_000_001) }));
		expect(await fetchOn(0, [brand('acme', websites.at('acme.test'))], websites.network)).toEqual([
			`none: ${websites.at('acme.test', '/logo.png')} is larger than 1 MB`,
		]);
	});
});

test('A damaged line of the list does not make a fetched logo replaceable', async () => {
	await using websites = await startWebsites(files({ '/': PAGE, '/logo.png': await logo('red') }));
	const brands = [brand('acme', websites.at('acme.test'))];
	await fetchOn(0, brands, websites.network);
	const list = join(folder, 'fetched.jsonl');
	writeFileSync(list, readFileSync(list).subarray(0, 20));
	expect(await fetchOn(40, brands, websites.network)).toEqual(['supplied']);
});

test('Brands without a website or an icon have no logo', async () => {
	await using websites = await startWebsites(files({}));
	expect(await fetchOn(0, [brand('acme', null)], websites.network, { icons })).toEqual(['none']);
});
