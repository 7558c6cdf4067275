import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAY_MOUNT, runWithDisks } from '../support/own-disks.ts';
import { makeSnapshot, type SmallSnapshot } from '../support/small-directory.ts';

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
		const { stdout, stderr } = runWithDisks(`
			mount -t tmpfs -o size=16m tmpfs "${disk}" && ${build(directory.snapshot)} >/dev/null && cut -d" " -f1 "${disk}/current"
			cat /dev/zero 2>/dev/null >"${disk}/rest"; truncate -s -${room}K "${disk}/rest"
			${build(changed)}; echo $?; cut -d" " -f1 "${disk}/current"; ls "${disk}/releases"`);
		const [current] = stdout.split('\n');
		expect(current).toMatch(/^\w+$/);
		expect(stdout.trimEnd().split('\n')).toEqual([current, '1', current, current]);
		expect(stderr).toBe(
			`The disk with ${disk} is full, so nothing was built. The current release stays online. Free some space and build again.\n`,
		);
	},
);
