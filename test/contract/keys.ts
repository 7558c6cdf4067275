/** Accounts and keys, created with the commands. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { succeed } from '../support/run-command.ts';

/** The output of `keys create --json`. */
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

/** Moves the times of a key some years back. */
export function expireKey(state: string, id: string): void {
	const db = new Database(join(state, 'state.sqlite'));
	db.prepare("UPDATE keys SET expires_at = '2020-01-01T00:00:00Z' WHERE id = ?").run(id);
	db.close();
}

/** The output of `keys list --json`. */
export async function listKeys(state: string) {
	return JSON.parse(await succeed('keys', ['list', '--state', state, '--json']));
}
