/** What the work on accounts needs at hand. */
import { toTimestamp } from '../catalog/fields.ts';
import { shortAddress } from '../limits/address.ts';
import type { Attempt, Attempts } from '../limits/attempts.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { State } from '../state/state.ts';
import type { Auth } from './auth.ts';
import type { EventKind } from './event.ts';
import { type Refused, tooMany } from './outcome.ts';

export interface Desk {
	readonly auth: Auth;
	readonly state: State;
	readonly attempts: Attempts;
	readonly mailer: Mailer | undefined;
	/** The public address, an origin, and what the site is called. */
	readonly siteUrl: string;
	readonly siteName: string;
	/** What every API key starts with. */
	readonly keyPrefix: string;
	readonly requireTwoFactor: boolean;
	/** Does something once the answer has gone, since how long it takes would tell what there is. */
	readonly later: (work: () => Promise<unknown>) => void;
}

/** Who asks. */
export interface Visitor {
	/** Of the request, cookies among them. */
	readonly headers: Headers;
	/** The address of the client. */
	readonly address: string;
}

/** Counts an attempt; the refusal when there were too many. */
export async function limit(
	{ attempts }: Desk,
	what: Attempt,
	{ address }: Visitor,
	account?: string,
): Promise<Refused | undefined> {
	const wait = await attempts.take(what, { address, account });
	return wait > 0 ? tooMany(wait) : undefined;
}

/**
 * Adds to the history of an account.
 *
 * @param visitor who did it; undefined for the operator
 */
export async function remember(
	{ state }: Pick<Desk, 'state'>,
	accountId: string,
	kind: EventKind,
	visitor: Visitor | undefined,
	detail: string | null = null,
): Promise<void> {
	const address = visitor === undefined ? null : shortAddress(visitor.address);
	await state.events.add({ account_id: accountId, kind, detail, address, at: toTimestamp(new Date()) });
}
