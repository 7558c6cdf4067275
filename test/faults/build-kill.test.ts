import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHANGE_KINDS } from '../../src/catalog/change.ts';
import { historyFile } from '../../src/release/history/history-file.ts';
import { HistoryReader } from '../../src/release/history/history-reader.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { openRelease } from '../../src/release/release.ts';
import { ageJournal } from '../support/age-journal.ts';
import { changeDatabase } from '../support/change-database.ts';
import { currentFolder } from '../support/current-folder.ts';
import { jsonItems } from '../support/json-items.ts';
import { ownDirectory } from '../support/own-server.ts';
import { digestOf } from '../support/release-digest.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { makeDirectory, type SmallDirectory } from '../support/small-directory.ts';

const KILL_AT_STEP = fileURLToPath(new URL('../support/kill-at-step.ts', import.meta.url));
/**
 * The groups run in parallel, which saves time. The tests of a group share a directory, so they run one after another.
 */
const BESIDE_OTHERS = { concurrent: true } as const;
const ALONE = { concurrent: false } as const;

function buildArguments({ snapshot, out }: SmallDirectory): string[] {
	return ['--snapshot', snapshot, '--out', out, '--only', 'api', '--no-guard'];
}

/** Changes every program in the file itself, as an editor's own tool can. */
function edit(snapshot: string, name: string): void {
	changeDatabase(snapshot, `UPDATE programs SET name = '${name} ' || slug`);
}

/** The complete releases, which have a manifest. */
function complete(out: string): string[] {
	const ids = readdirSync(join(out, 'releases')).filter((name) => !name.startsWith('.'));
	return ids.filter((id) => existsSync(join(out, 'releases', id, 'manifest.json')));
}

/** The files and folders that builds leave in the folder of releases. */
const FILES_OF_OUT = [
	'current',
	'releases',
	'packs',
	'journal.sqlite',
	'history.sqlite',
	'last-build.json',
	'build.lock',
];

/** All files besides complete releases, packs, the name of the current one, and the journal. */
function leftovers(out: string): string[] {
	const whole = complete(out);
	return [
		...readdirSync(out).filter((name) => !FILES_OF_OUT.includes(name)),
		...readdirSync(join(out, 'releases')).filter((name) => !whole.includes(name)),
	];
}

describe('A build', BESIDE_OTHERS, () => {
	const directory = ownDirectory('api');

	beforeAll(async () => {
		// The maximum number of releases, so that the next build removes one.
		for (const name of ['one', 'two', 'three']) {
			edit(directory.snapshot, name);
			await succeed('build', buildArguments(directory));
		}
	});

	test(
		'killed before any one of its changes to the disk leaves whole releases, and the next build cleans up',
		ALONE,
		async () => {
			const { snapshot, out } = directory;
			const first = (await readManifest(currentFolder(out))).snapshot;
			for (let step = 1; ; step++) {
				// Otherwise, builds would keep all these releases for 15 minutes, and with disk for longer, and remove none.
				ageJournal(out);
				const before = currentRelease(out);
				const digest = await digestOf(currentFolder(out));
				edit(snapshot, `step ${step}`);
				const env = { NODE_OPTIONS: `--import=${KILL_AT_STEP}`, KILL_AT_STEP: String(step) };
				const args = [...buildArguments(directory), '--keep-disk', '0'];
				const { status, stderr } = await runCommand('build', args, { env });
				const after = await digestOf(currentFolder(out));
				if (currentRelease(out) === before) expect(after).toBe(digest);
				for (const id of complete(out)) await digestOf(join(out, 'releases', id));
				if (status !== null) {
					expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
					expect(step).toBeGreaterThan(10);
					const history = new HistoryReader(historyFile(out));
					expect(history.since({ snapshot: first }, new Set(CHANGE_KINDS), 0, 1)?.total).toBeGreaterThan(step);
					history.close();
					break;
				}
				await succeed('build', buildArguments(directory));
				expect(leftovers(out), `after step ${step}`).toEqual([]);
			}
		},
	);

	test('refuses an invalid snapshot with the reason, and the current release stays', ALONE, async () => {
		const { snapshot, out } = directory;
		const before = currentRelease(out);
		const digest = await digestOf(currentFolder(out));
		const db = new Database(snapshot);
		const { slug, website_url } = db.prepare('SELECT slug, website_url FROM programs').get() as {
			slug: string;
			website_url: string;
		};
		const setLink = db.prepare('UPDATE programs SET website_url = ? WHERE slug = ?');
		setLink.run('javascript:alert(1)', slug);
		const { status, stdout, stderr } = await runCommand('build', buildArguments(directory));
		setLink.run(website_url, slug);
		db.close();
		expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
		expect(stderr).toContain(`error: programs ${slug}, column website_url: "javascript:alert(1)" must be`);
		expect(stderr).toContain(`${snapshot} has 1 error, so nothing was built. The current release stays online.`);
		expect(currentRelease(out)).toBe(before);
		expect(await digestOf(currentFolder(out))).toBe(digest);
		expect(leftovers(out)).toEqual([]);
	});
});

describe('A build while another program writes the snapshot', BESIDE_OTHERS, () => {
	let directory: SmallDirectory;

	beforeAll(async () => {
		directory = await makeDirectory({ programs: 2000, reviews: 100 });
		edit(directory.snapshot, 'start');
	});

	test.each(['DELETE', 'WAL'])('uses one state of it, never a mixture (journal_mode = %s)', ALONE, async (mode) => {
		const { snapshot, out } = directory;
		const db = new Database(snapshot);
		db.pragma(`journal_mode = ${mode}`);
		const write = db.prepare("UPDATE programs SET name = ? || ' ' || slug");
		let writes = 0;
		let done = false;
		const writing = (async () => {
			for (; !done; writes++) {
				write.run(`state-${writes}`);
				await sleep(20);
			}
		})();
		for (let build = 0; build < 2; build++) {
			await succeed('build', buildArguments(directory));
			expect([...(await firstWordsOfNames(out))]).toEqual([expect.stringMatching(/^(?:state-\d+|start)$/)]);
		}
		done = true;
		await writing;
		db.close();
		expect(writes).toBeGreaterThan(10);
	});
});

/** The first word of every program's name in the current release. */
async function firstWordsOfNames(out: string): Promise<Set<string>> {
	const release = await openRelease(currentFolder(out));
	const { total, items } = release.search({ offset: 0, limit: Number.MAX_SAFE_INTEGER });
	release.close();
	expect(items.count).toBe(total);
	return new Set(jsonItems<{ name: string }>(items).map(({ name }) => name.split(' ')[0]!));
}
