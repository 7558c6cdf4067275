/** Servers that follow a store of releases. */
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentRelease } from '../../src/release/publish.ts';
import { childProcesses } from '../support/child-processes.ts';
import { contentOf } from '../support/followed-store.ts';
import { buildAndPush, pushRelease, type Store, servedBy } from '../support/push-releases.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const SWITCHES = 5;

let directory: SmallDirectory;
let s3: S3Server;
let stores: { readonly folder: Store; readonly S3: Store };
beforeAll(async () => {
	directory = copyDirectory('site');
	s3 = await startS3Server();
	stores = { folder: { address: join(directory.folder, 'store'), env: {} }, S3: s3 };
	for (const store of Object.values(stores)) await pushRelease(directory, store);
});
afterAll(async () => {
	await s3?.stop();
	directory?.remove();
});

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

test.each([
	['folder', '1'],
	['S3', '2'],
] as const)(
	'Servers that follow a store in %s, with %s processes, switch with no failed request',
	async (where, workers) => {
		const store = stores[where];
		await pushRelease(directory, store);
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
			const snapshot = await buildAndPush(directory, store);
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
	const snapshot = await buildAndPush(directory, store);
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
	const snapshot = await buildAndPush(directory, store);
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
