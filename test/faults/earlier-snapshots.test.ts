import { renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentFile, releaseFolder, releasesFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { KEPT_FOR } from '../../src/release/readable-snapshots.ts';
import { switchRelease } from '../../src/release/switch-release.ts';
import { followCurrentRelease } from '../../src/server/current-release.ts';
import { MOST_OPEN } from '../../src/server/earlier-releases.ts';
import { type Api, apiAt, jsonOf } from '../contract/api.ts';
import { ageJournal } from '../support/age-journal.ts';
import { buildHere } from '../support/build-here.ts';
import { changeDatabase } from '../support/change-database.ts';
import { HISTORY } from '../support/history-options.ts';
import { openFilesIn } from '../support/open-files.ts';
import { ownDirectory } from '../support/own-server.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

/** The longest time until a release is served, on any machine. */
const SOON = { timeout: 60_000 };

/** A release in which the name of every program starts with `name`. */
interface Built {
	readonly name: string;
	readonly release: string;
	readonly snapshot: string;
}

const directory = ownDirectory('api');
let server: ServerProcess;
let api: Api;

async function start(workers: number): Promise<void> {
	server = await startServer(directory, { env: { WORKERS: String(workers) } });
	api = apiAt('the server', server.port, directory.key);
}

/** Releases with different data, in the order in which they were built. */
const built: Built[] = [];

beforeAll(async () => {
	for (let i = 1; i <= 9; i++) built.push(await build(`Name${i}`));
	await start(1);
});
afterAll(() => server?.stop());

/** Renames every program and builds a release. */
async function build(name: string, full?: true): Promise<Built> {
	const { snapshot, out } = directory;
	changeDatabase(snapshot, `UPDATE programs SET name = '${name} ' || slug`);
	const { release } = await buildHere({ snapshot, out, only: 'api', full });
	return { name, release, snapshot: (await readManifest(releaseFolder(out, release))).snapshot };
}

/** Publishes releases one after the other, and waits until the last one is served. */
async function publishAll(releases: readonly Built[]): Promise<void> {
	for (const { release } of releases) await switchRelease(directory.out, 'publish', HISTORY, () => release);
	await expect.poll(served, SOON).toBe(releases.at(-1)!.snapshot);
}

/** Makes a release current, as if that had happened this many milliseconds ago. */
function switchTo(release: string, ago: number): void {
	const file = join(directory.out, 'next');
	writeFileSync(file, release);
	const at = (Date.now() - ago) / 1000;
	utimesSync(file, at, at);
	renameSync(file, currentFile(directory.out));
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

/** The first word of the names of all programs of a snapshot. */
async function wordsIn(snapshot: string): Promise<Set<string>> {
	const answer = await api.get(`/programs?per_page=100&snapshot=${snapshot}`);
	expect(answer.status, String(answer.body)).toBe(200);
	expect(answer.headers.get('x-snapshot')).toBe(snapshot);
	return new Set(jsonOf(answer).data.map(({ name }: { name: string }) => name.split(' ')[0]));
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

/** Checks that each of the releases can be read through its snapshot. */
async function expectReadable(releases: readonly Built[]): Promise<void> {
	for (const { name, snapshot } of releases) expect(await wordsIn(snapshot)).toEqual(new Set([name]));
}

describe('An earlier snapshot', () => {
	test('stays readable after several publications, and has its own data', async () => {
		await expectReadable(built);
		expect(await statusOf('0123456789ab')).toBe(410);
	});

	test('stays readable after a restart of the server', async () => {
		await server.stop();
		await start(1);
		await expectReadable(built);
	});

	test('lets clients finish their crawls under load, without mixed pages', async () => {
		const { name, snapshot } = built.at(-1)!;
		let switched = false;
		const crawls = Array.from({ length: 4 }, () =>
			crawl(async () => {
				await expect.poll(() => switched, SOON).toBe(true);
			}),
		);
		await publishAll(built.slice(2, 8));
		switched = true;
		for (const { names, snapshots } of await Promise.all(crawls)) {
			expect(snapshots).toEqual(new Set([snapshot]));
			expect(names.length).toBeGreaterThan(10);
			expect(names.filter((one) => !one.startsWith(`${name} `))).toEqual([]);
		}
	});

	test('stays readable if the same data is built again', async () => {
		const [before, same] = [built.at(-1)!, await build('Same')];
		await expect.poll(served, SOON).toBe(same.snapshot);
		await build('Same', true);
		await expectReadable([before, same]);
	});

	test('stays readable after a rollback', async () => {
		await publishAll(built.slice(0, 3));
		await switchRelease(directory.out, 'rollback', HISTORY, () => built[1]!.release);
		await expect.poll(served, SOON).toBe(built[1]!.snapshot);
		await expectReadable(built.slice(0, 3));
	});

	test('is gone 15 minutes after the switch', async () => {
		const [earlier, later] = [built[0]!, built[1]!];
		await publishAll([earlier, later]);
		ageJournal(directory.out);
		await server.stop();
		switchTo(earlier.release, KEPT_FOR);
		await start(1);
		expect([await statusOf(later.snapshot), await statusOf(earlier.snapshot)]).toEqual([410, 200]);
		switchTo(later.release, KEPT_FOR - 5000);
		await expect.poll(served, SOON).toBe(later.snapshot);
		await expect.poll(() => statusOf(earlier.snapshot), SOON).toBe(410);
	});

	test('that is being read stays open, and no more than three are open besides the current one', async () => {
		const fails = (_id: string, error: unknown) => expect.unreachable(String(error));
		const events = { opened() {}, damaged: fails };
		const following = await followCurrentRelease(directory.out, events);
		const { find, get } = following.bySnapshot;
		const read = built[0]!;
		for (const { release, snapshot } of [...built, read, ...built]) {
			switchTo(release, 0);
			await expect.poll(() => following.get().snapshot, SOON).toBe(snapshot);
			await find(read.snapshot, '127.0.0.1');
			expect(get(read.snapshot)).toBeDefined();
			expect(openReleases()).toEqual(expect.arrayContaining([release, read.release]));
			expect(openReleases().length).toBeLessThanOrEqual(MOST_OPEN + 1);
		}
		expect(openReleases()).toHaveLength(MOST_OPEN + 1);
		following.close();
		expect(openReleases()).toEqual([]);
	});
});

describe('Clients that ask for many earlier snapshots at once', () => {
	test('wait or are told to try again, and others are still answered', async () => {
		await publishAll(built);
		await server.stop();
		await start(1);
		const asked = Promise.all(
			built.slice(0, -1).map(({ snapshot }) => api.get(`/programs?per_page=1&snapshot=${snapshot}`)),
		);
		expect((await api.get('/programs?per_page=1')).status).toBe(200);
		const answers = await asked;
		const refused = answers.filter(({ status }) => status === 503);
		expect(refused.length).toBeGreaterThan(0);
		expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(answers.length);
		for (const answer of refused) {
			expect(answer.headers.get('retry-after')).toBe('10');
			expect(jsonOf(answer)).toMatchObject({
				code: 'UNAVAILABLE',
				error: expect.stringContaining('earlier snapshots'),
			});
		}
		await expectReadable(built);
	});
});

describe('With several server processes', () => {
	test('each one knows the current and the earlier snapshots at once', async () => {
		await server.stop();
		await start(2);
		for (const releases of [built.slice(0, 4), built.slice(4, 8)]) {
			await publishAll(releases);
			const statuses = await Promise.all(Array.from({ length: 20 }, (_, i) => statusOf(releases[i % 4]!.snapshot)));
			expect(new Set(statuses)).toEqual(new Set([200]));
		}
	});
});
