/** Accounts and keys, made by the commands. */
import { succeed } from '../support/run-command.ts';

/** What `keys create --json` prints. */
export interface MadeKey {
	readonly id: string;
	readonly key: string;
	readonly prefix: string;
	readonly scopes: readonly string[];
	readonly created_at: string;
}

export async function makeAccount(state: string, email: string, plan: string): Promise<void> {
	await succeed('accounts', ['create', '--email', email, '--plan', plan, '--state', state]);
}

/** @param options such as `--scopes programs:read` */
export async function makeKey(state: string, account: string, ...options: readonly string[]): Promise<MadeKey> {
	const args = ['create', '--account', account, '--name', 'test', '--state', state, '--json', ...options];
	return JSON.parse(await succeed('keys', args));
}

export async function revokeKey(state: string, id: string): Promise<void> {
	await succeed('keys', ['revoke', id, '--state', state]);
}

/** What `keys list --json` prints. */
export async function listKeys(state: string) {
	return JSON.parse(await succeed('keys', ['list', '--state', state, '--json']));
}
