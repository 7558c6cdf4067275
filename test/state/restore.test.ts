/** Backing up and restoring, with each database. Keys and accounts that have ended since the backup stay ended. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '../../src/state/claim-store.ts';
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
	await state.saved.unite('acc_b', [{ slug: 'acme', at: Date.parse(CREATED), program, merges: false }]);
	await state.saved.openFeed('acc_b', 'first', CREATED);
	const hook = { url: 'https://hooks.test/', events: ['release.published'], seal: () => 'secret' } as const;
	await state.webhooks.add({ account: 'acc_b', ...hook });
	const rows = [
		`INSERT INTO sessions VALUES ('s', 'acc_b', 'one', '${LATER}', NULL, 'Test', '${CREATED}', '${CREATED}')`,
		`INSERT INTO verifications VALUES ('link', 'identifier', 'value', '${LATER}', '${CREATED}', '${CREATED}')`,
		`INSERT INTO jobs VALUES ('sent', 'mail', 'acc_b', 'b', '{}', '${CREATED}', 1, 2, 0, NULL, '')`,
		`INSERT INTO two_factors VALUES ('t', 'acc_b', 'secret', '["unused"]', TRUE, 0, NULL)`,
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
		const nothing = { accounts: 0, ended: 0, missing: 0 };
		expect(restored).toMatchObject({ accounts: 2, keys: 2, madeAt: BACKUP_TIME.toISOString(), ended: nothing });
		const plan = () => during(here, async (state) => (await state.accounts.findByEmail('b@site.example'))?.plan);
		expect(await plan()).toBe('pro');
		await here.restore(engine === 'SQLite' ? join(replaced!, 'state.sqlite') : replaced!, NEXT_TIME);
		expect(await plan()).toBe('free');
	});

	test('revives no revoked key and no deleted account', async () => {
		const [revoked] = await during(here, async (state) => {
			const keys = await ids(state, 'keys');
			await state.keys.revoke(keys[0] as string, CREATED);
			return keys;
		});
		expect((await here.restore(file)).ended).toEqual({ accounts: 0, ended: 1, missing: 0 });
		await during(here, async (state) => {
			expect((await state.keys.findById(revoked as string))?.revoked_at).toBe(CREATED);
			await state.accounts.delete('acc_0');
		});
		expect((await here.restore(file, NEXT_TIME)).ended).toMatchObject({ accounts: 1 });
		await during(here, async (state) => {
			expect(await ids(state, 'accounts')).toEqual(['acc_b']);
			expect(await ids(state, 'keys')).toEqual([]);
		});
	});

	test('ends sessions, links, recovery codes, jobs and addresses of feeds, and switches off webhooks', async () => {
		await here.restore(file);
		await during(here, async (state) => {
			for (const table of ['sessions', 'verifications', 'jobs']) expect(await ids(state, table)).toEqual([]);
			expect(await rowsOf(state, 'SELECT token FROM sign_ups')).toEqual([]);
			expect(await rowsOf(state, 'SELECT recovery_codes FROM two_factors')).toEqual([{ recovery_codes: '[]' }]);
			expect(await state.saved.ofFeed('first')).toBe(undefined);
			expect(await rowsOf(state, 'SELECT slug FROM saved_programs')).toEqual([{ slug: 'acme' }]);
			expect(await rowsOf(state, 'SELECT off, secret FROM webhooks')).toEqual([{ off: 'secret', secret: '' }]);
		});
	});

	test('keeps claims, but they must be proved again, also for the plan that they raised', async () => {
		const claimed = join(root, 'claims.sqlite');
		await during(here, async (state) => {
			const { id } = (await state.claims.start('acc_0', 'acme', CREATED)) as Claim;
			await state.claims.verify(id, 'dns', 'pro', CREATED);
			expect(await state.accounts.findById('acc_0')).toMatchObject({ plan: 'claimed' });
		});
		await here.backUp(claimed);
		await here.restore(claimed);
		await during(here, async (state) => {
			expect(await state.claims.ofAccount('acc_0')).toMatchObject([{ organization: 'acme', status: 'pending' }]);
			expect(await state.claims.speaksFor('acc_0', 'acme')).toBe(false);
			expect(await state.accounts.findById('acc_0')).toMatchObject({ plan: 'free' });
		});
	});

	test('ends nothing if the state has never had an account', async () => {
		const empty = await restorableState(root, engine === 'SQLite' ? 'PostgreSQL' : 'SQLite');
		await during(empty, async () => {});
		expect(await empty.restore(file)).toMatchObject({ accounts: 2, keys: 2, ended: undefined });
		await during(empty, async (state) => {
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
		await expect(here.backUp(file)).rejects.toThrow('earlier version');
		await query(here.settings.DATABASE_URL!, 'UPDATE schema_version SET version = 99');
		await expect(here.backUp(file)).rejects.toThrow('newer version');
	});
});
