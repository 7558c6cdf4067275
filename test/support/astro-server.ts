/**
 * A process that runs Astro's own server: `node astro-server.ts ENTRY`, where ENTRY is the bundle. The folders of
 * releases and state are read from the environment, as this project's server does.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequest, writeResponse } from 'astro/app/node';
import { readServiceOptions } from '../../src/commands/server-settings.ts';
import { loadPages } from '../../src/server/rendered-pages.ts';

const findPage = (await loadPages(process.argv[2]!, readServiceOptions().siteUrl))!;
const server = createServer(async (request, response) => {
	const page = findPage(createRequest(request));
	if (page) await writeResponse(await page.render({}), response);
	else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => {
	console.error(`Astro serves at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
