import { toTimestamp } from '../shared/to-timestamp.ts';
import type { EventKind } from '../state/event.ts';
import type { Stores } from '../state/state.ts';
import { shortAddress } from './limits/address.ts';

interface RecordedEvent {
	readonly kind: EventKind;
	readonly detail?: string | null;
	/** The key that the event is about. */
	readonly key?: string | null;
	/** The IP address of the client, which is shortened. Undefined to store no address. */
	readonly address: string | undefined;
}

/** Adds an event to the history of an account. */
export async function recordEvent(
	{ events }: Pick<Stores, 'events'>,
	account: string,
	{ kind, detail = null, key = null, address }: RecordedEvent,
): Promise<void> {
	await events.add({
		account_id: account,
		key_id: key,
		kind,
		detail,
		address: address === undefined ? null : shortAddress(address),
		at: toTimestamp(new Date()),
	});
}
