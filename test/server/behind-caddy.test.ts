import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { freePort, HAS_CADDY, type StartedServer, startCaddy } from '../bench/servers.ts';
import { ownDirectory } from '../support/own-server.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

describe.skipIf(!HAS_CADDY)(`Behind Caddy${HAS_CADDY ? '' : ': Caddy is not installed'}`, () => {
	const directory = ownDirectory('site');
	let server: ServerProcess;
	let caddy: StartedServer;
	let address: string;
	let log: string;
	beforeAll(async () => {
		server = await startServer(directory, { env: { TRUST_PROXY: '1' } });
		const port = await freePort();
		log = join(directory.folder, 'caddy.log');
		address = `http://127.0.0.1:${port}/`;
		const site = readFileSync(join(PROJECT, 'src/deploy/Caddyfile'), 'utf8')
			.replace(/^\tlog \{$/m, `\tlog {\n\t\toutput file ${log}`)
			.replace('directory.example {', `:${port} {\n\tlog`)
			.replace('127.0.0.1:4321', `127.0.0.1:${server.port}`);
		caddy = await startCaddy(join(directory.folder, 'caddy'), site, address);
	});
	afterAll(async () => {
		await caddy?.stop();
		await server?.stop('SIGKILL');
	});

	test('pages and the API are answered', async () => {
		expect((await fetch(address)).status).toBe(200);
		expect((await fetch(`${address}v1/categories`, { headers: { 'X-API-Key': directory.key } })).status).toBe(200);
	});

	test('the key of a feed is not in the log of requests', async () => {
		const headers = { Referer: `${address}saved/feed.atom?key=secret` };
		expect((await fetch(`${address}saved/feed.atom?key=secret&page=2`, { headers })).status).toBe(404);
		await expect.poll(() => readFileSync(log, 'utf8')).toContain('"uri":"/saved/feed.atom?key=%5Bkey%5D');
		expect(readFileSync(log, 'utf8')).not.toContain('secret');
	});

	test('a form that is too large gets a 413', async () => {
		const body = new URLSearchParams({ email: 'x'.repeat(300_000) });
		const headers = { Origin: new URL(address).origin };
		const { status } = await fetch(`${address}account/sign-in/`, { method: 'POST', headers, body });
		expect(status).toBe(413);
	});
});
