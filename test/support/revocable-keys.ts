import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { createKey } from '../../src/state/keys/create.ts';
import { MOST_ACTIVE_KEYS } from '../../src/state/keys/key.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import type { State } from '../../src/state/state.ts';

export interface RevocableKey {
	readonly id: string;
	readonly secret: string;
}

/** Creates keys, and as many accounts as the keys need. */
export async function makeKeys(state: State, count: number, prefix = 'svc_'): Promise<RevocableKey[]> {
	const now = toTimestamp(new Date());
	const made = [];
	for (let i = 0; i < count; i++) {
		const number = Math.floor(i / MOST_ACTIVE_KEYS);
		const account = { id: `acc_${number}`, email: `${number}@site.example`, plan: 'free', created_at: now } as const;
		await state.accounts.add(account);
		const wish = { name: 'test', scopes: READ_SCOPES, expires_at: null };
		const { key, secret } = await createKey(account, wish, prefix, now, (...key) => state.keys.add(...key));
		made.push({ id: key.id, secret });
	}
	return made;
}
