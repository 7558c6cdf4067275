/** Tokens for the links in emails. Each token works once and for a limited time, and only its hash is stored. */
import { randomText } from '../state/keys/secret.ts';
import type { Auth } from './auth.ts';

type TokenKind = 'change-email' | 'reset-password';

interface WithAuth {
	readonly auth: Auth;
}

const LENGTH = 32;

/** How long links work, in milliseconds. */
export const LINK_LIFE = 60 * 60 * 1000;

/**
 * @param value the data to return when the token is used. It must contain the account's ID, so that the token is
 *   removed with the account's other pending links.
 */
export async function makeToken({ auth }: WithAuth, kind: TokenKind, value: string): Promise<string> {
	const token = randomText(LENGTH);
	const { internalAdapter } = await auth.$context;
	const expiresAt = new Date(Date.now() + LINK_LIFE);
	await internalAdapter.createVerificationValue({ identifier: `${kind}:${token}`, value, expiresAt });
	return token;
}

/** Makes a link with which a user can set a new password. */
export async function passwordLink(
	context: WithAuth & { readonly siteUrl: string },
	accountId: string,
): Promise<string> {
	const token = await makeToken(context, 'reset-password', accountId);
	return `${context.siteUrl}/account/reset-password/?token=${token}`;
}

/** Returns the value of a token, or undefined if the token does not work. */
export async function readToken({ auth }: WithAuth, kind: TokenKind, token: string): Promise<string | undefined> {
	const { internalAdapter } = await auth.$context;
	return (await internalAdapter.findVerificationValue(`${kind}:${token}`))?.value;
}

/**
 * Returns the value of a token, or undefined if the token does not work. Afterwards, the token no longer works. If
 * several calls use a token at the same time, only one of them gets the value.
 */
export async function useToken({ auth }: WithAuth, kind: TokenKind, token: string): Promise<string | undefined> {
	const { internalAdapter } = await auth.$context;
	return (await internalAdapter.consumeVerificationValue(`${kind}:${token}`))?.value;
}
