/** Accounts, claims and keys. */

import type { Plan } from '../../src/config/plan.ts';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import type { Claim } from '../../src/state/claim-store.ts';
import { createKey, DEFAULT_LIFE, daysFrom } from '../../src/state/keys/create.ts';
import { READ_SCOPES, type Scope } from '../../src/state/keys/scope.ts';
import { randomText } from '../../src/state/keys/secret.ts';
import { openState } from '../../src/state/open-state.ts';
import type { State } from '../../src/state/state.ts';
import { succeed } from '../support/run-command.ts';
import { type ContractState, runSql, urlOf } from './state.ts';

/** The output of `keys create --json`. */
export interface MadeKey {
	readonly id: string;
	readonly key: string;
	readonly prefix: string;
	readonly scopes: readonly string[];
	readonly created_at: string;
}

/** Opens the state in this process, which is much cheaper than a command. */
async function during<T>(state: ContractState, work: (opened: State) => Promise<T>): Promise<T> {
	const opened = await openState(state.folder, urlOf(state) ?? '');
	try {
		return await work(opened);
	} finally {
		await opened.close();
	}
}

export async function makeAccount(state: ContractState, email: string, plan: Plan): Promise<void> {
	const account = { id: `acc_${randomText(16)}`, email, plan, created_at: toTimestamp(new Date()) };
	if (!(await during(state, ({ accounts }) => accounts.add(account))))
		throw new Error(`${email} has an account already.`);
}

/** Lets an account speak for an organization. */
export async function grantClaim(state: ContractState, email: string, organization: string): Promise<void> {
	await during(state, async ({ accounts, claims }) => {
		const now = toTimestamp(new Date());
		const { id } = (await claims.start((await accounts.findByEmail(email))!.id, organization, now)) as Claim;
		await claims.verify(id, 'editor', 'free', now);
	});
}

/** Adds a key without the command. Returns its secret. */
export function addKey(state: ContractState, email: string, scopes: readonly Scope[] = READ_SCOPES): Promise<string> {
	return during(state, async (opened) => {
		const account = (await opened.accounts.findByEmail(email))!;
		const expires_at = daysFrom(new Date(), DEFAULT_LIFE);
		const add = opened.keys.add.bind(opened.keys);
		return (await createKey(account, { name: 'test', scopes, expires_at }, 'svc_', toTimestamp(new Date()), add))
			.secret;
	});
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
