/** The current release is damaged, at the start of a server and while it runs. */
import { copyFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentLink, FILES, releaseFolder } from '../../src/release/layout.ts';
import { currentRelease, listReleases } from '../../src/release/publish.ts';
import { buildHere } from '../support/build-here.ts';
import { flipBitIn } from '../support/flip-bit.ts';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand } from '../support/run-command.ts';
import { type LogLine, type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';
import { visitSteadily } from '../support/steady-visits.ts';

const OTHER_URL = 'https://other.example';
const SOON = { timeout: 20_000 };

let directory: SmallDirectory;
let server: ServerProcess | undefined;
/** The IDs of the two releases. The later one is current. */
let earlier: string;
let later: string;

beforeEach(async () => {
	directory = copyDirectory('api');
	earlier = await buildAgain('Earlier');
	later = await buildAgain('Later');
});
afterEach(async () => {
	await server?.stop('SIGKILL');
	server = undefined;
	directory?.remove();
});

const folderOf = (id: string) => releaseFolder(directory.out, id);

async function buildAgain(name: string): Promise<string> {
	const { snapshot, out } = directory;
	const db = new Database(snapshot);
	db.prepare(
		"UPDATE programs SET name = ? || ' ' || slug WHERE slug IN (SELECT slug FROM programs ORDER BY slug LIMIT 2)",
	).run(name);
	db.close();
	return (await buildHere({ snapshot, out, only: 'api' })).release;
}

/** The path of a release's database of the API. */
const databaseOf = (id: string) => join(folderOf(id), FILES.api);

async function served(): Promise<string> {
	return JSON.parse(String((await requestOnce(server!.port, 'GET', '/healthz')).body)).release;
}

/** The status and the codes of `/readyz`. */
async function ready(): Promise<unknown> {
	const { status, body } = await requestOnce(server!.port, 'GET', '/readyz');
	const report = JSON.parse(String(body));
	return [status, report.status, ...report.reasons.map(({ code }: { readonly code: string }) => code)];
}

const READY = [200, 'ready'];
const DAMAGED = [200, 'degraded', 'RELEASE_DAMAGED'];

/** The messages of the errors in the log. */
const errors = () => server!.log().flatMap(({ level, msg }: LogLine) => (level === 'error' ? [msg] : []));

const FELL_BACK = 'the current release is damaged; serving the last good one instead. Build again';

function cutShort(file: string): void {
	truncateSync(file, Math.floor(statSync(file).size / 2));
}

/** Changes one bit in the current release's response for a program. Returns the path of that program. */
function flipBitOfProgram(): string {
	const db = new Database(databaseOf(later), { readonly: true });
	const { path, tag } = db
		.prepare<[], { path: string; tag: string }>("SELECT path, tag FROM records WHERE path LIKE '/programs/%'")
		.get()!;
	db.close();
	// In a row, the data comes a few bytes after the path and the tag.
	const start = Buffer.from(path + tag);
	flipBitIn(databaseOf(later), start, start.length + 12);
	return `/v1${path}`;
}

describe('At the start of a server', () => {
	test.each([
		['has no manifest', async () => rmSync(join(folderOf(later), FILES.manifest))],
		['has a database that is cut short', async () => cutShort(databaseOf(later))],
		['was removed', async () => rmSync(folderOf(later), { recursive: true })],
	])('the last good release is served if the current one %s, until that is built again', async (_, damage) => {
		await damage();
		server = await startServer(directory);
		expect(await served()).toBe(earlier);
		await expect.poll(ready, SOON).toEqual(DAMAGED);
		expect((await requestOnce(server.port, 'GET', '/v1/programs', [`X-API-Key: ${directory.key}`])).status).toBe(200);
		const { snapshot, out } = directory;
		// Without its manifest, nothing says that the release has no website.
		expect((await buildHere({ snapshot, out, only: 'api', dropSite: true })).release).toBe(later);
		await expect.poll(served, SOON).toBe(later);
		await expect.poll(ready, SOON).toEqual(READY);
		await expect.poll(errors).toEqual([FELL_BACK]);
	});

	test('the last release is served if the link to it is missing', async () => {
		const link = currentLink(directory.out);
		renameSync(link, `${link}.away`);
		server = await startServer(directory);
		expect(await served()).toBe(later);
		await expect.poll(ready, SOON).toEqual([200, 'degraded', 'RELEASE_UNLINKED']);
		renameSync(`${link}.away`, link);
		await expect.poll(ready, SOON).toEqual(READY);
	});

	test('an error says what to do if no release is good', async () => {
		for (const id of listReleases(directory.out)) cutShort(databaseOf(id));
		const { status, stderr } = await runCommand('serve', ['--out', directory.out, '--state', directory.state]);
		expect([status, stderr]).toEqual([
			1,
			expect.stringMatching(/^The current release in .* is damaged. Build it again: /),
		]);
	});
});

describe('While a server runs', () => {
	beforeEach(async () => {
		server = await startServer(directory);
		await expect.poll(ready, SOON).toEqual(READY);
	});

	test('it goes back to the last good release if a database is cut short, and returns when that is built again', async () => {
		const visits = visitSteadily(() => server!.port, directory.key);
		cutShort(databaseOf(later));
		await expect.poll(served, SOON).toBe(earlier);
		expect(await ready()).toEqual(DAMAGED);
		const { snapshot, out } = directory;
		rmSync(databaseOf(later));
		await buildHere({ snapshot, out, only: 'api' });
		await expect.poll(ready, SOON).toEqual(READY);
		const { answered, failed } = await visits.end();
		console.log(`a database was cut short and built again: ${answered} requests, ${failed.length} failed`);
		expect(await served()).toBe(later);
		await expect.poll(errors, SOON).toContain(FELL_BACK);
	});

	test('it goes back to a release that was damaged itself, and repaired after another one became current', async () => {
		const file = databaseOf(later);
		const copy = join(directory.out, 'copy');
		copyFileSync(file, copy);
		cutShort(file);
		await expect.poll(served, SOON).toBe(earlier);
		const { snapshot, out } = directory;
		// Not `buildHere`, because the build warns that it cannot read the damaged release.
		await runCommand('build', [
			'--snapshot',
			snapshot,
			'--out',
			out,
			'--only',
			'api',
			'--full',
			'--site-url',
			OTHER_URL,
		]);
		const newest = currentRelease(out)!;
		await expect.poll(served, SOON).toBe(newest);
		renameSync(copy, file);
		cutShort(databaseOf(newest));
		await expect.poll(served, SOON).toBe(later);
		await expect.poll(ready, SOON).toEqual(DAMAGED);
	});

	test('it goes back as soon as a response has a wrong bit, and does not return to the damaged release', async () => {
		const path = flipBitOfProgram();
		const get = async () => (await requestOnce(server!.port, 'GET', path, [`X-API-Key: ${directory.key}`])).status;
		expect(await get()).toBe(500);
		await expect.poll(get, SOON).toBe(200);
		expect([await served(), await ready()]).toEqual([earlier, DAMAGED]);
		await expect.poll(errors, SOON).toContain(FELL_BACK);
		await sleep(1000);
		expect(await served()).toBe(earlier);
		expect(errors().filter((message) => message === FELL_BACK)).toHaveLength(1);
	});

	test('it keeps a release whose database was removed, because it can still read it, and says so', async () => {
		const file = databaseOf(later);
		renameSync(file, `${file}.away`);
		await expect.poll(ready, SOON).toEqual(DAMAGED);
		expect(await served()).toBe(later);
		renameSync(`${file}.away`, file);
		await expect.poll(ready, SOON).toEqual(READY);
	});

	test('it says that it should get no requests if no release can be read', async () => {
		for (const id of listReleases(directory.out)) cutShort(databaseOf(id));
		await expect.poll(ready, SOON).toEqual([503, 'not ready', 'RELEASE_LOST']);
	});

	test('it says once that the link is missing, and when it is there again', async () => {
		const link = currentLink(directory.out);
		renameSync(link, `${link}.away`);
		await expect.poll(ready, SOON).toEqual([200, 'degraded', 'RELEASE_UNLINKED']);
		renameSync(`${link}.away`, link);
		await expect.poll(ready, SOON).toEqual(READY);
		await server!.stop();
		const said = server!.log().flatMap(({ msg }) => (msg?.includes('the link') ? [msg] : []));
		expect(said).toEqual([
			'the link to the current release is missing; serving the last release. Publish a release (npm run publish -- ID), or build again',
			'the link to the current release is there again',
		]);
	});
});
