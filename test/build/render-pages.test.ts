import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Rendering } from '../../src/build/render-batch.ts';
import { BATCH, type RenderOptions, renderPages } from '../../src/build/render-pages.ts';
import { applicationVersion } from '../../src/release/application-version.ts';
import { installPages } from '../../src/release/compiled-pages.ts';
import { PAGE_TYPES } from '../../src/website/rendering/page-types.ts';
import { ownFolder } from '../support/own-server.ts';
import { directoryAfter, generatedSnapshot } from '../support/snapshot-directory.ts';

const SITE = { siteUrl: 'https://directory.example', hasOrganizations: true };

const directory = directoryAfter(generatedSnapshot({ programs: 20, reviews: 60, seed: 1 }));
const pages: Rendering[] = PAGE_TYPES.flatMap(({ route, pages }) =>
	[...pages(directory)].map(({ address, view }) => rendering(route, address, view())),
);

/** A page to render. Its address is also the name of its file. */
function rendering(route: string, address: string, view: unknown): Rendering {
	return { route, address, path: address, view: JSON.stringify(view), fingerprint: '' };
}

/** The hashes of rendered pages by address. */
async function render(pages: Iterable<Rendering>, options: RenderOptions = {}): Promise<Map<string, string>> {
	const rendered = new Map<string, string>();
	await renderPages(
		join(await installPages(applicationVersion()), 'entry.mjs'),
		SITE,
		pages,
		(address, { tag }) => {
			expect(rendered.has(address)).toBe(false);
			rendered.set(address, tag);
		},
		options,
	);
	return rendered;
}

describe('renderPages', () => {
	test('renders every page once, with the same result for one thread and several, in any order', async () => {
		expect(pages.length).toBeGreaterThan(BATCH);
		const one = await render(pages, { threadCount: 1 });
		expect([...one.keys()].sort()).toEqual(pages.map(({ address }) => address).sort());
		const other = await render(pages.toReversed(), { threadCount: 2 });
		expect([...other].sort()).toEqual([...one].sort());
	});

	test('works with more threads than pages, and without pages', async () => {
		expect((await render(pages.slice(0, 1), { threadCount: 4 })).size).toBe(1);
		expect((await render([], { threadCount: 2 })).size).toBe(0);
	});

	test('renders a few pages in a warm process itself, with the same result', async () => {
		const few = pages.slice(0, 20);
		expect([...(await render(few, { isWarm: true }))].sort()).toEqual([...(await render(few))].sort());
	});

	test('names a page that cannot be rendered, and the cause', async () => {
		const broken = rendering('/statistics', '/statistics/', {});
		const message = 'The page /statistics/ could not be rendered: TypeError: ';
		await expect(render([...pages.slice(0, 40), broken, ...pages], { threadCount: 2 })).rejects.toThrow(message);
		await expect(render([broken], { isWarm: true })).rejects.toThrow(message);
	});

	test('names a page whose route does not exist', async () => {
		await expect(render([rendering('/nothing', '/nothing/', {})])).rejects.toThrow(
			'The page /nothing/ could not be rendered: Error: There is no page with the route /nothing.',
		);
	});

	test('names a page with an unexpected status', async () => {
		const image = rendering('/_image', '/_image', {});
		await expect(render([image])).rejects.toThrow(
			/_image could not be rendered: Error: .*_image was rendered with status 4\d\d/,
		);
	});
});

describe('The threads of renderPages', () => {
	const folder = ownFolder();

	/** Renders pages with a module. `body` is the body of its function that renders a page. */
	function renderWith(body: string, pages: readonly string[], threads = 1): Promise<void> {
		const entry = join(folder, `${randomUUID()}.mjs`);
		writeFileSync(entry, `export const openContent = () => async (route, address) => {${body}};`);
		const renderings = pages.map((address) => rendering('/', address, {}));
		return renderPages(entry, SITE, renderings, () => {}, { threadCount: threads });
	}

	test('may end early: the error then names their pages', async () => {
		await expect(renderWith('process.exit(3)', ['/a/', '/b/'])).rejects.toMatchObject({
			message: 'The pages from /a/ to /b/ could not be rendered.',
			cause: { message: 'The thread ended with exit code 3.' },
		});
	});

	test('pass on errors that cannot be cloned', async () => {
		const failure = renderWith("throw new Error('No.', { cause: () => {} })", ['/a/']);
		await expect(failure).rejects.toThrow('The page /a/ could not be rendered: Error: No.');
	});

	test('may fail after their last page', async () => {
		// The first thread renders a whole batch, in 640 ms or more, and the second the last page.
		const addresses = Array.from({ length: BATCH + 1 }, (_, i) => `/${i}/`);
		const body = `
			if (address === '/${BATCH}/') setTimeout(() => { throw new Error('Too late.') }, 200);
			else await new Promise((resolve) => setTimeout(resolve, 5));
			return Buffer.from('page')`;
		await renderWith(body, addresses, 2);
	});

	test('start only when there is a page for them', async () => {
		let started = 0;
		const count = () => void started++;
		process.on('worker', count);
		await renderWith('return Buffer.from(address)', [], 2);
		expect(started).toBe(0);
		await renderWith('return Buffer.from(address)', ['/a/'], 2);
		expect(started).toBe(1);
		process.off('worker', count);
	});
});
