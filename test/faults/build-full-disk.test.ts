import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { makeSnapshot, type SmallSnapshot } from '../support/small-directory.ts';

/** Runs a script that can mount disks visible only to itself. */
function onDisk(script: string) {
	const options = { encoding: 'utf8', cwd: PROJECT, env: { ...process.env, NODE: process.execPath } } as const;
	return spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-c', script], options);
}

/** Whether this user may mount a disk. Linux allows it, unless it is disabled. */
const MAY_MOUNT = onDisk('mount -t tmpfs tmpfs /tmp').status === 0;

let directory: SmallSnapshot;

beforeAll(() => {
	directory = makeSnapshot({ programs: 100, reviews: 300 });
});
afterAll(() => directory?.remove());

// Space for a part of the snapshot's copy; for the copy but not the bodies; for the bodies but not the index.
test.skipIf(!MAY_MOUNT).each([50, 500, 900])(
	'A build says that the disk is full with %i kB left, and changes nothing',
	async (room) => {
		const disk = join(directory.folder, `disk-${room}`);
		mkdirSync(disk);
		const changed = join(disk, '..', `changed-${room}.sqlite`);
		copyFileSync(directory.snapshot, changed);
		const db = new Database(changed);
		db.exec("UPDATE organizations SET name = name || ' & Co'");
		db.close();
		const build = (snapshot: string) => `"$NODE" scripts/build.ts --snapshot "${snapshot}" --out "${disk}" --only api`;
		const { stdout, stderr } = onDisk(`
			mount -t tmpfs -o size=16m tmpfs "${disk}" && ${build(directory.snapshot)} >/dev/null && readlink "${disk}/current"
			cat /dev/zero 2>/dev/null >"${disk}/rest"; truncate -s -${room}K "${disk}/rest"
			${build(changed)}; echo $?; readlink "${disk}/current"; ls "${disk}/releases"`);
		const [current] = stdout.split('\n');
		expect(current).toMatch(/^releases\/\w+$/);
		expect(stdout.trimEnd().split('\n')).toEqual([current, '1', current, basename(current!)]);
		expect(stderr).toBe(
			`The disk with ${disk} is full, so nothing was built. The current release stays online. Free some space and build again.\n`,
		);
	},
);
