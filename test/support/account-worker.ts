/**
 * A process that creates and revokes keys, as the dashboard does, until the process is killed. It prints each action
 * when the action is complete: `node account-worker.ts STATE COOKIES`.
 */
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { openWorkerAccounts } from './worker-accounts.ts';

const [folder, cookie] = process.argv.slice(2) as [string, string];
const state = openSqlite(folder);
const accounts = await openWorkerAccounts(state, console.error);
const user = { headers: new Headers({ cookie }), address: '203.0.113.7' };

for (;;) {
	const result = await accounts.createKey(user, { name: 'test', scopes: READ_SCOPES, expires_at: null });
	if (!result.ok) throw new Error(result.message);
	const { id } = result.value.key;
	console.log(`made ${id}`);
	await accounts.revokeKey(user, id);
	// An account can create only ten keys in an hour.
	state.database.prepare("UPDATE keys SET created_at = '2026-01-01T00:00:00Z' WHERE id = ?").run(id);
	console.log(`revoked ${id}`);
}
