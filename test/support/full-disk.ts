/**
 * A process that fills the disk of a state and then revokes keys: `node full-disk.ts DISK`, where DISK is a small empty
 * disk. Prints a FullDiskReport as JSON.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { createKey } from '../../src/state/keys/create.ts';
import { verifyKey } from '../../src/state/keys/verify.ts';
import { backUpState } from '../../src/state/sqlite/backup.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { scriptOf } from './run-command.ts';
import { openWorkerAccounts } from './worker-accounts.ts';

/** The results. A verdict on a key is `valid` or an error code. */
export interface FullDiskReport {
	/**
	 * The results of two attempts to save request counts on the full disk: before the first revocation and after the
	 * last.
	 */
	readonly counting: readonly string[];
	/** The verdict on a key that its owner revoked, and the latest event of the account. */
	readonly dashboard: readonly [verdict: string, event: string | undefined];
	/** The verdict on a key that a stranger reported, and the latest event of the account. */
	readonly leaked: readonly [verdict: string, event: string | undefined];
	/**
	 * The results of two revocations by command: the exit status, the output, and the verdict on the key afterwards.
	 * The state is open in another process during the first revocation, but not during the second.
	 */
	readonly command: readonly (readonly [status: number | null, output: string, verdict: string])[];
	/** How many of 50 further keys were revoked. */
	readonly further: number;
	/** The exit status and the errors of commands that need more space than the disk has. */
	readonly refused: readonly (readonly [status: number | null, errors: string])[];
	/** The size of the reserve in bytes, at first and after the disk has space again. */
	readonly reserve: readonly number[];
}

const disk = process.argv[2]!;
const folder = join(disk, 'state');
const rest = join(disk, 'rest');
const EMAIL = 'ada@site.example';

let state = openSqlite(folder);
const accounts = await openWorkerAccounts(state, () => {});
const stranger = { headers: new Headers(), address: '203.0.113.8' };
const signedUp = await accounts.signUp(stranger, { email: EMAIL, password: 'a rather long one' });
if (!signedUp.ok) throw new Error(signedUp.message);
const cookie = signedUp.cookies.map((line) => line.split(';', 1)[0]).join('; ');
const owner = { headers: new Headers({ cookie }), address: '203.0.113.7' };
// Makes the session due for an extension, so that its next use needs a write.
state.database.exec("UPDATE sessions SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+3 days')");

async function makeKey(email: string) {
	const account = (await state.accounts.findByEmail(email))!;
	const wish = { name: 'test', scopes: [], expires_at: null };
	const now = toTimestamp(new Date());
	const { key, secret } = await createKey(account, wish, 'svc_', now, (...made) => state.keys.add(...made));
	return { id: key.id, secret };
}

const [byOwner, byStranger, byCommand, byCommandAlone] = [
	await makeKey(EMAIL),
	await makeKey(EMAIL),
	await makeKey(EMAIL),
	await makeKey(EMAIL),
];
const further: { id: string; secret: string }[] = [];
for (let i = 0; i < 5; i++) {
	const account = {
		id: `acc_${i}`,
		email: `${i}@site.example`,
		plan: 'free',
		created_at: '2026-05-01T12:00:00Z',
	} as const;
	await state.accounts.add(account);
	for (let n = 0; n < 10; n++) further.push(await makeKey(account.email));
}

const verdictOf = async ({ secret }: { readonly secret: string }) => {
	const verdict = await verifyKey(secret, state.keyReader, 'svc_', () => new Date());
	return verdict.ok ? 'valid' : verdict.code;
};
const latestEvent = async () => {
	const history = await accounts.history(owner);
	return history.ok ? history.value[0]?.kind : history.code;
};
const count = () => {
	const use = { day: '2026-05-01', endpoint: '', status: 404, requests: 1, lastUsed: '2026-05-01T12:00:00Z' };
	const uses = [byCommand, ...further].map((key) => ({ id: key!.id, ...use }));
	return state.usage.add(uses, []).then(
		() => 'counted',
		(error) => error.message,
	);
};
const run = (script: string, ...args: string[]) =>
	spawnSync(process.execPath, [scriptOf(script), ...args], { encoding: 'utf8' });
const revokeByCommand = ({ id }: { readonly id: string }) => {
	const { status, stdout, stderr } = run('keys', 'revoke', id, '--state', folder);
	return [status, stdout + stderr] as const;
};
const reserve = () => statSync(join(folder, 'reserve')).size;

function fill(): void {
	for (const bytes of [65_536, 4096, 1]) {
		try {
			for (;;) appendFileSync(rest, Buffer.alloc(bytes, 1));
		} catch {
			// The disk is full for writes of this size.
		}
	}
}

const snapshot = join(disk, 'snapshot.sqlite');
run('generate', '--programs', '5', '--reviews', '5', '--seed', '1', '--snapshot', snapshot);
const db = new Database(snapshot);
db.pragma('journal_mode = WAL');
db.close();
const backup = join(disk, 'backup.sqlite');
await backUpState(folder, backup, new Date());
const before = reserve();
fill();
const counting = [await count()];
await accounts.revokeKey(owner, byOwner!.id);
const dashboard = [await verdictOf(byOwner!), await latestEvent()] as const;
await accounts.revokeLeakedKey(stranger, byStranger!.secret);
const leaked = [await verdictOf(byStranger!), await latestEvent()] as const;
const command = [[...revokeByCommand(byCommand!), await verdictOf(byCommand!)] as const];
for (const { id } of further) await state.keys.revoke(id, toTimestamp(new Date())).catch(() => {});
const revoked = (await Promise.all(further.map(verdictOf))).filter((code) => code === 'REVOKED_API_KEY').length;
counting.push(await count());
await accounts.close();
state.close();
fill();
const alone = revokeByCommand(byCommandAlone!);
const refused = [
	run('accounts', 'create', '--email', 'bob@site.example', '--state', folder),
	run('keys', 'list', '--state', join(disk, 'new')),
	run('restore', backup, '--state', folder),
	run('check', '--snapshot', snapshot),
	run('import', 'data/sample', '--snapshot', join(disk, 'new.sqlite')),
].map(({ status, stderr }) => [status, stderr] as const);
rmSync(rest);
state = openSqlite(folder);
command.push([...alone, await verdictOf(byCommandAlone!)]);
state.close();
const report: FullDiskReport = {
	counting,
	dashboard,
	leaked,
	command,
	further: revoked,
	refused,
	reserve: [before, reserve()],
};
console.log(JSON.stringify(report));
