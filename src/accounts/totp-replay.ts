import type { AccountContext } from './context.ts';

/** The maximum time for which a code from an authenticator app (TOTP) is valid, in milliseconds. */
const LIFE = 2 * 60 * 1000;

/**
 * Marks an account's TOTP code as used. Returns false if the code was used before, so that someone who saw the user
 * type it cannot sign in with it.
 */
export async function useTotpCode({ auth }: AccountContext, accountId: string, code: string): Promise<boolean> {
	const { internalAdapter } = await auth.$context;
	// The account's ID is not in `value`, so this entry stays when the account's pending links are removed.
	const identifier = `code:${accountId}:${code}`;
	const expiresAt = new Date(Date.now() + LIFE);
	return internalAdapter.reserveVerificationValue({ identifier, value: 'used', expiresAt });
}
