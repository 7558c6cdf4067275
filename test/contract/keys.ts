/** Accounts and keys, created with the commands. */
import { succeed } from '../support/run-command.ts';
import { type ContractState, runSql } from './state.ts';

/** The output of `keys create --json`. */
export interface MadeKey {
	readonly id: string;
	readonly key: string;
	readonly prefix: string;
	readonly scopes: readonly string[];
	readonly created_at: string;
}

export async function makeAccount(state: ContractState, email: string, plan: string): Promise<void> {
	await succeed('accounts', ['create', '--email', email, '--plan', plan, '--state', state.folder], { env: state.env });
}

/** @param options such as `--scopes programs:read` */
export async function makeKey(state: ContractState, account: string, ...options: readonly string[]): Promise<MadeKey> {
	const args = ['create', '--account', account, '--name', 'test', '--state', state.folder, '--json', ...options];
	return JSON.parse(await succeed('keys', args, { env: state.env }));
}

export async function revokeKey(state: ContractState, id: string): Promise<void> {
	await succeed('keys', ['revoke', id, '--state', state.folder], { env: state.env });
}

/** Moves the expiry of a key some years into the past. */
export async function expireKey(state: ContractState, id: string): Promise<void> {
	await runSql(state, `UPDATE keys SET expires_at = '2020-01-01T00:00:00Z' WHERE id = '${id}'`);
}

/** The output of `keys list --json`. */
export async function listKeys(state: ContractState) {
	return JSON.parse(await succeed('keys', ['list', '--state', state.folder, '--json'], { env: state.env }));
}
