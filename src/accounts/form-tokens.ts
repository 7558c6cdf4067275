/** Tokens of forms that must not be sent twice. Opening a form stores nothing: its token is signed, and stored once used. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomText } from '../keys/secret.ts';
import type { AccountContext } from './context.ts';

type TokenContext = Pick<AccountContext, 'auth' | 'secret'>;

const ID_LENGTH = 22;
/** How long a form can be sent, in milliseconds. */
const LIFE = 12 * 60 * 60 * 1000;

/** Makes a token of a form for an account: an id, when it expires, and a signature of both and the account. */
export function makeFormToken({ secret }: TokenContext, accountId: string): string {
	const content = `${randomText(ID_LENGTH)}.${Date.now() + LIFE}`;
	return `${content}.${sign(secret, accountId, content)}`;
}

/** Uses a token up: true the first time, for the account that it was made for, before it expires. */
export async function useFormToken({ auth, secret }: TokenContext, accountId: string, token: string): Promise<boolean> {
	const [, content, id, expires, signature] = /^(([^.]+)\.(\d+))\.([^.]+)$/.exec(token) ?? [];
	if (content === undefined || !isEqual(signature!, sign(secret, accountId, content))) return false;
	const expiresAt = new Date(Number(expires));
	if (expiresAt.getTime() <= Date.now()) return false;
	const { internalAdapter } = await auth.$context;
	// Not by the account's id, so that it stays used when what waits for the account ends.
	return internalAdapter.reserveVerificationValue({ identifier: `form:${id}`, value: 'used', expiresAt });
}

function sign(secret: string, accountId: string, content: string): string {
	const key = Buffer.from(hkdfSync('sha256', secret, '', 'form tokens', 32));
	return createHmac('sha256', key).update(`${accountId}.${content}`).digest('base64url');
}

function isEqual(given: string, right: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(right)];
	return a.length === b.length && timingSafeEqual(a, b);
}
