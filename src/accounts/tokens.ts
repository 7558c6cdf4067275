/** Tokens of links in mails, which work once and for a while. What is stored of one is a hash. */
import { randomText } from '../keys/secret.ts';
import type { AccountContext } from './context.ts';

type TokenKind = 'change-email' | 'reset-password';

type WithAuth = Pick<AccountContext, 'auth'>;

const LENGTH = 32;

/** How long links work, in milliseconds. */
export const LINK_LIFE = 60 * 60 * 1000;

/**
 * Makes a token.
 *
 * @param value what it stands for, the account's id in it: the token ends with what waits for the account
 * @param life in milliseconds
 */
export async function makeToken({ auth }: WithAuth, kind: TokenKind, value: string, life: number): Promise<string> {
	const token = randomText(LENGTH);
	const { internalAdapter } = await auth.$context;
	const expiresAt = new Date(Date.now() + life);
	await internalAdapter.createVerificationValue({ identifier: `${kind}:${token}`, value, expiresAt });
	return token;
}

/** What a token stands for; undefined where it does not work. */
export async function readToken({ auth }: WithAuth, kind: TokenKind, token: string): Promise<string | undefined> {
	const { internalAdapter } = await auth.$context;
	return (await internalAdapter.findVerificationValue(`${kind}:${token}`))?.value;
}

/** The same, and uses it up: of many at once, one gets it. */
export async function useToken({ auth }: WithAuth, kind: TokenKind, token: string): Promise<string | undefined> {
	const { internalAdapter } = await auth.$context;
	return (await internalAdapter.consumeVerificationValue(`${kind}:${token}`))?.value;
}
