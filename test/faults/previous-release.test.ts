import { lutimesSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentLink, releasesFolder } from '../../src/release/layout.ts';
import { followCurrentRelease } from '../../src/server/current-release.ts';
import { KEPT_FOR } from '../../src/server/previous-release.ts';
import { type Api, apiAt, jsonOf } from '../contract/api.ts';
import { openFilesIn } from '../support/open-files.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

/** The longest time until a release is served, on any machine. */
const SOON = { timeout: 30_000 };

let directory: SmallDirectory;
let server: ServerProcess;
let api: Api;

async function start(workers: number): Promise<void> {
	server = await startServer(directory, { env: { WORKERS: String(workers) } });
	api = apiAt('the server', server.port, directory.key);
}

beforeAll(async () => {
	directory = copyDirectory('api');
	await start(1);
});
afterAll(async () => {
	await server?.stop();
	directory?.remove();
});

/** Renames every program and builds a release. Returns the IDs of the release and its snapshot. */
async function build(
	name: string,
	...options: string[]
): Promise<{ readonly release: string; readonly snapshot: string }> {
	const { snapshot, out } = directory;
	const db = new Database(snapshot);
	db.prepare("UPDATE programs SET name = ? || ' ' || slug").run(name);
	db.close();
	const args = ['--snapshot', snapshot, '--out', out, '--only', 'api', '--json', ...options];
	return JSON.parse(await succeed('build', args));
}

/** Makes a release current, as if that had happened this many milliseconds ago. */
function switchTo(release: string, ago: number): void {
	const link = join(directory.out, 'next');
	symlinkSync(join('releases', release), link);
	const at = (Date.now() - ago) / 1000;
	lutimesSync(link, at, at);
	renameSync(link, currentLink(directory.out));
}

/** Makes all publications a day older. */
function ageJournal(): void {
	const db = new Database(join(directory.out, 'journal.sqlite'));
	db.exec("UPDATE journal SET published_at = strftime('%Y-%m-%dT%H:%M:%SZ', published_at, '-1 day')");
	db.close();
}

/** The releases whose files this process has open. */
function openReleases(): string[] {
	const folder = `${releasesFolder(directory.out)}/`;
	return [...new Set(openFilesIn(folder).map((file) => file.slice(folder.length).split('/')[0]!))];
}

async function served(): Promise<string> {
	return (await api.get('/programs?per_page=1')).headers.get('x-snapshot')!;
}

async function statusOf(snapshot: string): Promise<number> {
	return (await api.get(`/programs?per_page=1&snapshot=${snapshot}`)).status;
}

/** The names of all programs of a snapshot, page by page, from the links of the responses. */
async function crawl(
	between: () => Promise<void>,
): Promise<{ readonly names: string[]; readonly snapshots: Set<string> }> {
	const names: string[] = [];
	const snapshots = new Set<string>();
	const id = await served();
	let next: string | undefined = `/programs?per_page=5&snapshot=${id}`;
	while (next !== undefined) {
		const answer = await api.get(next);
		expect(answer.status, String(answer.body)).toBe(200);
		snapshots.add(answer.headers.get('x-snapshot')!);
		names.push(...jsonOf(answer).data.map(({ name }: { name: string }) => name));
		next = /\/v1([^>]*)>; rel="next"/.exec(answer.headers.get('link')!)?.[1];
		await between();
	}
	return { names, snapshots };
}

describe('The previous release', () => {
	test('stays readable after a switch, and has its own data', async () => {
		const before = await served();
		const names = jsonOf(await api.get('/programs?per_page=100')).data;
		const { snapshot } = await build('Second');
		await expect.poll(served, SOON).toBe(snapshot);
		const answer = await api.get(`/programs?per_page=100&snapshot=${before}`);
		expect(answer.headers.get('x-snapshot')).toBe(before);
		expect(jsonOf(answer).data).toEqual(names);
		expect(await statusOf(snapshot)).toBe(200);
	});

	test('lets clients finish their crawls under load, without mixed pages', async () => {
		const before = await served();
		let switched = false;
		const crawls = Array.from({ length: 4 }, () =>
			crawl(async () => {
				await expect.poll(() => switched, SOON).toBe(true);
			}),
		);
		const { snapshot } = await build('Third');
		await expect.poll(served, SOON).toBe(snapshot);
		switched = true;
		for (const { names, snapshots } of await Promise.all(crawls)) {
			expect(snapshots).toEqual(new Set([before]));
			expect(names.length).toBeGreaterThan(10);
			expect(names.filter((name) => !name.startsWith('Second '))).toEqual([]);
		}
	});

	test('is only the last one: an earlier one is a 410', async () => {
		const [first, second] = [await served(), await build('Fourth')];
		await expect.poll(served, SOON).toBe(second.snapshot);
		const third = await build('Fifth');
		await expect.poll(served, SOON).toBe(third.snapshot);
		expect([await statusOf(first), await statusOf(second.snapshot)]).toEqual([410, 200]);
	});

	test('stays readable if the same data is built again', async () => {
		const before = await served();
		const { snapshot } = await build('Sixth');
		await expect.poll(served, SOON).toBe(snapshot);
		const again = await build('Sixth', '--full');
		expect(again.snapshot).toBe(snapshot);
		expect(await statusOf(before)).toBe(200);
	});

	test('is opened again after a restart of the server', async () => {
		const before = await served();
		const { snapshot } = await build('Seventh');
		await expect.poll(served, SOON).toBe(snapshot);
		await server.stop();
		await start(1);
		expect([await statusOf(before), await statusOf(snapshot), await statusOf('gone')]).toEqual([200, 200, 410]);
	});

	test('is gone 15 minutes after the switch', async () => {
		const [earlier, later] = [await build('Eighth'), await build('Ninth')];
		await expect.poll(served, SOON).toBe(later.snapshot);
		ageJournal();
		switchTo(earlier.release, KEPT_FOR);
		await expect.poll(served, SOON).toBe(earlier.snapshot);
		expect([await statusOf(later.snapshot), await statusOf(earlier.snapshot)]).toEqual([410, 200]);
		switchTo(later.release, KEPT_FOR - 5000);
		await expect.poll(served, SOON).toBe(later.snapshot);
		await expect.poll(() => statusOf(earlier.snapshot), SOON).toBe(410);
	});

	test('is the only other one that a server has open', async () => {
		const releases = [await build('Tenth'), await build('Eleventh'), await build('Twelfth')];
		const events = { opened() {}, failed: (_id: string, error: unknown) => expect.unreachable(String(error)) };
		const following = await followCurrentRelease(directory.out, events);
		for (const { release, snapshot } of [...releases, releases[0]!]) {
			switchTo(release, 0);
			await expect.poll(() => following.get().snapshot, SOON).toBe(snapshot);
			expect(openReleases()).toContain(release);
			expect(openReleases().length).toBeLessThanOrEqual(2);
		}
		expect(openReleases()).toHaveLength(2);
		following.close();
		expect(openReleases()).toEqual([]);
	});
});

describe('With several server processes', () => {
	beforeAll(async () => {
		await server.stop();
		await start(2);
	});

	test('each one knows the current and the previous snapshot at once', async () => {
		for (const name of ['Thirteenth', 'Fourteenth']) {
			const before = await served();
			const { snapshot } = await build(name);
			await expect.poll(served, SOON).toBe(snapshot);
			const statuses = await Promise.all(
				Array.from({ length: 20 }, (_, i) => statusOf(i % 2 === 0 ? before : snapshot)),
			);
			expect(new Set(statuses)).toEqual(new Set([200]));
		}
	});
});
