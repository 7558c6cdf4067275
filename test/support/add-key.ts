import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { createKey, type MadeKey } from '../../src/state/keys/create.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import type { State } from '../../src/state/state.ts';

/** Adds a key with all read scopes to an account, without the form. */
export async function addKey(state: State, email: string, name: string): Promise<MadeKey> {
	const account = (await state.accounts.findByEmail(email))!;
	const wish = { name, scopes: READ_SCOPES, expires_at: null };
	return createKey(account, wish, 'svc_', toTimestamp(new Date()), state.keys.add.bind(state.keys));
}
