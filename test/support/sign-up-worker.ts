/**
 * A process that creates an account as a server does, and hashes the password at full cost: `node sign-up-worker.ts
 * STATE EMAIL PASSWORD`.
 */
import { openAccounts } from '../../src/accounts/accounts.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';

const [folder, email, password] = process.argv.slice(2) as [string, string, string];
const state = openSqlite(folder);
const site = { siteUrl: 'https://directory.example', siteName: 'Directory', keyPrefix: 'svc_' };
const accounts = await openAccounts({ state, ...site, report: console.error });
const { ok } = await accounts.signUp({ headers: new Headers(), address: '203.0.113.7' }, { email, password });
await accounts.close();
state.close();
if (!ok) throw new Error('The sign-up was refused.');
