import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import type { Verdict } from '../../src/state/keys/verify.ts';

/** What a check of a valid key with all read scopes returns. */
export const OPEN: Verdict & { readonly ok: true } = {
	ok: true,
	id: 'key_1',
	account: 'acc_1',
	prefix: 'svc_12345678',
	scopes: READ_SCOPES,
	plan: 'free',
};
