/** Commands that change releases with a website, killed at random: what is served stays whole, and packs are not lost. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../src/generate/random.ts';
import { FILES, releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease, listReleases } from '../../src/release/publish.ts';
import { verifyRelease } from '../../src/release/verify.ts';
import { currentSite } from '../support/current-site.ts';
import { exitOf, startCommand, succeed } from '../support/run-command.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const SEED = Number(process.env.KILL_SEED ?? Date.now());
const KILLS = Number(process.env.KILLS ?? 6) * 3;
/** Commands run longer than this, in ms, only on a busy machine. */
const LONGEST = 2500;

let directory: SmallDirectory;
let exported: string;

beforeAll(() => {
	directory = copyDirectory('site');
	exported = join(directory.folder, 'exported');
});
afterAll(() => directory.remove());

/** Changes one program, so that the next build has something to do. */
function edit(round: number): void {
	const db = new Database(directory.snapshot);
	db.prepare(
		"UPDATE programs SET name = ? WHERE slug = (SELECT min(slug) FROM programs WHERE status = 'published')",
	).run(`Round ${round}`);
	db.close();
}

/** Reads every file of the current website, each with its checksum. */
async function readWhole(out: string): Promise<number> {
	await verifyRelease(releaseFolder(out, currentRelease(out)!));
	const site = await currentSite(out);
	const files = [...site.files().keys()].map((path) => site.get(path)!.read().length);
	site.close();
	return files.length;
}

test(`builds, rollbacks, publications and exports that are killed leave whole releases (KILL_SEED=${SEED})`, async () => {
	const { snapshot, out } = directory;
	const random = new Random(SEED, 'kills');
	const commands: readonly (() => [name: string, ...args: string[]])[] = [
		() => ['build', '--snapshot', snapshot],
		() => ['rollback', currentRelease(out)!],
		() => ['publish', listReleases(out).sort()[0]!],
		() => ['export', '--site', exported],
	];
	for (let killed = 0, round = 0; killed < KILLS; round++) {
		edit(round);
		const [name, ...args] = commands[round % commands.length]!();
		const child = startCommand(name, [...args, '--out', out]);
		await sleep(random.fraction() * LONGEST);
		child.kill('SIGKILL');
		if ((await exitOf(child)) === null) killed++;
		expect(await readWhole(out)).toBeGreaterThan(10);
	}

	// The next commands work without cleanup, and leave nothing behind.
	await succeed('publish', [currentRelease(out)!, '--out', out]);
	edit(-1);
	await succeed('build', ['--snapshot', snapshot, '--out', out]);
	expect(readdirSync(join(out, 'releases')).filter((name) => name.startsWith('.'))).toEqual([]);
	for (const id of listReleases(out)) {
		const { packs } = await readManifest(releaseFolder(out, id));
		expect(readdirSync(join(releaseFolder(out, id), FILES.packs)).sort()).toEqual(
			packs.map((name) => `${name}.sqlite`).sort(),
		);
		await verifyRelease(releaseFolder(out, id));
	}
	await succeed('export', ['--site', exported, '--out', out]);
	const site = await currentSite(out);
	for (const path of site.files().keys())
		expect(readFileSync(join(exported, path)).equals(site.get(path)!.read())).toBe(true);
	site.close();
});
