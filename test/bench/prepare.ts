/** Makes the data of a benchmark: a generated directory, its release, and a state with one key. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSiteConfig } from '../../src/config/site-config.ts';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { createKey } from '../../src/state/keys/create.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { scriptOf } from '../support/run-command.ts';

export interface Prepared {
	readonly snapshot: string;
	readonly out: string;
	readonly state: string;
	readonly key: string;
	/** The seconds of each step of the build, by name. */
	readonly buildSeconds: { readonly [step: string]: number };
}

/** @param folder the folder for the data. If it contains a snapshot of the same size, that snapshot is reused */
export async function prepare(folder: string, programs: number, reviews: number): Promise<Prepared> {
	const snapshot = join(folder, `${programs}-${reviews}.sqlite`);
	const out = join(folder, 'out');
	const state = join(folder, 'state');
	if (!existsSync(snapshot)) {
		runScript('generate', '--programs', String(programs), '--reviews', String(reviews), '--snapshot', snapshot);
	}
	rmSync(out, { recursive: true, force: true });
	const summary = runScript('build', '--only', 'api', '--snapshot', snapshot, '--out', out, '--json');
	return { snapshot, out, state, key: await makeKey(state), buildSeconds: JSON.parse(summary).seconds };
}

function runScript(name: string, ...args: string[]): string {
	const script = fileURLToPath(new URL(`../../${scriptOf(name)}`, import.meta.url));
	return execFileSync(process.execPath, [script, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Makes a new state in a folder, with one account and its key. Returns the key. */
export async function makeKey(folder: string): Promise<string> {
	rmSync(folder, { recursive: true, force: true });
	const state = openSqlite(folder);
	const now = toTimestamp(new Date());
	const account = { id: 'acc_bench', email: 'bench@site.example', plan: 'free', created_at: now } as const;
	await state.accounts.add(account);
	const wish = { name: 'bench', scopes: READ_SCOPES, expires_at: null };
	const { secret } = await createKey(account, wish, readSiteConfig().key_prefix, now, state.keys.add.bind(state.keys));
	state.close();
	return secret;
}
