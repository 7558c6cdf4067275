/** Backing up and restoring, with each database. Access that has ended since the backup stays ended. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { State } from '../../src/state/state.ts';
import { query } from '../support/postgres-server.ts';
import { BACKUP_TIME, during, type RestorableState, restorableState } from '../support/restorable-states.ts';
import { makeKeys } from '../support/revocable-keys.ts';
import { runCommand } from '../support/run-command.ts';
import { rowsOf } from '../support/states.ts';

const CREATED = '2026-05-01T12:00:00Z';
const NEXT_TIME = new Date('2026-05-02T10:00:00Z');
const LATER = '2030-05-01T12:00:00.123Z';

let root: string;
let file: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'restore-'));
	file = join(root, 'may.sqlite');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Adds two accounts with keys, sessions, a link, a recovery code each and a pending sign-up. */
async function fill(state: State): Promise<void> {
	await makeKeys(state, 2);
	await state.accounts.add({ id: 'acc_b', email: 'b@site.example', plan: 'pro', created_at: CREATED });
	await state.signUps.add('pending', { email: 'c@site.example', password: 'hash' }, '2026-05-09T12:00:00Z');
	await state.secrets.get('sessions', () => 'secret');
	const program = { slug: 'acme', name: 'Acme', day: '', status: null, note: 'Ask Dana' };
	await state.saved.apply('acc_b', [{ slug: 'acme', at: CREATED, program, merges: false }]);
	await state.saved.openFeed('acc_b', 'first', CREATED);
	await state.saved.openFeed('acc_0', 'closed', CREATED);
	const rows = [
		`INSERT INTO sessions VALUES ('kept', 'acc_b', 'one', '${LATER}', NULL, 'Test', '${CREATED}', '${CREATED}'),
			('ended', 'acc_b', 'two', '${LATER}', NULL, 'Test', '${CREATED}', '${CREATED}')`,
		`INSERT INTO verifications VALUES ('link', 'identifier', 'value', '${LATER}', '${CREATED}', '${CREATED}')`,
		`INSERT INTO jobs VALUES ('sent', 'mail', 'acc_b', 'b', '{}', '${CREATED}', 1, 2, 0, NULL, '')`,
		`INSERT INTO two_factors VALUES ('t', 'acc_b', 'secret', '["unused","used"]', TRUE, 0, NULL)`,
	];
	for (const row of rows) await rowsOf(state, row);
}

const ids = async (state: State, table: string) =>
	(await rowsOf(state, `SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id);

describe.each(['SQLite', 'PostgreSQL'] as const)('With %s, restoring a backup', (engine) => {
	let here: RestorableState;
	beforeEach(async () => {
		here = await restorableState(root, engine);
		await during(here, fill);
		await here.backUp(file);
	});

	test('brings everything back, and keeps the replaced state as something to restore', async () => {
		await during(here, (state) => state.accounts.setPlan('b@site.example', 'free'));
		const { replaced, ...restored } = await here.restore(file);
		const nothing = { accounts: 0, sessions: 0, recoveryCodes: 0, ended: 0, missing: 0 };
		expect(restored).toMatchObject({ accounts: 2, keys: 2, madeAt: BACKUP_TIME.toISOString(), ended: nothing });
		const plan = () => during(here, async (state) => (await state.accounts.findByEmail('b@site.example'))?.plan);
		expect(await plan()).toBe('pro');
		await here.restore(engine === 'SQLite' ? join(replaced!, 'state.sqlite') : replaced!, NEXT_TIME);
		expect(await plan()).toBe('free');
	});

	test('revives no revoked key, no ended session, no deleted account and no used code', async () => {
		const [revoked] = await during(here, async (state) => {
			const keys = await ids(state, 'keys');
			await state.keys.revoke(keys[0] as string, CREATED);
			await rowsOf(state, "DELETE FROM sessions WHERE id = 'ended'");
			await rowsOf(state, `UPDATE two_factors SET recovery_codes = '["unused"]'`);
			await rowsOf(state, 'DELETE FROM verifications');
			await rowsOf(state, 'DELETE FROM sign_ups');
			await rowsOf(state, "UPDATE jobs SET id = 'waiting'");
			await state.accounts.add({ id: 'acc_new', email: 'n@site.example', plan: 'free', created_at: CREATED });
			await rowsOf(
				state,
				`INSERT INTO jobs VALUES ('lost', 'mail', 'acc_new', 'n', '{}', '${CREATED}', 1, 2, 0, NULL, '')`,
			);
			await rowsOf(
				state,
				`INSERT INTO verifications VALUES ('mark', 'code:acc_b:1', 'used', '${LATER}', '${CREATED}', '${CREATED}')`,
			);
			return keys;
		});
		expect((await here.restore(file)).ended).toEqual({
			accounts: 0,
			sessions: 1,
			recoveryCodes: 1,
			ended: 1,
			missing: 0,
		});
		await during(here, async (state) => {
			expect((await state.keys.findById(revoked as string))?.revoked_at).toBe(CREATED);
			expect(await ids(state, 'sessions')).toEqual(['kept']);
			expect(await ids(state, 'verifications')).toEqual(['mark']);
			expect(await rowsOf(state, 'SELECT token FROM sign_ups')).toEqual([]);
			expect(await ids(state, 'jobs')).toEqual(['waiting']);
			expect(await rowsOf(state, 'SELECT recovery_codes FROM two_factors')).toEqual([{ recovery_codes: '["unused"]' }]);
		});
		await during(here, (state) => state.accounts.delete('acc_0'));
		expect((await here.restore(file, NEXT_TIME)).ended).toMatchObject({ accounts: 1 });
		await during(here, async (state) => {
			expect(await ids(state, 'accounts')).toEqual(['acc_b']);
			expect(await ids(state, 'keys')).toEqual([]);
		});
	});

	test('brings back saved programs, but no address of a feed that was replaced or closed since', async () => {
		await during(here, async ({ saved }) => {
			await saved.apply('acc_b', [{ slug: 'acme', at: LATER, program: null, merges: false }]);
			await saved.openFeed('acc_b', 'second', CREATED);
			await saved.closeFeed('acc_0');
		});
		await here.restore(file);
		const found = await during(here, ({ saved }) =>
			Promise.all(['first', 'closed', 'second'].map((key) => saved.ofFeed(key))),
		);
		expect(found).toEqual([undefined, undefined, [expect.objectContaining({ slug: 'acme' })]]);
	});

	test('ends nothing if the state has never had an account', async () => {
		const empty = await restorableState(root, engine === 'SQLite' ? 'PostgreSQL' : 'SQLite');
		await during(empty, async () => {});
		expect(await empty.restore(file)).toMatchObject({ accounts: 2, keys: 2, ended: undefined });
		await during(empty, async (state) => {
			expect(await ids(state, 'sessions')).toEqual(['ended', 'kept']);
			// New rows get their own numbers, also where a sequence makes them.
			await state.accounts.add({ id: 'acc_c', email: 'c@site.example', plan: 'free', created_at: CREATED });
			expect(await ids(state, 'accounts')).toEqual(['acc_0', 'acc_b', 'acc_c']);
		});
	});

	test('is refused while a server uses the state, and changes nothing', async () => {
		await during(here, async (state) => {
			await state.accounts.delete('acc_b');
			await expect(here.restore(file)).rejects.toThrow('using the state');
			expect(await ids(state, 'accounts')).toEqual(['acc_0']);
		});
		expect(readdirSync(root).filter((name) => name.startsWith('.') || name.startsWith('replaced'))).toEqual([]);
	});

	test('says in words what it did', async () => {
		await during(here, async (state) => state.keys.revoke((await ids(state, 'keys'))[0] as string, CREATED));
		const options = { env: here.settings };
		const second = join(root, 'june.sqlite');
		expect(await runCommand('backup', [second], options)).toMatchObject({
			stdout: expect.stringMatching(
				new RegExp(
					`^Backed up .*\\. Its newest record is from 2\\S+Z\\.\nWrote ${second} with 2 accounts and 2 keys, and checked it\\.\n$`,
				),
			),
		});
		const { stdout, stderr } = await runCommand('restore', [file], options);
		expect(stderr).toBe('');
		expect(stdout).toContain('What ended after that time stays ended: 1 key (revoked or rotated).\n');
	});
});

describe('A backup of a state in PostgreSQL', () => {
	let here: RestorableState;
	beforeEach(async () => {
		here = await restorableState(root, 'PostgreSQL');
	});

	test('is one private file, made while a server writes', async () => {
		const state = await here.open();
		await makeKeys(state, 1);
		const database = state.database as Extract<State['database'], { connect: unknown }>;
		const writer = await database.connect();
		await writer.query("BEGIN; UPDATE accounts SET name = 'Ada'");
		expect(await here.backUp(file)).toEqual({ accounts: 1, keys: 1, newest: expect.stringMatching(/^2.*Z$/) });
		expect(await state.about.backedUpAt()).toBe(BACKUP_TIME.toISOString());
		await writer.query('COMMIT');
		writer.release();
		await state.close();
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readdirSync(root)).toEqual(['may.sqlite']);
		await expect(here.backUp(file)).rejects.toThrow('already exists');
	});

	test('needs a state of this version', async () => {
		await expect(here.backUp(file)).rejects.toThrow('There is no state in');
		await during(here, async () => {});
		await query(here.settings.DATABASE_URL!, 'UPDATE schema_version SET version = 2');
		await expect(here.backUp(file)).rejects.toThrow('has version 2, and this version of the application');
		await query(here.settings.DATABASE_URL!, 'UPDATE schema_version SET version = 99');
		await expect(here.backUp(file)).rejects.toThrow('newer version');
	});
});
