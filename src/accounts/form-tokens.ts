/** Tokens for forms that must not be submitted twice. A token is signed, so it need not be stored before it is used. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomText } from '../state/keys/secret.ts';
import type { AccountContext } from './context.ts';

type TokenContext = Pick<AccountContext, 'attempts' | 'secret'>;

const ID_LENGTH = 22;
/** How long a token is valid, in milliseconds. */
const LIFE = 12 * 60 * 60 * 1000;

/**
 * Makes a token for an account. The token consists of an ID, an expiry time and a signature. The signature covers the
 * token's ID, the expiry time and the account's ID.
 */
export function makeFormToken({ secret }: TokenContext, accountId: string): string {
	const content = `${randomText(ID_LENGTH)}.${Date.now() + LIFE}`;
	return `${content}.${sign(secret, accountId, content)}`;
}

/** Returns the ID of a token that was made for an account and has not expired, otherwise undefined. */
export function readFormToken(
	{ secret }: Pick<TokenContext, 'secret'>,
	accountId: string,
	token: string,
): string | undefined {
	const [, content, id, expires, signature] = /^(([^.]+)\.(\d+))\.([^.]+)$/.exec(token) ?? [];
	if (content === undefined || !isEqual(signature!, sign(secret, accountId, content))) return undefined;
	return Number(expires) > Date.now() ? id : undefined;
}

/**
 * Marks a token as used. Returns true only for the first use, only for the account that the token was made for, and
 * only before the token expires.
 */
export async function useFormToken(context: TokenContext, accountId: string, token: string): Promise<boolean> {
	const read = readFormToken(context, accountId, token);
	return read !== undefined && context.attempts.useOnce('form token', read, LIFE);
}

function sign(secret: string, accountId: string, content: string): string {
	const key = Buffer.from(hkdfSync('sha256', secret, '', 'form tokens', 32));
	return createHmac('sha256', key).update(`${accountId}.${content}`).digest('base64url');
}

function isEqual(given: string, right: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(right)];
	return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Whether a request that changes something comes from a page of this site. This check prevents CSRF. Browsers send
 * `Sec-Fetch-Site`, and older browsers send `Origin`. A request with neither header is refused, because browsers always
 * send one of the two with a form.
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
	const site = headers.get('sec-fetch-site');
	return site === null ? headers.get('origin') === siteUrl : site === 'same-origin';
}
