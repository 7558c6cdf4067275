/** Servers and builds whose clock is wrong by 400 days. When it is right again, everything must still be there. */
import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CHANGE_KINDS } from '../../src/catalog/change.ts';
import { historyFile } from '../../src/release/history/history-file.ts';
import { HistoryReader } from '../../src/release/history/history-reader.ts';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { TABLES } from '../../src/state/copy/side.ts';
import { createKey } from '../../src/state/keys/create.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { openState } from '../../src/state/open-state.ts';
import type { State } from '../../src/state/state.ts';
import { secretBox } from '../../src/state/webhooks/sealed-secret.ts';
import { changeDatabase } from '../support/change-database.ts';
import { FormClient } from '../support/form-client.ts';
import { signUp } from '../support/key-forms.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';
import { ENGINES, rowsOf, trustClock } from '../support/states.ts';

/** libfaketime, such as Debian's package `faketime`. The clock of processes that nobody can set stays right. */
const [LIBRARY] = globSync('/usr/lib/{,*/}faketime/libfaketimeMT.so.1');
const CAN_SHIFT = LIBRARY !== undefined;
const wrongClock = (shift: string) => ({ LD_PRELOAD: LIBRARY!, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' });
const SHIFTS = ['+400d', '-400d'] as const;
const ORGANIZATION = 'some-brand';
const AUTH_SECRET = 'a secret of at least 32 characters';

let directory: SmallDirectory;

beforeEach(() => {
	directory = copyDirectory('site');
});
afterEach(() => directory.remove());

/** Adds everything that is removed when it is old. Returns a key that expires in a month. */
async function fill(state: State): Promise<string> {
	const now = toTimestamp(new Date());
	const inDays = (days: number) => toTimestamp(new Date(Date.now() + days * 86_400_000));
	const account = { id: 'acc_bob', email: 'bob@site.example', plan: 'pro', created_at: now } as const;
	await state.accounts.add(account);
	const wish = { name: 'test', scopes: READ_SCOPES, expires_at: inDays(30) };
	const { key, secret } = await createKey(account, wish, 'svc_', now, (...key) => state.keys.add(...key));
	const used = { id: key.id, day: now.slice(0, 10), endpoint: '/categories', status: 200, requests: 3, lastUsed: now };
	const request = {
		key_id: key.id,
		at: `${now.slice(0, -1)}.000Z`,
		method: 'GET',
		path: '/',
		status: 200,
		address: '',
	};
	await state.usage.add([used], [request]);
	await state.signUps.add('sgn', { email: 'eve@site.example', password: 'x' }, inDays(1));
	const claim = await state.claims.start(account.id, ORGANIZATION, now);
	await state.claims.verify((claim as { id: string }).id, 'editor', 'free', now);
	await state.jobs.add({ kind: 'password_changed', account: account.id, target: account.email, payload: {} });
	const hook = { url: 'https://127.0.0.1/', events: ['release.published'] } as const;
	await state.webhooks.add({ account: account.id, ...hook, seal: (id) => secretBox(AUTH_SECRET).seal('whsec_x', id) });
	await state.deliveries.emit({ event: 'release.published', data: {} });
	const repeated = { account: account.id, operation: 'x', key: 'k', fingerprint: 'f' };
	await state.idempotency.begin(repeated, new Date());
	await state.idempotency.keep(repeated, { status: 202, headers: [], body: '{}' });
	await state.visits.add([{ day: now.slice(0, 10), program: 'a', site: '', views: 1, clicks: 0 }]);
	const visitors = await state.visitors();
	await visitors.add(await visitors.today(), [1, 2]);
	// This state has been in use for long, so its clock was trusted.
	await trustClock(state);
	return secret;
}

/** The number of rows of each table. */
async function countRows(state: State): Promise<{ [table: string]: number }> {
	const counts: { [table: string]: number } = {};
	for (const table of TABLES) {
		counts[table] = Number((await rowsOf(state, `SELECT count(*) AS n FROM ${table}`))[0]!.n);
	}
	return counts;
}

describe.each(ENGINES)('With %s,', (engine) => {
	test.skipIf(!CAN_SHIFT).each(SHIFTS)('a server whose clock is wrong by %s removes nothing', async (shift) => {
		const url = engine === 'PostgreSQL' ? await emptyDatabase() : undefined;
		const env = {
			AUTH_SECRET,
			...(url === undefined ? {} : { DATABASE_URL: url }),
		};
		const right = await startServer(directory, { env });
		const visitor = new FormClient(right.port);
		expect(await signUp(visitor, 'cleo@site.example')).toBe(true);
		await right.stop();
		const state = await openState(directory.state, url);
		onTestFinished(() => state.close());
		const key = await fill(state);
		const before = await countRows(state);

		const get = ({ port }: ServerProcess) => requestOnce(port, 'GET', '/v1/categories', [`X-API-Key: ${key}`]);
		const page = (server: ServerProcess) => {
			// A copy, because a server with a wrong clock also tells the browser to forget the session.
			const client = Object.assign(new FormClient(server.port), { cookies: new Map(visitor.cookies) });
			return client.get('/account/settings/');
		};
		const isAhead = shift.startsWith('+');
		const wrong = await startServer(directory, { env: { ...env, ...wrongClock(shift) } });
		expect([(await get(wrong)).status, (await page(wrong)).status]).toEqual(isAhead ? [401, 303] : [200, 200]);
		// Long enough to look for emails and events that are too old, which servers do in the first second.
		await sleep(3000);
		await wrong.stop();
		expect(wrong.log().filter(({ removed }) => removed !== undefined)).toEqual([]);

		const after = await countRows(state);
		for (const [table, rows] of Object.entries(before)) expect([table, after[table]! >= rows]).toEqual([table, true]);
		expect(await rowsOf(state, 'SELECT off FROM webhooks')).toEqual([{ off: null }]);
		const visitors = await state.visitors();
		expect(await visitors.add(await visitors.today(), [1, 2])).toMatchObject({ added: [] });
		const again = await startServer(directory, { env });
		expect([(await get(again)).status, (await page(again)).status]).toEqual([200, 200]);
		await again.stop();
	});
});

test.skipIf(!CAN_SHIFT).each(SHIFTS)('Builds with a clock that is wrong by %s remove nothing', async (shift) => {
	const { snapshot, out } = directory;
	const args = ['--snapshot', snapshot, '--out', out, '--only', 'api', '--drop-site', '--no-guard'];
	async function build(name: string, env = {}): Promise<string> {
		changeDatabase(snapshot, `UPDATE programs SET name = '${name} ' || slug`);
		return JSON.parse(await succeed('build', [...args, '--json'], { env })).snapshot;
	}
	const first = await build('first');
	await build('second');
	const before = readdirSync(join(out, 'releases'));
	for (const name of ['third', 'fourth', 'fifth']) await build(name, wrongClock(shift));
	await build('sixth');
	expect(readdirSync(join(out, 'releases'))).toEqual(expect.arrayContaining(before));
	const history = new HistoryReader(historyFile(out));
	onTestFinished(() => history.close());
	expect(history.since({ snapshot: first }, new Set(CHANGE_KINDS), 0, 1000)?.changes).toHaveLength(5 * (4 + 6));
});
