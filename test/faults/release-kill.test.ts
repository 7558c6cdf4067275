/** Commands that are killed at random: the served release stays whole, and the next command works without cleanup. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { HELD } from '../../src/commands/build-report.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease, listReleases } from '../../src/release/publish.ts';
import { checkSnapshot } from '../../src/snapshot/check.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { Random } from '../generate/random.ts';
import { toCsv } from '../support/csv.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { exitOf, startCommand } from '../support/run-command.ts';
import { exportedHashes, siteHashes } from '../support/site-hashes.ts';
import { expectNoLeftovers, expectWholeReleases } from '../support/whole-releases.ts';

const SEED = Number(process.env.KILL_SEED ?? Date.now());
const KILLS = Number(process.env.KILLS ?? 6) * 4;
/** The assumed duration of a command that has not run yet, in milliseconds. */
const FIRST_DURATION = 1500;

const directory = ownDirectory('site');
let edits = 0;
/** Ends the requests of the visitor. */
let isOver = false;

const exported = join(directory.folder, 'exported');
/** A program and one of its reviews. Each edit writes its number into both. */
const edited: { readonly program: string; readonly review: string } = withSnapshot(
	directory.snapshot,
	(db) =>
		db
			.prepare<[], typeof edited>(
				`SELECT programs.slug AS program, reviews.id AS review FROM programs JOIN reviews ON reviews.program = slug
			WHERE programs.status = 'published' AND reviews.status = 'published'`,
			)
			.get()!,
);
editWithSql();
const server = await ownServer(directory);
afterAll(async () => {
	isOver = true;
});

function editWithSql(): void {
	const word = `Edit ${++edits}`;
	const db = new Database(directory.snapshot);
	db.transaction(() => {
		db.prepare('UPDATE programs SET name = ? WHERE slug = ?').run(word, edited.program);
		db.prepare('UPDATE reviews SET body = ? WHERE id = ?').run(word, edited.review);
	})();
	db.close();
}

/** Writes the files of the next edit, and returns their folder. */
function filesToImport(): string {
	const word = `Edit ${++edits}`;
	const files = join(directory.folder, 'files');
	mkdirSync(files, { recursive: true });
	writeFileSync(join(files, 'programs.csv'), toCsv([{ slug: edited.program, name: word }]));
	writeFileSync(join(files, 'reviews.csv'), toCsv([{ id: edited.review, body: word }]));
	return files;
}

const COMMANDS = {
	import: () => [filesToImport(), '--snapshot', directory.snapshot],
	build: () => ['--snapshot', directory.snapshot, '--out', directory.out],
	export: () => ['--site', exported, '--out', directory.out],
	publish: (random) => [random.pick(listReleases(directory.out)), '--out', directory.out],
	rollback: (random) => [random.pick(listReleases(directory.out)), '--out', directory.out],
} satisfies { [name: string]: (random: Random) => string[] };

type Name = keyof typeof COMMANDS;
const NAMES = Object.keys(COMMANDS) as Name[];

/** Checks the snapshot and all releases. */
async function expectWhole(): Promise<void> {
	withSnapshot(directory.snapshot, (db) => {
		const find = (sql: string, key: string) => db.prepare<[string], string>(sql).pluck().get(key);
		expect(find('SELECT name FROM programs WHERE slug = ?', edited.program)).toBe(
			find('SELECT body FROM reviews WHERE id = ?', edited.review),
		);
	});
	expect(checkSnapshot(directory.snapshot).errors).toEqual([]);
	await expectWholeReleases(directory.out);
}

/** Requests a page repeatedly until `isOver`. Returns the statuses. */
async function visit(): Promise<Set<number>> {
	const statuses = new Set<number>();
	while (!isOver) {
		statuses.add((await requestOnce(server.port, 'GET', `/programs/${edited.program}/`)).status);
		await sleep(20);
	}
	return statuses;
}

test(`imports, builds, exports, publications and rollbacks that are killed leave everything whole (KILL_SEED=${SEED})`, async () => {
	const { out, folder } = directory;
	const random = new Random(SEED, 'kills');
	const durations = new Map<Name, number>();
	const visitor = visit();

	const complete = async (name: Name) => {
		const start = performance.now();
		const child = startCommand(name, COMMANDS[name](random));
		const errors = text(child.stderr!);
		// A rollback pauses builds, and a build of older records does not replace a newer release.
		expect([name, await exitOf(child), await errors]).toEqual([
			name,
			expect.toBeOneOf(name === 'build' ? [0, HELD] : [0]),
			expect.stringMatching(/^(?:warning: .*\n)*$/),
		]);
		durations.set(name, performance.now() - start);
	};

	for (let round = 0, kills = 0; kills < KILLS; round++) {
		const name = NAMES[round % NAMES.length]!;
		if (name === 'build') editWithSql();
		const child = startCommand(name, COMMANDS[name](random));
		// More often near the end: a command begins to write about halfway through.
		await sleep((1 - random.fraction() ** 2) * (durations.get(name) ?? FIRST_DURATION));
		child.kill('SIGKILL');
		if ((await exitOf(child)) === null) kills++;
		await expectWhole();

		const next = random.pick([name, ...NAMES]);
		await complete(next);
		await expectWhole();
		if (next === 'build') await expectNoLeftovers(out);
	}

	await complete('publish');
	editWithSql();
	await complete('build');
	await expectWhole();
	await expectNoLeftovers(out);
	const { snapshot } = await readManifest(releaseFolder(out, currentRelease(out)!));
	const served = async () => (await requestOnce(server.port, 'GET', '/')).headers.get('x-snapshot');
	await expect.poll(served).toBe(snapshot);
	isOver = true;
	expect(await visitor).toEqual(new Set([200]));

	await complete('import');
	const beside = readdirSync(folder).filter((name) => name.startsWith('snapshot'));
	expect(beside).toEqual(['snapshot.sqlite']);
	await complete('export');
	expect(exportedHashes(exported)).toEqual(await siteHashes(out));
});
