/** A server that cannot write into the folder of the releases serves everything that needs no writing. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { requestOnce } from '../support/raw-http.ts';
import { exitOf, succeed } from '../support/run-command.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

/** Arguments of `unshare` to run a script that mounts folders for itself only. */
const asMounter = (script: string) => ['--map-root-user', '--mount', 'sh', '-c', script];
/** On Linux, any user can mount, unless that is forbidden. */
const MAY_MOUNT = spawnSync('unshare', asMounter('mount -t tmpfs tmpfs /tmp')).status === 0;

describe.skipIf(!MAY_MOUNT)('A server with a read-only folder of releases', () => {
	let directory: SmallDirectory;
	let server: ChildProcess;
	let port: number;
	const log: { readonly level?: string; readonly msg?: string }[] = [];
	let slug: string;

	const publish = async (sql: string): Promise<void> => {
		const db = new Database(directory.snapshot);
		db.exec(sql);
		db.close();
		await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out]);
	};

	beforeAll(async () => {
		directory = copyDirectory('site');
		const db = new Database(directory.snapshot);
		slug = db.prepare<[], string>("SELECT min(slug) FROM programs WHERE status = 'published'").pluck().get()!;
		db.close();
		await publish(`UPDATE programs SET cookie_days = 9999 WHERE slug = '${slug}'`);
		const { out, state } = directory;
		const command = `exec "${process.execPath}" scripts/serve.ts --out "${out}" --state "${state}" --port 0`;
		const script = `mount --bind "${out}" "${out}" && mount -o remount,ro,bind "${out}" && ${command}`;
		server = spawn('unshare', asMounter(script), { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
		createInterface(server.stdout!).on('line', (line) => log.push(JSON.parse(line)));
		const said = createInterface(server.stderr!);
		port = await new Promise((resolve, reject) => {
			said.on('line', (line) => / at http.*:(\d+)$/.test(line) && resolve(Number(/(\d+)$/.exec(line)![1])));
			said.on('close', () => reject(new Error('The server has ended.')));
		});
	});
	afterAll(async () => {
		server.kill();
		await exitOf(server);
		directory.remove();
	});

	const get = (path: string) => requestOnce(port, 'GET', path, [`X-API-Key: ${directory.key}`]);

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
		const warnings = log.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
		expect(warnings.filter((msg) => msg?.startsWith('the server cannot write to the folder of releases'))).toHaveLength(
			1,
		);
		expect(warnings.filter((msg) => msg?.startsWith('could not'))).toEqual([]);
	});
});
