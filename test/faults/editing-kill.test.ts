/** Kills random commands of an editor, one after another, and checks that each was carried out wholly or not at all. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { currentRelease } from '../../src/release/publish.ts';
import { openRelease } from '../../src/release/release.ts';
import { verifyRelease } from '../../src/release/verify.ts';
import { diffSnapshots } from '../../src/snapshot/changes/diff.ts';
import { findChange } from '../../src/snapshot/changes/read-changes.ts';
import { checkSnapshot } from '../../src/snapshot/check.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { Random } from '../generate/random.ts';
import { currentFolder } from '../support/current-folder.ts';
import { exitOf, startCommand, succeed } from '../support/run-command.ts';
import { makeDirectory } from '../support/small-directory.ts';

const SEED = Number(process.env.KILL_SEED ?? Date.now());
const KILLS = Number(process.env.KILLS ?? 4) * 4;

const directory = await makeDirectory({ programs: 300, reviews: 100 });
const random = new Random(SEED, 'editing');
afterAll(() => directory.remove());

const slugs = () =>
	withSnapshot(directory.snapshot, (db) => db.prepare<[], string>('SELECT slug FROM programs').pluck().all());

/** A CSV file that changes some programs. */
function feed(round: number): string {
	const file = join(directory.folder, 'programs.csv');
	const rows = slugs().map((slug, index) => `${slug},${index % 3 === 0 ? `Text ${round}` : 'Text'}`);
	writeFileSync(file, `slug,description\n${rows.join('\n')}\n`);
	return file;
}

/** The commands, by name, with their arguments in a round. */
const COMMANDS: readonly ((round: number) => readonly [string, ...string[]])[] = [
	(round) => ['import', feed(round)],
	(round) => ['programs', 'set', random.pick(slugs()), `cookie_days=${round}`],
	(round) => ['programs', 'rename', random.pick(slugs()), `renamed-${round}`],
	() => ['programs', 'remove', random.pick(slugs())],
	() => ['undo'],
	() => ['build', '--only', 'api', '--no-guard', '--out', directory.out],
	() => ['restore-snapshot', currentRelease(directory.out)!, '--out', directory.out],
];

test(`Commands that are killed at random leave all or nothing of a change (KILL_SEED=${SEED})`, async () => {
	const { snapshot, out, folder } = directory;
	const before = join(folder, 'before.sqlite');
	const durations = new Map<string, number>();
	let [killed, changed] = [0, 0];
	for (let round = 0; killed < KILLS; round++) {
		const [name, ...args] = COMMANDS[round % COMMANDS.length]!(round);
		copyFileSync(snapshot, before);
		const start = performance.now();
		const child = startCommand(name, [...args, '--snapshot', snapshot]);
		const exit = exitOf(child);
		await Promise.race([exit, sleep(random.fraction() * (durations.get(name) ?? 10_000))]);
		child.kill('SIGKILL');
		if ((await exit) === null) killed++;
		else durations.set(name, performance.now() - start);

		const { errors } = checkSnapshot(snapshot);
		expect(errors).toEqual([]);
		const [last, now] = [before, snapshot].map((file) => withSnapshot(file, (db) => findChange(db)?.id ?? 0));
		expect(now! - last!).toBeLessThanOrEqual(1);
		if (now === last) expect(diffSnapshots(before, snapshot)).toEqual([]);
		changed += now! - last!;
		await verifyRelease(currentFolder(out));
		(await openRelease(currentFolder(out))).close();
	}
	expect(changed).toBeGreaterThan(0);
	await succeed('build', ['--only', 'api', '--no-guard', '--snapshot', snapshot, '--out', out]);
});
