/** Accounts and keys, created with the commands. */
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
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

/** Lets an account speak for an organization. */
export async function grantClaim(state: ContractState, email: string, organization: string): Promise<void> {
	await succeed('claims', ['grant', email, organization, '--state', state.folder], { env: state.env });
}

/** @param options such as `--scopes programs:read` */
export async function makeKey(state: ContractState, account: string, ...options: readonly string[]): Promise<MadeKey> {
	const args = ['create', '--account', account, '--name', 'test', '--state', state.folder, '--json', ...options];
	return JSON.parse(await succeed('keys', args, { env: state.env }));
}

export async function revokeKey(state: ContractState, id: string): Promise<void> {
	await succeed('keys', ['revoke', id, '--state', state.folder], { env: state.env });
}

/** Moves the expiry of a key into the past, but not by so much that the key is removed. */
export async function expireKey(state: ContractState, id: string): Promise<void> {
	const hourAgo = toTimestamp(new Date(Date.now() - 60 * 60 * 1000));
	await runSql(state, `UPDATE keys SET expires_at = '${hourAgo}' WHERE id = '${id}'`);
}

/** The output of `keys list --json`. */
export async function listKeys(state: ContractState) {
	return JSON.parse(await succeed('keys', ['list', '--state', state.folder, '--json'], { env: state.env }));
}
