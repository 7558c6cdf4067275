/**
 * A process with Astro's own server: `node astro-server.ts ENTRY`, where the entry is what the build made. Where releases
 * and state are comes in the environment, as for anyone who runs that server.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

const { handler } = await import(pathToFileURL(process.argv[2]!).href);
const server = createServer((request, response) => handler(request, response, () => response.writeHead(404).end()));
server.listen(0, '127.0.0.1', () => {
	console.error(`Astro serves at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
