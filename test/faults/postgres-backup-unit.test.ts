/** The unit for nightly backups, as systemd would start it, with a state in PostgreSQL. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { connectionSettings } from '../../src/state/postgres/connection-settings.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { succeed } from '../support/run-command.ts';

const DEPLOY = join(PROJECT, 'src/deploy');

let root: string;
beforeEach(() => {
	root = temporaryFolder();
});

/** The values of a setting of a unit, with the folders of this test in place of the machine's. */
function settingsOf(unit: string, name: string): string[] {
	const text = readFileSync(join(DEPLOY, unit), 'utf8').replaceAll('/srv/directory/%i', PROJECT);
	return [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) =>
		value!.replaceAll(/\/(?=(?:etc|var)\/)/g, `${root}/`).replaceAll('%i', '4321'),
	);
}

/** Runs the command line of a unit with its environment and in its folder. */
function start(unit: string) {
	const assignments = settingsOf(unit, 'Environment').flatMap((line) => line.split(' '));
	for (const file of settingsOf(unit, 'EnvironmentFile')) assignments.push(...readFileSync(file, 'utf8').split('\n'));
	const env = Object.fromEntries(assignments.filter((one) => /^\w+=/.test(one)).map((one) => one.split(/=(.*)/s)));
	const [, shell, script] = /^(\S+) -c '(.*)'$/.exec(settingsOf(unit, 'ExecStart')[0]!)!;
	const [cwd] = settingsOf(unit, 'WorkingDirectory');
	const command = script!.replaceAll('%%', '%').replaceAll('$$', '$');
	return spawnSync(shell!, ['-c', command], { cwd: cwd!, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' });
}

test('The backup unit backs up the PostgreSQL that the .env of the site names, not the SQLite from before', async () => {
	const url = await emptyDatabase();
	const site = join(root, 'etc/directory/site');
	const state = join(root, 'var/lib/directory/state');
	mkdirSync(site, { recursive: true });
	writeFileSync(join(site, '.env'), `DATABASE_URL=${url}\n`);
	writeFileSync(join(root, 'etc/directory/directory.env'), readFileSync(join(DEPLOY, 'directory.env')));
	// The state that was used before the move to PostgreSQL.
	await succeed('accounts', ['create', '--email', 'old@site.example', '--state', state]);
	await succeed('accounts', ['create', '--email', 'ada@site.example'], { env: { DATABASE_URL: url } });

	const { status, stdout, stderr } = start('directory-backup@.service');
	expect([status, stderr]).toEqual([0, '']);
	const { name } = connectionSettings(url);
	expect(stdout).toMatch(
		new RegExp(`^Backed up the state in PostgreSQL, ${name}\\. Its newest record is from 20[\\dT:.-]+Z\\.\\n`),
	);
	const folder = join(root, 'var/lib/directory/backups');
	const [file] = readdirSync(folder);
	const db = new Database(join(folder, file!));
	expect(db.prepare('SELECT email FROM accounts').pluck().all()).toEqual(['ada@site.example']);
	db.close();
});
