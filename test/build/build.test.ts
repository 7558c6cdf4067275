import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { buildRelease } from '../../src/build/build.ts';
import type { BuildOptions, BuildResult, RunStep } from '../../src/build/build-options.ts';
import { HELD } from '../../src/commands/build-report.ts';
import { readSiteConfig } from '../../src/config/site-config.ts';
import { applicationVersion } from '../../src/release/application-version.ts';
import { pagesAreCompiled } from '../../src/release/compiled-pages.ts';
import { FILES, releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease, publish } from '../../src/release/publish.ts';
import { ageJournal } from '../support/age-journal.ts';
import { changeDatabase } from '../support/change-database.ts';
import { changeManifest } from '../support/change-manifest.ts';
import { currentSite } from '../support/current-site.ts';
import { HISTORY } from '../support/history-options.ts';
import { openFilesIn } from '../support/open-files.ts';
import { digestOf } from '../support/release-digest.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { makeSnapshot } from '../support/small-directory.ts';

/** The address that `npm run build` uses by default. */
const SITE_URL = readSiteConfig().url;

const directory = makeSnapshot({ programs: 30, reviews: 60 });
/** A release that was built from its own snapshot. */
const one: Built = await build(directory.snapshot, 'one');
afterAll(() => directory.remove());

const NOTE_SYNCS = fileURLToPath(new URL('../support/note-syncs.ts', import.meta.url));

interface Built {
	readonly release: string;
	readonly snapshot: string;
	readonly outcome: 'built' | 'unchanged';
	readonly folder: string;
	/** The steps that were run. */
	readonly steps: readonly string[];
}

/** Builds the API of a snapshot in this process, into its own folder below the folder of the directory. */
async function build(snapshot: string, folder: string, options: Partial<BuildOptions> = {}): Promise<Built> {
	const out = join(directory.folder, folder);
	mkdirSync(out, { recursive: true });
	const steps: string[] = [];
	const run: RunStep = async (name, work) => {
		steps.push(name);
		return work(() => {});
	};
	const result = await buildRelease({ snapshot, out, siteUrl: SITE_URL, only: 'api', ...HISTORY, ...options }, run);
	if (!('manifest' in result)) throw new Error(`The build of ${snapshot} was ${result.outcome}.`);
	const { id, snapshot: snapshotId } = result.manifest;
	return { release: id, snapshot: snapshotId, outcome: result.outcome, folder: releaseFolder(out, id), steps };
}

/** Builds a snapshot in this process, with steps that the test can observe. */
function buildHere(snapshot: string, folder: string, step: RunStep, only?: 'api'): Promise<BuildResult> {
	const out = join(directory.folder, folder);
	mkdirSync(out);
	return buildRelease({ snapshot, out, siteUrl: 'https://a.example', only, ...HISTORY }, step);
}

describe.concurrent('build', () => {
	test('makes the same release from the same snapshot, byte for byte', async () => {
		const two = await build(directory.snapshot, 'two');
		expect([two.release, two.snapshot]).toEqual([one.release, one.snapshot]);
		expect(await digestOf(two.folder)).toBe(await digestOf(one.folder));
	});

	test("lets only its owner read a release's copy of the snapshot", () => {
		expect(statSync(join(one.folder, 'snapshot.sqlite')).mode & 0o777).toBe(0o600);
	});

	test('makes the same release from the same records, no matter how and in which order they are stored', async () => {
		const turned = join(directory.folder, 'turned.sqlite');
		copyFileSync(directory.snapshot, turned);
		const db = new Database(turned);
		db.pragma('foreign_keys = OFF');
		for (const table of ['organizations', 'programs', 'authors', 'reviews']) {
			db.exec(`
				CREATE TEMP TABLE turned AS SELECT * FROM main.${table} ORDER BY rowid DESC;
				DELETE FROM main.${table};
				INSERT INTO main.${table} SELECT * FROM turned;
				DROP TABLE turned;`);
		}
		db.exec("UPDATE meta SET value = 'elsewhere' WHERE key = 'source'; PRAGMA page_size = 8192; VACUUM;");
		db.close();
		const other = await build(turned, 'turned');
		expect([other.release, other.snapshot]).toEqual([one.release, one.snapshot]);
		expect(await digestOf(other.folder)).toBe(await digestOf(one.folder));
	});

	test('is fast when nothing has changed, and says so', async () => {
		const again = await build(directory.snapshot, 'one');
		expect(again.outcome).toBe('unchanged');
		expect(one.steps).toContain('Write the API responses');
		expect(again.steps).not.toContain('Write the API responses');
		expect(readdirSync(join(directory.folder, 'one', 'releases'))).toEqual([again.release]);
		const { stdout } = await runCommand('build', [
			'--snapshot',
			directory.snapshot,
			'--out',
			join(directory.folder, 'one'),
			'--only',
			'api',
		]);
		expect(stdout).toContain(`release            ${again.release} (unchanged), now current\n`);
	});

	test('makes the older release current again for an older snapshot', async () => {
		const changed = join(directory.folder, 'changed.sqlite');
		copyFileSync(directory.snapshot, changed);
		changeDatabase(changed, "UPDATE programs SET name = 'New ' || name WHERE slug = (SELECT min(slug) FROM programs)");
		const first = await build(directory.snapshot, 'back');
		const second = await build(changed, 'back');
		expect(second.release).not.toBe(first.release);
		expect((await build(directory.snapshot, 'back')).outcome).toBe('unchanged');
		expect(currentRelease(join(directory.folder, 'back'))).toBe(first.release);
	});

	test('replaces a damaged release', async () => {
		const { folder } = await build(directory.snapshot, 'damaged');
		const digest = await digestOf(folder);
		truncateSync(join(folder, FILES.api), 4096);
		await build(directory.snapshot, 'damaged');
		expect(await digestOf(folder)).toBe(digest);
	});

	test('makes another release for another public address, and its pages use that address', async () => {
		const other = await build(directory.snapshot, 'address', { siteUrl: 'https://affiliates.example' });
		expect(other.release).not.toBe(one.release);
		expect(other.snapshot).toBe(one.snapshot);
	});

	test('makes no website with --only api, and prints a summary for scripts with --json', async () => {
		const args = ['--snapshot', directory.snapshot, '--out', join(directory.folder, 'summary'), '--only', 'api'];
		const summary = JSON.parse(await succeed('build', [...args, '--json']));
		const site = await currentSite(join(directory.folder, 'summary'));
		expect(site.files().size).toBe(0);
		site.close();
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
			bytes: { packs: 0, api: expect.any(Number), index: expect.any(Number), site: 0 },
			records: { added: expect.any(Number), changed: 0, removed: 0 },
			pages: { all: 0, rendered: 0, kept: 0, removed: 0 },
			kept: { releases: 1, bytes: expect.any(Number), limit: 2e9 },
			seconds: expect.objectContaining({ 'Write the API responses': expect.any(Number) }),
		});
		db.close();
	});

	test('syncs everything that a server needs before it publishes, and syncs that before it removes releases', async () => {
		const out = join(directory.folder, 'synced');
		const noted = join(directory.folder, 'noted');
		const args = ['--snapshot', directory.snapshot, '--out', out, '--only', 'api'];
		await succeed('build', args, { env: { NODE_OPTIONS: `--import=${NOTE_SYNCS}`, NOTED: noted } });
		const release = join(out, 'releases', currentRelease(out)!);
		const building = expect.stringMatching(/releases\/\.building-\d+-release$/);
		const outcome = `rename to ${join(out, 'last-build.json')}`;
		expect(readFileSync(noted, 'utf8').trimEnd().split('\n')).toEqual([
			outcome,
			...['api.sqlite', 'packs', 'snapshot.sqlite', 'warnings.json', 'programs.index', 'manifest.json'].map((file) =>
				expect.stringMatching(`sync .*/${file}$`),
			),
			building,
			`rename to ${release}`,
			`sync ${join(out, 'releases')}`,
			expect.stringMatching(/^sync .*\/\.building-\d+-current$/),
			`rename to ${join(out, 'current')}`,
			`sync ${out}`,
			outcome,
		]);
	});

	test('shows its progress for the website', async () => {
		const progress: number[] = [];
		const { snapshot, remove } = makeSnapshot({ programs: 10, reviews: 20 });
		const result = await buildHere(snapshot, 'website', async (name, work) =>
			work((done) => {
				if (name === 'Render the pages') progress.push(done);
			}),
		);
		expect(result.outcome).toBe('built');
		expect(progress.length).toBeGreaterThan(50);
		expect(progress).toEqual(progress.toSorted((a, b) => a - b));
		expect(progress.at(-1)).toBeGreaterThan(0.95);
		expect(progress.at(-1)).toBeLessThanOrEqual(1);
		expect(pagesAreCompiled(applicationVersion(), join(snapshot, '../website'))).toBe(true);
		remove();
	});

	test.runIf(existsSync('/proc/self/fd'))('closes all files if it fails: Windows removes no open files', async () => {
		const failing = buildHere(directory.snapshot, 'failing', async (name, work) => {
			if (name === 'Render the pages') throw new Error('No paper.');
			return work(() => {});
		});
		await expect(failing).rejects.toThrow('No paper.');
		expect(openFilesIn(join(directory.folder, 'failing'))).toEqual([]);
	});

	test('keeps the release of a rollback when it removes old releases', async () => {
		const snapshot = join(directory.folder, 'edited.sqlite');
		copyFileSync(directory.snapshot, snapshot);
		const built: string[] = [];
		const buildAnother = async (keepDisk = 2) => {
			const db = new Database(snapshot);
			db.prepare('UPDATE programs SET views = views + 1 WHERE slug = (SELECT min(slug) FROM programs)').run();
			db.close();
			built.push((await build(snapshot, 'rollback', { keepDisk })).release);
		};
		for (let i = 0; i < 5; i++) await buildAnother();
		const [oldest] = built;
		ageJournal(join(directory.folder, 'rollback'));
		publish(join(directory.folder, 'rollback'), oldest!, 'build');
		await buildAnother(0);
		const kept = readdirSync(join(directory.folder, 'rollback', 'releases'));
		// Besides it, the current release and the one published before it.
		expect(kept.sort()).toEqual([oldest, ...built.slice(4)].sort());
	});

	test('does not take a website offline with --only api, except with --drop-site', async () => {
		const { folder, release } = await build(directory.snapshot, 'drop');
		changeManifest(folder, () => ({ site_url: 'https://a.example' }));
		const out = join(directory.folder, 'drop');
		const args = ['--snapshot', directory.snapshot, '--out', out, '--only', 'api', '--site-url', 'https://a.example'];
		const { status, stderr } = await runCommand('build', args);
		expect(status).toBe(1);
		expect(stderr).toMatch(/^The current release in \S+ has a website, .* add --drop-site .*\n$/);
		expect(currentRelease(out)).toBe(release);
		const summary = JSON.parse(await succeed('build', [...args, '--drop-site', '--json']));
		expect(currentRelease(out)).not.toBe(release);
		expect((await readManifest(summary.folder)).packs).toEqual([]);
		expect(summary.records).toEqual({ added: 0, changed: 0, removed: 0 });
	});

	test('refuses a snapshot with another content ID than the expected one', async () => {
		const expected = await build(directory.snapshot, 'expected', { expectSnapshot: one.snapshot });
		expect(expected.release).toBe(one.release);
		const args = ['--snapshot', directory.snapshot, '--out', join(directory.folder, 'expected'), '--only', 'api'];
		const { status, stderr } = await runCommand('build', [...args, '--expect-snapshot', 'another']);
		expect(status).toBe(1);
		expect(stderr).toBe(
			`${directory.snapshot} has the content ID ${one.snapshot}, but another was expected, so nothing was built. Correct the snapshot, or build without --expect-snapshot.\n`,
		);
	});

	test.each([
		['a missing snapshot', ['--snapshot', 'none.sqlite'], /^There is no snapshot at none\.sqlite\. .*\n$/],
		[
			'a snapshot that is not a database',
			['--snapshot', 'package.json'],
			/^package\.json is not a SQLite file\. .*\n$/,
		],
		['a folder below a file', ['--out', 'package.json/out'], /^Could not .*package\.json\/out.*\n$/],
		[
			'--hold-changes without the guard',
			['--no-guard', '--hold-changes'],
			/^error: option '--hold-changes' cannot be used with option '--no-guard'\n/,
		],
		['an unknown part', ['--only', 'pages'], /^error: option '--only <part>'.*Allowed choices are api\.\n/],
		['an address with a path', ['--site-url', 'https://a.example/b'], /^error: option '--site-url <origin>'.*\n/],
	])('refuses %s with a sentence', async (_, options, sentence) => {
		const args = ['--snapshot', directory.snapshot, '--out', join(directory.folder, 'refused'), '--only', 'api'];
		const { status, stdout, stderr } = await runCommand('build', [...args, ...options]);
		expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
		expect(stderr).toMatch(sentence);
		expect(stderr).not.toMatch(/^ {4}at /m);
	});

	test('holds a release with unusual differences, unless the guard is turned off', async () => {
		const changed = join(directory.folder, 'changed.sqlite');
		copyFileSync(directory.snapshot, changed);
		await build(directory.snapshot, 'guarded');
		const out = join(directory.folder, 'guarded');
		const before = currentRelease(out);
		changeDatabase(changed, 'UPDATE programs SET cookie_days = 7');
		const args = ['--snapshot', changed, '--out', out, '--only', 'api'];
		const { status, stderr } = await runCommand('build', args);
		expect([status, currentRelease(out)]).toEqual([HELD, before]);
		expect(stderr).toMatch(/^warning: held: cookie_days changes in \d+ of 30 programs \(more than 10%\)\n/);
		await succeed('build', [...args, '--no-guard']);
		expect(currentRelease(out)).not.toBe(before);
	});

	test('names a damaged snapshot, not its own copy of it', async () => {
		const damaged = join(directory.folder, 'damaged.sqlite');
		const bytes = readFileSync(directory.snapshot);
		// At the end of the file, so that it is noticed only when the records are read.
		writeFileSync(damaged, bytes.fill(0xff, bytes.length - 4096 * 20));
		const args = ['--snapshot', damaged, '--out', join(directory.folder, 'damaged'), '--only', 'api'];
		const { status, stderr } = await runCommand('build', args);
		expect(status).toBe(1);
		expect(stderr).toMatch(new RegExp(`^${damaged} is damaged \\(.*\\)\\. Copy it again, .*\n$`));
	});

	test('prints the warnings about a snapshot and succeeds, even if other records have changed since the last build', async () => {
		const warned = join(directory.folder, 'warned.sqlite');
		copyFileSync(directory.snapshot, warned);
		const args = ['--snapshot', warned, '--out', join(directory.folder, 'warned'), '--only', 'api'];
		for (const sql of [
			"UPDATE reviews SET created_at = '1999-01-01T00:00:00Z' WHERE id = (SELECT min(id) FROM reviews)",
			"UPDATE categories SET name = 'Renamed' WHERE slug = (SELECT min(slug) FROM categories)",
		]) {
			changeDatabase(warned, sql);
			const { status, stderr } = await runCommand('build', args);
			expect(status).toBe(0);
			expect(stderr).toMatch(
				/^warning: reviews rev_\S+, column created_at: "1999-01-01T00:00:00Z" must be no earlier than/,
			);
		}
	});
});
