/** Directories whose owner offers no accounts, or no API. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import settings from '../../data/site.json' with { type: 'json' };
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

describe.each([
	['no accounts', { accounts: false, log_addresses: true }, 401],
	['no API', { api: false }, 404],
] as const)('A directory with %s', (_, changes, statusOfApi) => {
	const directory = ownDirectory('site');
	let server: ServerProcess;

	beforeAll(async () => {
		const config = join(directory.folder, 'config');
		mkdirSync(config);
		writeFileSync(join(config, 'site.json'), JSON.stringify({ ...settings, operator_docs: false, ...changes }));
		const env = { SITE_CONFIG: config };
		await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out], { env });
		await succeed('export', ['--out', directory.out, '--site', join(directory.folder, 'site')], { env });
		server = await startServer(directory, { env });
	});
	afterAll(() => server?.stop('SIGKILL'));

	const statusOf = async (path: string, method = 'GET') => (await requestOnce(server.port, method, path)).status;

	test('has no account pages, and no links to them', async () => {
		for (const path of [
			'/account/',
			'/account/sign-in/',
			'/account/sign-up/',
			'/account/keys/',
			'/account/data.json',
		]) {
			expect([path, await statusOf(path)]).toEqual([path, 404]);
		}
		expect(await statusOf('/account/sign-in/', 'POST')).toBe(404);
		expect(await linksTo('/account/')).toEqual([]);
	});

	test(`answers ${statusOfApi} for the API without a key`, async () => {
		expect(await statusOf('/v1/programs')).toBe(statusOfApi);
		expect(await statusOf('/mcp')).toBe(statusOfApi === 401 ? 405 : 404);
		const isOffered = statusOfApi === 401;
		for (const path of ['/docs/', '/docs/quick-start/', '/openapi.json', '/client.tgz', '/leaked-key/']) {
			expect([path, await statusOf(path)]).toEqual([path, isOffered ? 200 : 404]);
		}
		expect((await linksTo('/docs/')).length > 0).toBe(isOffered);
	});

	test('says on the privacy page what the log contains', () => {
		const page = readFileSync(join(directory.folder, 'site/about/privacy/index.html'), 'utf8').replaceAll(/\s+/g, ' ');
		const isLogged = 'log_addresses' in changes;
		expect(page).toContain(
			isLogged
				? 'It also logs your IP address. It does not log your browser, the page'
				: 'It does not log your IP address, your browser, the page',
		);
		expect(page.includes('It also logs')).toBe(isLogged);
	});

	test('works otherwise', async () => {
		await expect.poll(() => statusOf('/readyz')).toBe(200);
		for (const path of ['/', '/programs/', '/programs/search/?q=a', '/changes/', '/llms.txt', '/sitemap.xml']) {
			expect([path, await statusOf(path)]).toEqual([path, 200]);
		}
	});

	/** The pages, static or rendered on request, that link to an address or one below it. */
	async function linksTo(address: string): Promise<string[]> {
		const site = join(directory.folder, 'site');
		const files = globSync('**/*.{html,md,txt,xml}', { cwd: site });
		expect(files.length).toBeGreaterThan(20);
		const texts = files.map((file) => [file, readFileSync(join(site, file), 'utf8')] as const);
		const paths = ['/', '/programs/search/?q=a', '/changes/', '/compare/', '/nothing/'];
		const rendered = paths.map(
			async (path) => [path, String((await requestOnce(server.port, 'GET', path)).body)] as const,
		);
		const all = [...texts, ...(await Promise.all(rendered))];
		return all
			.filter(([, text]) => text.includes(`="${address}`) || text.includes(`](${address}`))
			.map(([name]) => name);
	}
});
