import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/state/keys/create.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { changeDatabase } from '../support/change-database.ts';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { visitSteadily } from '../support/steady-visits.ts';

const ACCOUNTS = 100_000;
const NOW = '2026-05-01T12:00:00Z';

const directory = ownDirectory('api');
let server: ServerProcess;

beforeAll(() => {
	openSqlite(directory.state).close();
	changeDatabase(
		join(directory.state, 'state.sqlite'),
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ACCOUNTS})
		INSERT INTO accounts (id, email, plan, created_at) SELECT 'acc' || i, i || '@many.example', 'free', '${NOW}' FROM n;
		INSERT INTO keys (id, account_id, name, hash, prefix, scopes, created_at)
			SELECT 'key' || id, id, 'test', hex(randomblob(32)), 'svc_', '["programs:read"]', created_at FROM accounts
			WHERE id LIKE 'acc%';
		INSERT INTO key_usage SELECT id, '2026-05-01', '/programs', 200, 7 FROM keys;`,
	);
});
afterAll(() => server?.child.kill('SIGKILL'));

/** Creates and revokes keys, one after the other. Returns their number. */
function writeSteadily(): { end(): Promise<number> } {
	const state = openSqlite(directory.state);
	const account = { id: 'acc1', email: '1@many.example', plan: 'free', created_at: NOW } as const;
	let isOver = false;
	const writing = (async () => {
		let written = 0;
		for (; !isOver; written++) {
			const wish = { name: 'test', scopes: READ_SCOPES, expires_at: null };
			const { key } = await createKey(account, wish, 'svc_', NOW, (...made) => state.keys.add(...made));
			await state.keys.revoke(key.id, NOW);
			await sleep(1);
		}
		state.close();
		return written;
	})();
	return {
		end() {
			isOver = true;
			return writing;
		},
	};
}

test(`A backup of ${ACCOUNTS} accounts under load is complete, fails no request, and can be restored`, async () => {
	const { folder, state, key } = directory;
	const file = join(folder, 'backup.sqlite');
	server = await startServer(directory, { env: { WORKERS: '2' } });
	const [visits, writes] = [visitSteadily(() => server.port, key), writeSteadily()];
	const said = await succeed('backup', [file, '--state', state]);
	expect(said).toMatch(/ with 100,001 accounts and 1\d\d,\d{3} keys, and checked it\.\n$/);
	const refused = await runCommand('restore', [file, '--state', state]);
	expect(refused.stderr).toBe(`A server or another command is using the state in ${state}. Stop it, then try again.\n`);
	expect(await writes.end()).toBeGreaterThan(0);
	const { failed } = await visits.end();
	expect(failed).toEqual([]);
	expect(await server.stop()).toBe(0);

	await succeed('restore', [file, '--state', state]);
	server = await startServer(directory);
	expect((await requestOnce(server.port, 'GET', '/v1/categories', [`X-API-Key: ${key}`])).status).toBe(200);
	expect(await server.stop()).toBe(0);
});
