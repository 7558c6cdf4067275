import { spawnSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmdirSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/release/application-version.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { digestOf } from '../support/release-digest.ts';
import { startReader } from '../support/release-reader.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { makeDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;
/** Built from its snapshot. */
let one: Summary;

beforeAll(async () => {
	directory = await makeDirectory({ programs: 100, reviews: 300 });
	one = await build(directory.snapshot, 'one');
});
afterAll(() => directory?.remove());

const NOTE_SYNCS = fileURLToPath(new URL('../support/note-syncs.ts', import.meta.url));

/** Nothing else runs beside it. */
const ALONE = { concurrent: false } as const;

/** What `spawnSync` takes to run a script that may mount a disk, which only it sees. */
function onDisk(script: string) {
	const options = { encoding: 'utf8', cwd: PROJECT, env: { ...process.env, NODE: process.execPath } } as const;
	return ['unshare', ['--map-root-user', '--mount', 'sh', '-c', script], options] as const;
}

/** Linux lets any user, unless it is told not to. */
const MAY_MOUNT = spawnSync(...onDisk('mount -t tmpfs tmpfs /tmp')).status === 0;

interface Summary {
	readonly release: string;
	readonly snapshot: string;
	readonly outcome: 'built' | 'unchanged';
	readonly folder: string;
	readonly counts: { readonly [kind: string]: number };
	readonly bytes: { readonly [part: string]: number };
	readonly pages: number;
	readonly seconds: { readonly [step: string]: number };
}

/** Builds the API of a snapshot into a folder of its own under the directory's. */
async function build(snapshot: string, folder: string, ...options: string[]): Promise<Summary> {
	const out = join(directory.folder, folder);
	return JSON.parse(
		await succeed('build', ['--snapshot', snapshot, '--out', out, '--only', 'api', '--json', ...options]),
	);
}

describe.concurrent('build', () => {
	test('makes the same release of the same snapshot, byte for byte', async () => {
		const two = await build(directory.snapshot, 'two');
		expect([two.release, two.snapshot]).toEqual([one.release, one.snapshot]);
		expect(await digestOf(two.folder)).toBe(await digestOf(one.folder));
	});

	test('makes the same bodies and tags of the same records, however the file lies on the disk', async () => {
		const vacuumed = join(directory.folder, 'vacuumed.sqlite');
		copyFileSync(directory.snapshot, vacuumed);
		const db = new Database(vacuumed);
		db.exec("UPDATE meta SET value = 'elsewhere' WHERE key = 'source'; PRAGMA page_size = 8192; VACUUM;");
		db.close();
		const other = await build(vacuumed, 'vacuumed');
		expect(await digestOf(other.folder)).toBe(await digestOf(one.folder));
	});

	test('is quick when there is nothing to do, and says so', async () => {
		const again = await build(directory.snapshot, 'one');
		expect(again.outcome).toBe('unchanged');
		expect(Object.keys(again.seconds)).not.toContain('Write the JSON');
		expect(readdirSync(join(directory.folder, 'one', 'releases'))).toEqual([again.release]);
		const { stdout } = await runCommand('build', [
			...['--snapshot', directory.snapshot, '--out', join(directory.folder, 'one'), '--only', 'api'],
		]);
		expect(stdout).toContain(`release            ${again.release} (was there already), now current\n`);
	});

	test('goes back to an older release when the snapshot does', async () => {
		const changed = join(directory.folder, 'changed.sqlite');
		copyFileSync(directory.snapshot, changed);
		const db = new Database(changed);
		db.exec("UPDATE programs SET name = 'New ' || name");
		db.close();
		const first = await build(directory.snapshot, 'back');
		const second = await build(changed, 'back');
		expect(second.release).not.toBe(first.release);
		expect((await build(directory.snapshot, 'back')).outcome).toBe('unchanged');
		expect(currentRelease(join(directory.folder, 'back'))).toBe(first.release);
	});

	test('makes a damaged release anew', async () => {
		const { folder } = await build(directory.snapshot, 'damaged');
		const digest = await digestOf(folder);
		truncateSync(join(folder, 'bodies.sqlite'), 4096);
		await build(directory.snapshot, 'damaged');
		expect(await digestOf(folder)).toBe(digest);
	});

	test('makes another release for another public address, which pages are built with', async () => {
		const other = await build(directory.snapshot, 'address', '--site-url', 'https://affiliates.example');
		expect(other.release).not.toBe(one.release);
		expect(other.snapshot).toBe(one.snapshot);
	});

	test('with --only api makes no website, with --json a summary for scripts', async () => {
		const summary = await build(directory.snapshot, 'summary');
		expect(existsSync(join(summary.folder, 'site'))).toBe(false);
		const db = new Database(directory.snapshot, { readonly: true });
		const count = (sql: string) => db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get();
		expect(summary).toEqual({
			release: currentRelease(join(directory.folder, 'summary')),
			snapshot: expect.stringMatching(/^\w+$/),
			outcome: 'built',
			folder: join(directory.folder, 'summary', 'releases', summary.release),
			counts: {
				organizations: count('organizations'),
				categories: count('categories'),
				programs: count("programs WHERE status = 'published'"),
				reviews: count(
					"reviews r JOIN programs p ON p.slug = r.program WHERE r.status = 'published' AND p.status = 'published'",
				),
			},
			bytes: { bodies: expect.any(Number), index: expect.any(Number), site: 0 },
			pages: 0,
			seconds: expect.objectContaining({ 'Write the JSON': expect.any(Number) }),
		});
		db.close();
	});

	test('has what a server needs on the disk before it sends one there, and the link before it removes others', async () => {
		const out = join(directory.folder, 'synced');
		const noted = join(directory.folder, 'noted');
		const args = ['--snapshot', directory.snapshot, '--out', out, '--only', 'api'];
		await succeed('build', args, { env: { NODE_OPTIONS: `--import=${NOTE_SYNCS}`, NOTED: noted } });
		const release = join(out, 'releases', currentRelease(out)!);
		const building = expect.stringMatching(/releases\/\.building-\d+-release$/);
		expect(readFileSync(noted, 'utf8').trimEnd().split('\n')).toEqual([
			...['bodies.sqlite', 'programs.index', 'manifest.json'].map((file) => expect.stringMatching(`sync .*/${file}$`)),
			building,
			`rename to ${release}`,
			`sync ${join(out, 'releases')}`,
			`rename to ${join(out, 'current')}`,
			`sync ${out}`,
		]);
	});

	test('removes what killed builds of the website left', async () => {
		const { pid } = spawnSync('true');
		const left = join(PROJECT, 'dist', `.building-${pid}`);
		const running = join(PROJECT, 'dist', `.building-${process.pid}`);
		for (const folder of [left, running]) mkdirSync(folder, { recursive: true });
		await succeed('build', ['--snapshot', directory.snapshot, '--out', join(directory.folder, 'website')]);
		expect([left, running].map(existsSync)).toEqual([false, true]);
		rmdirSync(running);
	});

	test('of one snapshot, many at once, leave one whole release, and readers see it throughout', ALONE, async () => {
		const out = join(directory.folder, 'at-once');
		const args = ['--snapshot', directory.snapshot, '--out', out, '--only', 'api'];
		const reader = startReader(join(out, 'current'));
		await Promise.all(Array.from({ length: 5 }, () => succeed('build', args)));
		expect((await reader.stop()).failures).toEqual([]);
		await digestOf(join(out, 'current'));
		expect(readdirSync(join(out, 'releases'))).toEqual([currentRelease(out)]);
	});

	test.each([
		['a snapshot that is not there', ['--snapshot', 'none.sqlite'], /^There is no snapshot at none\.sqlite\. .*\n$/],
		['a snapshot that is no database', ['--snapshot', 'package.json'], /^package\.json is not a SQLite file\. .*\n$/],
		['a folder below a file', ['--out', 'package.json/out'], /^Could not .*package\.json\/out.*\n$/],
		['a part that there is not', ['--only', 'pages'], /^error: option '--only <part>'.*Allowed choices are api\.\n/],
		['an address with a path', ['--site-url', 'https://a.example/b'], /^error: option '--site-url <origin>'.*\n/],
	])('refuses %s in a sentence', async (_, options, sentence) => {
		const args = ['--snapshot', directory.snapshot, '--out', join(directory.folder, 'refused'), '--only', 'api'];
		const { status, stdout, stderr } = await runCommand('build', [...args, ...options]);
		expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
		expect(stderr).toMatch(sentence);
		expect(stderr).not.toMatch(/^ {4}at /m);
	});

	// Room for less than the copy of the snapshot; for that but not the bodies; and for the bodies but not the index as well.
	test.skipIf(!MAY_MOUNT).each([50, 500, 900])(
		'on a disk with %i kB left says so and changes nothing',
		async (room) => {
			const disk = join(directory.folder, `disk-${room}`);
			mkdirSync(disk);
			const changed = join(disk, '..', `changed-${room}.sqlite`);
			copyFileSync(directory.snapshot, changed);
			const db = new Database(changed);
			db.exec("UPDATE organizations SET name = name || ' & Co'");
			db.close();
			const build = (snapshot: string) =>
				`"$NODE" scripts/build.ts --snapshot "${snapshot}" --out "${disk}" --only api`;
			const { stdout, stderr } = spawnSync(
				...onDisk(`
				mount -t tmpfs -o size=16m tmpfs "${disk}" && ${build(directory.snapshot)} >/dev/null && readlink "${disk}/current"
				cat /dev/zero 2>/dev/null >"${disk}/rest"; truncate -s -${room}K "${disk}/rest"
				${build(changed)}; echo $?; readlink "${disk}/current"; ls "${disk}/releases"`),
			);
			const current = `releases/${one.release}`;
			expect(stdout.split('\n').slice(0, -1)).toEqual([current, '1', current, one.release]);
			expect(stderr).toBe(
				`The disk that ${disk} is on is full, so nothing was built; the current release goes on. Make room and build again.\n`,
			);
		},
	);

	test('of a damaged snapshot names that file, not its own copy', async () => {
		const damaged = join(directory.folder, 'damaged.sqlite');
		const bytes = readFileSync(directory.snapshot);
		// At its end, which only shows when the records are read.
		writeFileSync(damaged, bytes.fill(0xff, bytes.length - 4096 * 20));
		const args = ['--snapshot', damaged, '--out', join(directory.folder, 'damaged'), '--only', 'api'];
		const { status, stderr } = await runCommand('build', args);
		expect(status).toBe(1);
		expect(stderr).toMatch(new RegExp(`^${damaged} is damaged \\(.*\\)\\. Copy it again, .*\n$`));
	});

	test('of a snapshot with warnings prints them and succeeds', async () => {
		const warned = join(directory.folder, 'warned.sqlite');
		copyFileSync(directory.snapshot, warned);
		const db = new Database(warned);
		db.exec("UPDATE reviews SET created_at = '1999-01-01T00:00:00Z' WHERE id = (SELECT min(id) FROM reviews)");
		db.close();
		const args = ['--snapshot', warned, '--out', join(directory.folder, 'warned'), '--only', 'api'];
		const { status, stderr } = await runCommand('build', args);
		expect(status).toBe(0);
		expect(stderr).toMatch(/^warning: reviews rev_\S+, column created_at: "1999-01-01T00:00:00Z" must be not before/);
	});
});
