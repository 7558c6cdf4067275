import { createHmac } from 'node:crypto';
import { SECRET_PREFIX } from './sealed-secret.ts';

interface Signed {
	/** The ID of the event. */
	readonly id: string;
	/** When the event is sent, in seconds since 1970. */
	readonly timestamp: number;
	readonly body: string;
}

/**
 * Returns the headers of an event, as Standard Webhooks says.
 *
 * @param secrets the secrets to sign with. Each makes a signature of its own
 */
export function signedHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]) {
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
		return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
	});
	return {
		'webhook-id': id,
		'webhook-timestamp': String(timestamp),
		'webhook-signature': signatures.join(' '),
	};
}
