import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { findChange } from '../../src/snapshot/changes/read-changes.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { made, snapshotOf, tamper } from '../snapshot/made.ts';
import { runCommand, succeed } from '../support/run-command.ts';

const SQL = 'UPDATE programs SET cookie_days = 7';
const lastChange = (snapshot: string) => withSnapshot(snapshot, (db) => findChange(db));

/** A snapshot, and the arguments that build its API. */
function directory() {
	const snapshot = snapshotOf({ organizations: [made('organizations')], programs: [made('programs')] });
	return { snapshot, args: ['--snapshot', snapshot, '--out', join(snapshot, '../out'), '--only', 'api'] };
}

test('A build logs edits that another tool made since the last one, and undo takes them back', async () => {
	const { snapshot, args } = directory();
	await succeed('build', args);
	tamper(snapshot, SQL);
	await succeed('build', args);
	expect(lastChange(snapshot)).toMatchObject({
		command: 'made outside',
		by: null,
		edits: [{ kind: 'programs', key: 'acme-partners', before: { cookie_days: null }, after: { cookie_days: 7 } }],
	});
	await succeed('undo', ['--snapshot', snapshot]);
	await succeed('build', args);
	expect(lastChange(snapshot)).toMatchObject({ command: 'undo', undoes: 1 });
});

test('A build from another snapshot logs nothing', async () => {
	const { args } = directory();
	await succeed('build', args);
	const other = snapshotOf();
	await succeed('build', ['--snapshot', other, ...args.slice(2)]);
	expect(lastChange(other)).toBeUndefined();
});

test('A build publishes edits that it cannot log, and says so', async () => {
	const { snapshot, args } = directory();
	await succeed('build', args);
	tamper(snapshot, SQL);
	const lock = new Database(`${snapshot}.lock`);
	lock.exec('BEGIN IMMEDIATE');
	try {
		const { status, stderr } = await runCommand('build', args);
		expect(status).toBe(0);
		expect(stderr).toContain('were published, but not logged: ');
	} finally {
		lock.close();
	}
	expect(lastChange(snapshot)).toBeUndefined();
});
