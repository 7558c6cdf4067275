import type { AccountContext } from './context.ts';

/** How long a TOTP code is valid at most, in milliseconds. */
const LIFE = 2 * 60 * 1000;

/**
 * Marks a TOTP code of an account as used. Returns false if it was used before: someone who watched it being typed must
 * not sign in with it.
 */
export async function useTotpCode({ auth }: AccountContext, accountId: string, code: string): Promise<boolean> {
	const { internalAdapter } = await auth.$context;
	// Not only the account's ID, so that it stays when the account's pending links are removed.
	const identifier = `code:${accountId}:${code}`;
	const expiresAt = new Date(Date.now() + LIFE);
	return internalAdapter.reserveVerificationValue({ identifier, value: 'used', expiresAt });
}
