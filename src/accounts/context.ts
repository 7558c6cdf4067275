/** The services that every account action uses. */

import { shortAddress } from '../api/limits/address.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import type { EventKind } from '../state/event.ts';
import type { Account } from '../state/keys/account.ts';
import { type Key, titleOf } from '../state/keys/key.ts';
import type { State } from '../state/state.ts';
import type { SecretBox } from '../state/webhooks/sealed-secret.ts';
import type { Attempt, Attempts } from './attempts/attempts.ts';
import type { Auth } from './auth.ts';
import type { ClaimNetwork } from './claim-checks.ts';
import type { AskedFor, MailQueue } from './mail/mail-queue.ts';
import { type Failure, failure, tooMany } from './result.ts';

export interface AccountContext {
	readonly auth: Auth;
	readonly state: State;
	readonly attempts: Attempts;
	/** The emails to send. Undefined if the site cannot send mail. */
	readonly mail: MailQueue | undefined;
	readonly siteUrl: string;
	readonly siteName: string;
	/** The secret that signs cookies and forms. */
	readonly secret: string;
	/** Encrypts the secrets of webhooks. Undefined if the operator has not set AUTH_SECRET, so there are no webhooks. */
	readonly webhookSecrets: SecretBox | undefined;
	readonly keyPrefix: string;
	readonly requireTwoFactor: boolean;
	/** How claims are checked. By default, over the public internet. */
	readonly claimNetwork?: ClaimNetwork | undefined;
	/** Runs work after the response is sent, so that the response time does not reveal whether an account exists. */
	readonly afterResponse: (work: () => Promise<unknown>) => void;
}

export interface AccountSession {
	readonly account: Account;
	readonly emailVerified: boolean;
	readonly twoFactor: boolean;
	readonly sessionId: string;
	/** The time of the sign-in. */
	readonly since: Date;
	/** `Set-Cookie` values to send. They extend a session that is in use. */
	readonly cookies: readonly string[];
}

/** The part of an HTTP request that account actions need. */
export interface RequestContext {
	/** All request headers, including cookies. */
	readonly headers: Headers;
	/** The IP address of the client. */
	readonly address: string;
	/** Whether the client has closed its connection. */
	readonly isGone?: (() => boolean) | undefined;
	/** The session, if it was found before. */
	readonly session?: AccountSession | undefined;
}

/** Counts an attempt. Returns a failure if there were too many attempts. */
export async function checkLimit(
	{ attempts }: AccountContext,
	attempt: Attempt,
	{ address }: RequestContext,
	account?: string,
): Promise<Failure | undefined> {
	const wait = await attempts.take(attempt, { address, account });
	return wait > 0 ? tooMany(wait) : undefined;
}

/** Returns a failure if too many emails wait for another one. */
export async function checkMail(
	mail: MailQueue,
	kind: AskedFor,
	{ address }: RequestContext,
): Promise<Failure | undefined> {
	return (await mail.hasRoom(kind, address)) ? undefined : { ...failure('MAIL_BUSY'), retryAfter: MAIL_PAUSE };
}

/** How long to wait when too many emails wait, in seconds. */
const MAIL_PAUSE = 600;

/**
 * Adds an event to the history of an account.
 *
 * @param request the request whose shortened IP address is stored with the event, or undefined to store no address
 */
export async function recordEvent(
	{ state }: Pick<AccountContext, 'state'>,
	accountId: string,
	kind: EventKind,
	request: RequestContext | undefined,
	detail: string | null = null,
): Promise<void> {
	await state.events.add({ account_id: accountId, key_id: null, kind, detail, ...madeBy(request) });
}

/** Adds an event about a key to the history of the key's account. The parameters are those of `recordEvent`. */
export async function recordKeyEvent(
	{ state }: Pick<AccountContext, 'state'>,
	key: Pick<Key, 'id' | 'account_id' | 'name' | 'prefix'>,
	kind: EventKind,
	request: RequestContext | undefined,
): Promise<void> {
	const { id: key_id, account_id } = key;
	await state.events.add({ account_id, key_id, kind, detail: titleOf(key), ...madeBy(request) });
}

function madeBy(request: RequestContext | undefined) {
	return { address: request === undefined ? null : shortAddress(request.address), at: toTimestamp(new Date()) };
}
