/** One client with many slow connections does not keep others out of the servers that src/deploy/ configures. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { freePort, HAS_CADDY, HAS_HAPROXY, HAS_NGINX, startCaddy, startNginx } from '../bench/servers.ts';
import { deployedFile, mainDirectives } from '../support/deployed-file.ts';
import { startDeployedHaproxy } from '../support/deployed-haproxy.ts';
import { startDeployedNginx } from '../support/deployed-nginx.ts';
import { ownFolder } from '../support/own-server.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';

const SLOW_CLIENT = '127.0.0.2';
/** More than nginx accepts by default. */
const CONNECTIONS = 1700;
/** More than the file for HAProxy lets it accept. */
const MORE_CONNECTIONS = 4100;
/** The limit for one address in the files for nginx and HAProxy. */
const MOST = 250;

const open: RawConnection[] = [];

const folder = ownFolder();
// Without the page, there would be no 200. The configurations of an export are empty here.
writeFileSync(join(folder, 'index.html'), 'ok');
for (const file of ['_nginx.conf', '_caddy.conf']) writeFileSync(join(folder, file), '# no headers\n');
const backend = createServer((_, response) => response.end('ok'));
await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
const behind = (backend.address() as AddressInfo).port;
afterEach(() => {
	for (const connection of open.splice(0)) connection.close();
});
afterAll(() => backend.close());

const siteFolder = () => ({ '/srv/directory-site': folder });

const SERVERS = {
	nginx: () => startDeployedNginx({ folder: join(folder, 'nginx'), servers: [behind] }),
	'nginx for an exported website': async () => {
		const port = await freePort();
		const site = deployedFile('nginx-static.conf', { ...siteFolder(), 'listen 80;': `listen 127.0.0.1:${port};` });
		return startNginx(join(folder, 'nginx-static'), site, `http://127.0.0.1:${port}/`, mainDirectives(site));
	},
	HAProxy: () => startDeployedHaproxy(folder, [behind, behind]),
	Caddy: async () => {
		const port = await freePort();
		const names = { 'directory.example {': `http://127.0.0.1:${port} {`, '127.0.0.1:4321': `127.0.0.1:${behind}` };
		return startCaddy(join(folder, 'caddy'), deployedFile('Caddyfile', names), `http://127.0.0.1:${port}/`);
	},
	'Caddy for an exported website': async () => {
		const port = await freePort();
		const names = { ...siteFolder(), 'directory.example {': `http://127.0.0.1:${port} {` };
		return startCaddy(join(folder, 'caddy-site'), deployedFile('Caddyfile-static', names), `http://127.0.0.1:${port}/`);
	},
};

/** Opens connections of the slow client, and writes the same bytes to each of them. A server may refuse some. */
async function openSlow(port: number, count: number, bytes: string): Promise<RawConnection[]> {
	for (let i = 0; i < count; i++) {
		const connection = await RawConnection.open(port, SLOW_CLIENT).catch(() => undefined);
		connection?.write(bytes);
		if (connection !== undefined) open.push(connection);
	}
	return open;
}

/** Starts a server, and waits until it answers. */
async function started(name: keyof typeof SERVERS) {
	const server = await SERVERS[name]();
	await expect.poll(() => statusFrom(server.port)).toBe(200);
	return { port: server.port, [Symbol.asyncDispose]: () => server.stop() };
}

/** The status that another client gets over a new connection. Undefined if the server closes it. */
function statusFrom(port: number): Promise<number | undefined> {
	return requestOnce(port, 'GET', '/', ['Connection: close']).then(
		({ status }) => status,
		() => undefined,
	);
}

test.each([
	['nginx', HAS_NGINX, CONNECTIONS],
	['nginx for an exported website', HAS_NGINX, CONNECTIONS],
	['HAProxy', HAS_HAPROXY, MORE_CONNECTIONS],
	['Caddy', HAS_CADDY, CONNECTIONS],
	['Caddy for an exported website', HAS_CADDY, CONNECTIONS],
] as const)(
	'%s serves others while one address has many half requests, and closes these',
	async (name, isInstalled, connections) => {
		if (!isInstalled) return;
		await using server = await started(name);
		const slow = await openSlow(server.port, connections, 'GET / HTTP/1.1\r\nHost: directory.example\r\n');
		for (let i = 0; i < 20; i++) expect(await statusFrom(server.port)).toBe(200);
		// Nobody has waited until the time of the half requests was over.
		expect(slow[0]?.socket.closed).toBe(false);
		await expect.poll(() => slow.filter(({ socket }) => !socket.closed).length).toBe(0);
	},
);

test.skipIf(!HAS_NGINX)('nginx refuses an address with too many requests whose bodies do not arrive', async () => {
	await using nginx = await started('nginx');
	const head = 'POST /account/sign-in/ HTTP/1.1\r\nHost: directory.example\r\nContent-Length: 9\r\n\r\n';
	const slow = await openSlow(nginx.port, MOST + 10, head);
	const refused = await Promise.all(slow.slice(MOST).map((connection) => connection.read('POST')));
	expect(refused.map((response) => response?.status)).toEqual(Array(10).fill(429));
	expect(await statusFrom(nginx.port)).toBe(200);
});

test.skipIf(!HAS_HAPROXY)('HAProxy closes the connections of an address that has too many', async () => {
	await using haproxy = await started('HAProxy');
	const slow = await openSlow(haproxy.port, MOST + 10, 'GET / HTTP/1.1\r\n');
	const responses = await Promise.all(slow.map((connection) => connection.read()));
	// Only those that it accepted get a response, when their time is over.
	const accepted = responses.filter((response) => response?.status === 408).length;
	expect(accepted).toBeGreaterThan(0);
	expect(accepted).toBeLessThanOrEqual(MOST);
});
