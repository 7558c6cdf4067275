/** Serves text indexes, and the modules of `src/` as browsers run them, without a website. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { lookup } from 'mrmime';
import type { Page } from 'playwright-core';
import { PROJECT } from '../../src/shared/project.ts';
import type { TextMatch } from '../../src/website/search/text-search.client.ts';
import { launchBrowser } from './browser.ts';

export interface SearchHost extends AsyncDisposable {
	/** Searches an index for each of the queries, like the pages of the site. Returns the answers in order. */
	search(
		files: ReadonlyMap<string, Buffer>,
		queries: readonly string[],
		withPrograms?: boolean,
	): Promise<TextMatch[][]>;
}

/** The maximum number of results of a search. */
export const MOST = 50;

/** Code for the page, as text, because the test runner would rewrite an import in a function. */
const searchCode = (queries: readonly string[], withPrograms: boolean) => `(async () => {
	const { findText } = await import('/src/website/search/text-search.client.ts');
	const answers = [];
	for (const query of ${JSON.stringify(queries)}) answers.push(await findText(query, ${MOST}, ${withPrograms}));
	return answers;
})()`;

/** Starts a browser and a server for its pages. */
export async function startSearchHost(): Promise<SearchHost> {
	let served: ReadonlyMap<string, Buffer> = new Map();
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url!, 'http://localhost');
		const isModule = pathname.endsWith('.ts');
		const content = isModule ? moduleAt(pathname) : pathname === '/' ? PAGE : served.get(pathname.slice(1));
		const type = isModule ? 'text/javascript' : pathname === '/' ? 'text/html' : lookup(pathname);
		if (content === undefined) return void response.writeHead(404).end();
		response.writeHead(200, { 'Content-Type': type ?? 'application/octet-stream' }).end(content);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const browser = await launchBrowser();
	const run = async <T>(files: ReadonlyMap<string, Buffer>, code: string) => {
		served = files;
		const context = await browser.newContext();
		const page: Page = await context.newPage();
		await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		const answers = await page.evaluate<T>(code);
		await context.close();
		return answers;
	};
	return {
		search: (files, queries, withPrograms = true) => run(files, searchCode(queries, withPrograms)),
		async [Symbol.asyncDispose]() {
			await browser.close();
			server.close();
		},
	};
}

const PAGE = '<!doctype html><html lang="en"><title>Search</title></html>';

function moduleAt(pathname: string): string {
	return stripTypeScriptTypes(readFileSync(join(PROJECT, pathname), 'utf8'));
}
