/** The current release is damaged, at the start of a server and while it runs. */
import { renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentFile, FILES, releaseFolder } from '../../src/release/layout.ts';
import { buildHere } from '../support/build-here.ts';
import { flipBitIn } from '../support/flip-bit.ts';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { type LogLine, type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

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

const SAID =
	'the current release is damaged or missing; still serving what is open. Go back (npm run rollback), or build again';

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

describe('A server does not start, and says how to go back, if the current release', () => {
	test.each([
		['has no manifest', () => rmSync(join(folderOf(later), FILES.manifest))],
		['has a database that is cut short', () => cutShort(databaseOf(later))],
		['was removed', () => rmSync(folderOf(later), { recursive: true })],
	])('%s', async (_, damage) => {
		damage();
		const { status, stderr } = await runCommand('serve', ['--out', directory.out, '--state', directory.state]);
		expect([status, stderr]).toEqual([
			1,
			expect.stringMatching(
				/^The current release in .* is damaged. Go back to the one before: npm run rollback -- --out /,
			),
		]);
	});
});

describe('While a server runs, it is degraded', () => {
	beforeEach(async () => {
		server = await startServer(directory);
		await expect.poll(ready, SOON).toEqual(READY);
	});

	test('if a database is cut short, until a rollback', async () => {
		cutShort(databaseOf(later));
		await expect.poll(ready, SOON).toEqual(DAMAGED);
		expect(await served()).toBe(later);
		await succeed('rollback', ['--out', directory.out]);
		await expect.poll(served, SOON).toBe(earlier);
		expect(await ready()).toEqual(READY);
		await expect.poll(errors, SOON).toContain(SAID);
	});

	test('if a response has a wrong bit, and keeps the release', async () => {
		const path = flipBitOfProgram();
		const get = async () => (await requestOnce(server!.port, 'GET', path, [`X-API-Key: ${directory.key}`])).status;
		await expect.poll(async () => [await get(), await ready()], SOON).toEqual([500, DAMAGED]);
		await sleep(1000);
		expect([await get(), await served(), await ready()]).toEqual([500, later, DAMAGED]);
		expect(errors().filter((message) => message === SAID)).toHaveLength(1);
	});

	test('if the file that names it is missing, and says so once', async () => {
		const file = currentFile(directory.out);
		renameSync(file, `${file}.away`);
		await expect.poll(ready, SOON).toEqual(DAMAGED);
		renameSync(`${file}.away`, file);
		await expect.poll(ready, SOON).toEqual(READY);
		await server!.stop();
		expect(errors().filter((message) => message === SAID)).toHaveLength(1);
	});
});
