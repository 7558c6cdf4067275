/** The commands `releases`, `publish` and `rollback`. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { currentRelease } from '../../src/release/publish.ts';
import { ageJournal } from '../support/age-journal.ts';
import { buildHere } from '../support/build-here.ts';
import { ownDirectory } from '../support/own-server.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { copyDirectory } from '../support/small-directory.ts';

const directory = ownDirectory('api');
const out = join(directory.folder, 'releases-out');
const snapshot = join(directory.folder, 'edited.sqlite');
copyFileSync(directory.snapshot, snapshot);
/** The IDs of three releases, in the order of their builds. */
const ids: string[] = [];
for (const name of ['One', 'Two', 'Three']) ids.push((await buildWithName(name)).release);

/** Renames the first program and builds. */
async function buildWithName(name: string, keepDisk = 2): Promise<{ release: string; outcome: string }> {
	const db = new Database(snapshot);
	db.prepare(
		"UPDATE programs SET name = ? WHERE slug = (SELECT min(slug) FROM programs WHERE status = 'published')",
	).run(name);
	db.close();
	return buildHere({ snapshot, out, only: 'api', keepDisk });
}

const list = async () => JSON.parse(await succeed('releases', ['list', '--out', out, '--json']));

test('releases list shows the releases, last published first', async () => {
	const releases = await list();
	expect(releases.map(({ release }: { release: string }) => release)).toEqual(ids.toReversed());
	expect(releases[0]).toMatchObject({ current: true, published_by: 'build', counts: { programs: expect.any(Number) } });
	expect(await succeed('releases', ['--out', out, '--keep-disk', '0.5'])).toMatch(
		new RegExp(
			`^release .* own disk +kept as\\n${ids[2]} .* MB +current, latest\\n${ids[1]} [^]*\\n3 releases: \\d+\\.\\d MB of disk\\. Limit: 0\\.5 GB \\(KEEP_DISK\\)\\.\\nKept: the latest 50\\.`,
		),
	);
});

test('releases show describes one release', async () => {
	expect(JSON.parse(await succeed('releases', ['show', ids[0]!, '--out', out]))).toMatchObject({ release: ids[0] });
});

test('releases diff lists the records that differ', async () => {
	const diff = JSON.parse(await succeed('releases', ['diff', ids[0]!, ids[2]!, '--out', out, '--json']));
	expect(diff.records).toMatchObject({ added: [], removed: [] });
	expect(diff.records.changed).toEqual(expect.arrayContaining([expect.stringMatching(/^\/programs\//)]));
	expect(diff.pages).toEqual({ added: [], removed: [], changed: [] });
	expect(await succeed('releases', ['diff', ids[0]!, ids[2]!, '--out', out])).toMatch(
		/^0 records added\n0 records removed\n\d+ records? changed\n {2}\//,
	);
});

test('an unknown release is an error that lists the releases', async () => {
	for (const args of [
		['publish', 'nope'],
		['rollback', 'nope'],
		['releases', 'show', 'nope'],
	] as const) {
		const { status, stderr } = await runCommand(args[0], [...args.slice(1), '--out', out]);
		expect(status).toBe(1);
		expect(stderr).toMatch(
			/^There is no release nope in .*\. Existing releases: [0-9a-f]{12}, [0-9a-f]{12}, [0-9a-f]{12}\.\n$/,
		);
	}
});

describe('rollback', () => {
	test('goes back one release at a time, and fails if there is no earlier one', async () => {
		expect(await succeed('rollback', ['--out', out])).toMatch(
			`${ids[1]} is now the current release, instead of ${ids[2]}.`,
		);
		await succeed('rollback', ['--out', out]);
		expect(currentRelease(out)).toBe(ids[0]);
		const { status, stderr } = await runCommand('rollback', ['--out', out]);
		expect(status).toBe(1);
		expect(stderr).toBe(`No earlier release is kept in ${out}, so there is nothing to go back to.\n`);
	});

	test('keeps builds from publishing until someone publishes', async () => {
		const held = await buildWithName('Four');
		expect(held.outcome).toBe('held');
		expect(currentRelease(out)).toBe(ids[0]);
		await succeed('publish', [held.release, '--out', out]);
		expect(currentRelease(out)).toBe(held.release);
		expect(await buildWithName('Five')).toMatchObject({ outcome: 'built', release: currentRelease(out) });
	});

	test('keeps the current release if the other one is damaged', async () => {
		const current = currentRelease(out);
		rmSync(join(out, 'releases', ids[1]!, 'api.sqlite'));
		const { status, stderr } = await runCommand('rollback', [ids[1]!, '--out', out]);
		expect(status).toBe(1);
		expect(stderr).toBe(
			`The release ${ids[1]} is damaged, so nothing has changed. Choose another release, or build again.\n`,
		);
		expect(currentRelease(out)).toBe(current);
	});

	test('stays in force when the data that it went back to is built again', async () => {
		const current = currentRelease(out);
		await succeed('rollback', [ids[2]!, '--out', out]);
		expect(await buildWithName('Three')).toMatchObject({ outcome: 'unchanged', release: ids[2] });
		expect((await buildWithName('Six')).outcome).toBe('held');
		await succeed('publish', [current!, '--out', out]);
	});

	test('warns if another version of the software built the release', async () => {
		const current = currentRelease(out)!;
		const manifest = join(out, 'releases', current, 'manifest.json');
		const text = readFileSync(manifest, 'utf8');
		writeFileSync(manifest, JSON.stringify({ ...JSON.parse(text), application: 'another' }));
		const { status, stderr } = await runCommand('publish', [current, '--out', out]);
		writeFileSync(manifest, text);
		expect(status).toBe(0);
		expect(stderr).toMatch(/^warning: another version of this software built this release, /);
	});

	test('warns if the release was built with another configuration of the site', async () => {
		const site = copyDirectory('site');
		onTestFinished(site.remove);
		const current = currentRelease(site.out)!;
		const manifest = join(site.out, 'releases', current, 'manifest.json');
		const known = JSON.parse(readFileSync(manifest, 'utf8'));
		writeFileSync(manifest, JSON.stringify({ ...known, configuration: 'another' }));
		const { status, stderr } = await runCommand('publish', [current, '--out', site.out]);
		expect(status).toBe(0);
		expect(stderr).toMatch(/^warning: this release was built with another configuration of the site than /);
	});

	test('lets builds remove old releases while it pauses publishing, but never the current or the previous one', async () => {
		const current = currentRelease(out)!;
		await succeed('rollback', [current, '--out', out]);
		ageJournal(out);
		const held = [];
		for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) held.push(await buildWithName(name, 0));
		const kept = readdirSync(join(out, 'releases'));
		expect(kept).toHaveLength(7);
		expect(kept).toEqual(expect.arrayContaining([current, ...held.slice(1).map(({ release }) => release)]));
		expect(currentRelease(out)).toBe(current);
	});
});

describe('After a rollback,', () => {
	test('the site and the snapshot are brought together with the commands that the next build names', async () => {
		const [good, bad] = [await publishWithName('Good'), await publishWithName('Bad')];
		expect(await succeed('rollback', ['--out', out])).toContain(
			`You can\n- put what is online back into the snapshot: npm run restore-snapshot -- ${good}, then npm run publish -- ${good}\n- correct`,
		);
		const files = ['--snapshot', snapshot, '--out', out];
		const held = await runCommand('build', [...files, '--only', 'api']);
		expect(held.status).toBe(2);
		expect(held.stderr).toMatch(
			new RegExp(
				`held: a rollback has paused publishing\\n.* was built but not published\\. The snapshot differs from what is online \\(${good}\\)\\. To see the differences: npm run diff\\.\\nwarning: to put what is online back into the snapshot: npm run restore-snapshot -- ${good}, then npm run publish -- ${good}\\nwarning: to publish what is in the snapshot: npm run publish -- ${bad}\\n$`,
			),
		);
		expect(await succeed('restore-snapshot', [good, ...files, '--dry-run'])).toMatch(
			/"Bad" → "Good"\n.*would be written/,
		);
		expect(await succeed('restore-snapshot', [good, ...files, '--because', 'a typo'])).toMatch(
			/name: "Bad" → "Good"\n.*: written\. 1 program changed\. To undo it: npm run undo -- \d+\n$/,
		);
		const same = await runCommand('build', [...files, '--only', 'api']);
		expect(same).toMatchObject({ status: 0, stdout: expect.stringContaining(`${good} (unchanged), now current`) });
		expect(same.stderr).toContain(
			`The snapshot has the same content as what is online, so you can let builds publish again: npm run publish -- ${good}`,
		);
		await succeed('publish', [good, '--out', out]);
		await succeed('undo', ['--snapshot', snapshot]);
		// The content is that of the release which was current before the rollback.
		expect(await buildHere({ snapshot, out, only: 'api' })).toMatchObject({ outcome: 'unchanged', release: bad });
	});

	test('no message names a copy of the snapshot that does not exist', async () => {
		const [one] = [await publishWithName('One more'), await publishWithName('Another')];
		for (const { release, has_snapshot } of await list()) {
			if (has_snapshot) rmSync(join(out, 'releases', release, 'snapshot.sqlite'));
		}
		const printed = await succeed('rollback', ['--out', out]);
		expect(printed).toMatch(/ You can\n- correct the snapshot: [^\n]*\n$/);
		expect(printed).not.toContain('restore-snapshot');
		const files = ['--snapshot', snapshot, '--out', out];
		const { stderr } = await runCommand('build', [...files, '--only', 'api']);
		expect(stderr).toContain(
			`The snapshot differs from what is online (${one}).\nwarning: to publish what is in the snapshot: `,
		);
		expect((await runCommand('diff', files)).stderr).toMatch(
			new RegExp(`^The release ${one} has no copy of its snapshot\\. (?:No release in|Releases that have one:) `),
		);
		expect((await runCommand('restore-snapshot', [one, ...files])).stderr).toContain('has no copy of its snapshot.');
	});

	/** Publishes a release with another name of the first program. Returns its ID. */
	async function publishWithName(name: string): Promise<string> {
		const { release } = await buildWithName(name);
		await succeed('publish', [release, '--out', out]);
		return release;
	}
});
