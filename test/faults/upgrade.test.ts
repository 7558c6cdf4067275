/** The recipe for an upgrade in src/docs/upgrade.md, with a proxy that switches its connections. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import site from '../../data/site.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { HEADLINE, makeNewerVersion, VERSION } from '../support/newer-version.ts';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { visitSteadily } from '../support/steady-visits.ts';
import { startProxy } from '../support/switching-proxy.ts';

const MARK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#fff"/></svg>';
const WORKERS = { WORKERS: '2' };

const directory = ownDirectory('site');
const servers: ServerProcess[] = [];

/** The checkout of the new version. */
const project = makeNewerVersion();
/** The configuration of the site, outside of both checkouts. */
const config = join(directory.folder, 'config');
mkdirSync(join(config, 'public'), { recursive: true });
const settings = { ...site, name: 'Ledger', headline: 'Every rate', mark: '/ledger.svg' };
writeFileSync(join(config, 'site.json'), JSON.stringify(settings));
writeFileSync(join(config, 'public/ledger.svg'), MARK);
afterAll(() => {
	for (const { child } of servers) child.kill('SIGKILL');
	rmSync(project, { recursive: true });
});

test('An upgrade with a second checkout and the same state fails no request, and keeps the name and the mark of the site', async () => {
	const { snapshot, state, key, folder } = directory;
	const env = { ...WORKERS, SITE_CONFIG: config };
	await succeed('build', ['--snapshot', snapshot, '--out', directory.out], { env });
	const old = await startServer(directory, { env });
	servers.push(old);
	const proxy = await startProxy(old.port);
	const visits = visitSteadily(() => proxy.port, key);
	const packageAt = async (path: string) => (await requestOnce(proxy.port, 'GET', path)).body;
	const client = await packageAt('/client.tgz');

	await succeed('backup', [join(folder, 'before.sqlite'), '--state', state]);
	const out = join(folder, 'new-out');
	cpSync(directory.out, out, { recursive: true, verbatimSymlinks: true });
	await succeed('build', ['--snapshot', snapshot, '--out', out], { env, cwd: project });
	const { key: made } = JSON.parse(
		await succeed('keys', ['create', '--account', 'ada@site.example', '--name', 'old', '--state', state, '--json']),
	);
	const next = await startServer({ out, state }, { env, cwd: project });
	servers.push(next);
	const ready = async () => (await requestOnce(next.port, 'GET', '/readyz')).status;
	await expect.poll(ready).toBe(200);
	expect((await requestOnce(old.port, 'GET', '/v1/categories', [`X-API-Key: ${made}`])).status).toBe(200);
	proxy.switchTo(next.port);
	expect(await old.stop()).toBe(0);

	for (const path of ['/', '/programs/search/?q=mail']) {
		const page = String((await requestOnce(proxy.port, 'GET', path)).body);
		expect(page).toContain('Ledger</title>');
		expect(page).toContain('src="/ledger.svg"');
	}
	expect(String((await requestOnce(proxy.port, 'GET', '/')).body)).toContain(`Every rate ${HEADLINE}</h1>`);
	expect(String((await requestOnce(proxy.port, 'GET', '/ledger.svg')).body)).toBe(MARK);
	expect((await requestOnce(proxy.port, 'GET', '/v1/categories', [`X-API-Key: ${made}`])).status).toBe(200);
	expect(await packageAt(`/packages/client-${packageJson.version}.tgz`)).toEqual(client);
	expect(await packageAt(`/packages/client-${VERSION}.tgz`)).toEqual(await packageAt('/client.tgz'));
	expect(await packageAt('/client.tgz')).not.toEqual(client);
	const { answered, failed } = await visits.end();
	expect(failed).toEqual([]);
	expect(answered).toBeGreaterThan(1000);
	expect(await next.stop()).toBe(0);
	proxy.close();
	console.log(`${answered} requests, none failed, during an upgrade`);

	// The way back: the newer version has only added to the state, so the older one can use it, and keeps what is new.
	const back = await startServer(directory, { env });
	expect((await requestOnce(back.port, 'GET', '/v1/categories', [`X-API-Key: ${made}`])).status).toBe(200);
	const reasons = async () => JSON.parse(String((await requestOnce(back.port, 'GET', '/readyz')).body)).reasons;
	await expect.poll(reasons).toMatchObject([{ code: 'STATE_EXTENDED', severity: 'degraded' }]);
	expect(await back.stop()).toBe(0);
});
