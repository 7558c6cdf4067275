/** Servers that follow a store of releases. */
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { childProcesses } from '../support/child-processes.ts';
import { contentOf } from '../support/followed-store.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const SWITCHES = 5;

/** A store, and the environment of commands that use it. */
type Store = Pick<S3Server, 'address' | 'env'>;

let directory: SmallDirectory;
let s3: S3Server;
let stores: { readonly folder: Store; readonly S3: Store };
let edits = 0;
beforeAll(async () => {
	directory = copyDirectory('site');
	s3 = await startS3Server();
	stores = { folder: { address: join(directory.folder, 'store'), env: {} }, S3: s3 };
	for (const store of Object.values(stores)) await push(store);
});
afterAll(async () => {
	await s3?.stop();
	directory?.remove();
});

async function push({ address, env }: Store): Promise<void> {
	await succeed('releases', ['push', address, '--out', directory.out], { env });
}

/** Builds a release from an edited snapshot and pushes it. Returns the content ID of the snapshot. */
async function buildAndPush(store: Store): Promise<string> {
	const { snapshot, out } = directory;
	const db = new Database(snapshot);
	db.prepare('UPDATE programs SET name = ? WHERE rowid = 1').run(`Edit ${++edits}`);
	db.close();
	await succeed('build', ['--snapshot', snapshot, '--out', out]);
	await push(store);
	return (await readManifest(releaseFolder(out, currentRelease(out)!))).snapshot;
}

/** Starts a server on another machine that has no releases yet. */
async function follower(
	{ address, env }: Store,
	workers = '1',
): Promise<{ readonly server: ServerProcess; readonly out: string }> {
	const folder = mkdtempSync(join(directory.folder, 'machine-'));
	const [out, state] = [join(folder, 'out'), join(folder, 'state')];
	mkdirSync(out);
	cpSync(directory.state, state, { recursive: true });
	const server = await startServer(
		{ out, state },
		{ env: { ...env, RELEASES: address, RELEASES_INTERVAL: '1', WORKERS: workers } },
	);
	return { server, out };
}

async function changesSince({ port }: ServerProcess, since: string): Promise<unknown[]> {
	const path = `/v1/changes?since=${since}`;
	const { body } = await requestOnce(port, 'GET', path, [`X-API-Key: ${directory.key}`]);
	return JSON.parse(body.toString()).data;
}

const servedBy = async ({ port }: ServerProcess) => (await requestOnce(port, 'GET', '/')).headers.get('x-snapshot');

test.each([
	['folder', '1'],
	['S3', '2'],
] as const)(
	'Servers that follow a store in %s, with %s processes, switch with no failed request',
	async (where, workers) => {
		const store = stores[where];
		await push(store);
		const followers = [await follower(store, workers), await follower(store, workers)];
		const since = (await servedBy(followers[0]!.server))!;
		let isOver = false;
		const targets = ['/', '/programs/', '/changes/', '/v1/programs'];
		const statuses = new Map<number | undefined, number>();
		const visitors = followers.flatMap(({ server }) =>
			targets.map(async (target) => {
				const connection = await RawConnection.open(server.port);
				while (!isOver) {
					const status = (await connection.request('GET', target, [`X-API-Key: ${directory.key}`]))?.status;
					statuses.set(status, (statuses.get(status) ?? 0) + 1);
					await sleep(2);
				}
				connection.close();
			}),
		);
		for (let turn = 0; turn < SWITCHES; turn++) {
			const snapshot = await buildAndPush(store);
			for (const { server } of followers) await expect.poll(() => servedBy(server)).toBe(snapshot);
		}
		isOver = true;
		await Promise.all(visitors);
		expect([...statuses.keys()]).toEqual([200]);
		expect(statuses.get(200)).toBeGreaterThan(1000);
		const expected = await contentOf(directory.out);
		for (const { out } of followers) await expect.poll(() => contentOf(out)).toEqual(expected);
		const changes = await Promise.all(followers.map((one) => changesSince(one.server, since)));
		expect(changes[0]!.length).toBeGreaterThanOrEqual(SWITCHES);
		expect(changes[1]).toEqual(changes[0]);
		for (const { server } of followers) {
			const children = childProcesses(server.child.pid!);
			expect(await server.stop()).toBe(0);
			for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
		}
	},
);

test('A server keeps serving while the store cannot be read, logs this once, and goes on later', async () => {
	const store = stores.folder;
	const { server, out } = await follower(store);
	const before = await servedBy(server);
	const failures = () => server.log().filter(({ msg }) => msg?.startsWith('could not pull a release'));
	renameSync(store.address, `${store.address}-away`);
	await expect.poll(failures).toHaveLength(1);
	expect(failures()[0]!.reason).toContain('There are no releases in');
	await sleep(4000);
	expect(failures()).toHaveLength(1);
	expect(await servedBy(server)).toBe(before);
	renameSync(`${store.address}-away`, store.address);
	const snapshot = await buildAndPush(store);
	await expect.poll(() => servedBy(server)).toBe(snapshot);
	await expect.poll(() => server.log().map(({ msg }) => msg)).toContain('releases can be pulled again');
	expect(currentRelease(out)).toBe(currentRelease(directory.out));
	await server.stop();
});

test('A process that pulls releases is replaced if it is killed, and ends with its server', async () => {
	const store = stores.folder;
	const { server } = await follower(store);
	const [pulling] = childProcesses(server.child.pid!);
	process.kill(pulling!, 'SIGKILL');
	await expect
		.poll(() => server.log().map(({ msg }) => msg))
		.toContain('the process that pulls releases stopped; starting another one');
	const snapshot = await buildAndPush(store);
	await expect.poll(() => servedBy(server)).toBe(snapshot);
	const [second] = childProcesses(server.child.pid!);
	await server.stop('SIGKILL');
	await expect.poll(() => isGone(second!)).toBe(true);
});

function isGone(pid: number): boolean {
	try {
		return !process.kill(pid, 0);
	} catch {
		return true;
	}
}

test('A server with no release and an empty store says what to do', async () => {
	const folder = mkdtempSync(join(directory.folder, 'machine-'));
	const args = ['--out', join(folder, 'out'), '--state', join(folder, 'state'), '--port', '0'];
	const { status, stderr } = await runCommand('serve', args, { env: { RELEASES: join(folder, 'nothing') } });
	expect([status, stderr]).toEqual([1, expect.stringContaining('npm run releases -- push')]);
	rmSync(folder, { recursive: true });
});
