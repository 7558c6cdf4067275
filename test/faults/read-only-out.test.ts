/** A server that cannot write into the folder of the releases serves everything that needs no writing. */
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeDatabase } from '../support/change-database.ts';
import { MAY_MOUNT, serveWithDisks } from '../support/own-disks.ts';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { listening, type ServerProcess } from '../support/running-server.ts';

describe.skipIf(!MAY_MOUNT)('A server with a read-only folder of releases', () => {
	const directory = ownDirectory('site');
	let server: ServerProcess;
	let slug: string;

	const publish = async (sql: string): Promise<void> => {
		changeDatabase(directory.snapshot, sql);
		await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out]);
	};

	beforeAll(async () => {
		const db = new Database(directory.snapshot);
		slug = db.prepare<[], string>("SELECT min(slug) FROM programs WHERE status = 'published'").pluck().get()!;
		db.close();
		await publish(`UPDATE programs SET cookie_days = 9999 WHERE slug = '${slug}'`);
		const { out } = directory;
		const script = `mount --bind "${out}" "${out}" && mount -o remount,ro,bind "${out}"`;
		server = await listening(serveWithDisks(script, directory));
	});
	afterAll(() => server?.stop());

	const get = (path: string) => requestOnce(server.port, 'GET', path, [`X-API-Key: ${directory.key}`]);

	test('serves pages, badges, share images, the history, the API and the list of exported files', async () => {
		const paths = [
			'/',
			`/programs/${slug}/`,
			`/badges/${slug}.svg`,
			`/share/programs/${slug}.png`,
			'/programs/search/',
		];
		for (const path of [...paths, '/changes/feed.atom', '/account/sign-in/', '/v1/programs', '/v1/export']) {
			expect([path, (await get(path)).status]).toEqual([path, 200]);
		}
		expect(String((await get(`/changes/terms/?program=${slug}`)).body)).toContain('9,999\u00a0days');
	});

	test('shows the changes of each new publication', async () => {
		const before = (await get('/v1')).headers.get('x-snapshot');
		await publish(`UPDATE programs SET cookie_days = 8888 WHERE slug = '${slug}'`);
		await expect.poll(async () => String((await get('/changes/')).body)).toContain('8,888');
		const { data } = JSON.parse(String((await get(`/v1/changes?since=${before}`)).body));
		expect(data).toHaveLength(1);
		expect((await get(`/v1/programs?snapshot=${before}`)).status).toBe(200);
	});

	test('says that it cannot make an exported file, and says once in the log why', async () => {
		for (const name of ['directory.sqlite', 'programs.ndjson']) {
			const { status, body } = await get(`/v1/export/${name}`);
			expect([status, JSON.parse(String(body)).code]).toEqual([503, 'UNAVAILABLE']);
		}
		const warnings = server
			.log()
			.filter(({ level }) => level === 'warn')
			.map(({ msg }) => msg);
		expect(warnings.filter((msg) => msg?.startsWith('the server cannot write to the folder of releases'))).toHaveLength(
			1,
		);
		expect(warnings.filter((msg) => msg?.startsWith('could not'))).toEqual([]);
	});
});
