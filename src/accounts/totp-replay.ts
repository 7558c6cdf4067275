import type { AccountContext } from './context.ts';

/** How long a used code is remembered, in milliseconds. A code from an authenticator app is valid for less time. */
const LIFE = 2 * 60 * 1000;

/**
 * Marks an account's TOTP code as used. Returns false if the code was used before, so that someone who saw the user
 * type the code cannot sign in with it.
 */
export async function useTotpCode({ auth }: AccountContext, accountId: string, code: string): Promise<boolean> {
	const { internalAdapter } = await auth.$context;
	// The account's ID is not in `value`, so this entry stays when the account's pending links are removed.
	const identifier = `code:${accountId}:${code}`;
	const expiresAt = new Date(Date.now() + LIFE);
	return internalAdapter.reserveVerificationValue({ identifier, value: 'used', expiresAt });
}
