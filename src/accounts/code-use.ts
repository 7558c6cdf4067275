import type { Desk } from './desk.ts';

/** How long a code of an app is right, at most, in milliseconds. */
const LIFE = 2 * 60 * 1000;

/**
 * Whether an account uses a code of its app for the first time, which it has done then: who saw it being typed must not
 * get in by it.
 */
export async function isFirstUse({ auth }: Desk, accountId: string, code: string): Promise<boolean> {
	const { internalAdapter } = await auth.$context;
	// Not by the account's id alone, so that it stays when what waits for the account ends.
	const identifier = `code:${accountId}:${code}`;
	const expiresAt = new Date(Date.now() + LIFE);
	return internalAdapter.reserveVerificationValue({ identifier, value: 'used', expiresAt });
}
