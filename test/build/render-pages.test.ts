import { beforeAll, describe, expect, test } from 'vitest';
import { pagesEntry } from '../../src/build/compiled-pages.ts';
import { type Rendering, renderPages } from '../../src/build/render-pages.ts';
import { applicationVersion } from '../../src/release/application-version.ts';
import { PAGE_TYPES } from '../../src/site/pages/page-types.ts';
import { directoryAfter, generatedSnapshot } from '../support/snapshot-directory.ts';

const SITE = 'https://directory.example';

let pages: Rendering[];

beforeAll(() => {
	const directory = directoryAfter(generatedSnapshot({ programs: 60, reviews: 200, seed: 1 }));
	pages = PAGE_TYPES.flatMap(({ route, pages }) =>
		[...pages(directory)].map(({ address, view }) => rendering(route, address, view())),
	);
});

/** A page to render. Its address is also the name of its file. */
function rendering(route: string, address: string, view: unknown): Rendering {
	return { route, address, path: address, view: JSON.stringify(view), fingerprint: '' };
}

/** The hashes of rendered pages by address. */
async function render(pages: Iterable<Rendering>, threads?: number): Promise<Map<string, string>> {
	const rendered = new Map<string, string>();
	await renderPages(
		pagesEntry(applicationVersion()),
		SITE,
		pages,
		(address, { hash }) => {
			expect(rendered.has(address)).toBe(false);
			rendered.set(address, hash);
		},
		threads,
	);
	return rendered;
}

describe('renderPages', () => {
	test('renders every page once, with the same result for one thread and several, in any order', async () => {
		const one = await render(pages, 1);
		expect([...one.keys()].sort()).toEqual(pages.map(({ address }) => address).sort());
		for (const other of [await render(pages, 3), await render(pages.toReversed(), 2)]) {
			expect([...other].sort()).toEqual([...one].sort());
		}
	});

	test('works with more threads than pages, and without pages', async () => {
		expect((await render(pages.slice(0, 1), 4)).size).toBe(1);
		expect((await render([], 2)).size).toBe(0);
	});

	test('names a page that cannot be rendered, and the cause', async () => {
		const broken = rendering('/statistics', '/statistics/', {});
		const failure = render([...pages.slice(0, 40), broken, ...pages], 2);
		await expect(failure).rejects.toThrow('/statistics/ could not be rendered.');
		await expect(failure).rejects.toMatchObject({ cause: expect.any(TypeError) });
	});

	test('names a page whose route does not exist', async () => {
		const failure = render([rendering('/nothing', '/nothing/', {})]);
		await expect(failure).rejects.toThrow('/nothing/ could not be rendered.');
		await expect(failure).rejects.toMatchObject({ cause: { message: 'There is no page with the route /nothing.' } });
	});
});
