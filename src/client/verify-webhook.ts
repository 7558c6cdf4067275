import type { WebhookEvent } from './api.ts';
import type { WebHeaders } from './options.ts';

/** How far the time at which an event was sent may differ from this machine's clock, in seconds. */
const TOLERANCE = 5 * 60;

/**
 * Checks that an event comes from the directory, and returns it.
 *
 * @param body the body of the request as it arrived, before it is parsed
 * @param headers the headers of the request, as Node.js or `fetch` has them
 * @param secret the secret of the webhook, which starts with `whsec_`
 * @throws Error if the event has no signature with this secret, or was sent more than five minutes ago
 */
export async function verifyWebhook(
	body: string | Uint8Array,
	headers: WebHeaders | { readonly [name: string]: string | readonly string[] | undefined },
	secret: string,
): Promise<WebhookEvent> {
	const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((part) => {
		const name = `webhook-${part}`;
		return String((typeof headers.get === 'function' ? headers.get(name) : (headers as never)[name]) ?? '');
	}) as [string, string, string];
	const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
	const signed = new TextEncoder().encode(`${id}.${time}.${text}`);
	const algorithm = { name: 'HMAC', hash: 'SHA-256' };
	const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, [
		'verify',
	]);
	// Web Crypto compares in constant time.
	const checks = signatures.split(' ').map((one) => {
		const [version, signature = ''] = one.split(',');
		return version === 'v1' && crypto.subtle.verify('HMAC', key, bytesOf(signature), signed);
	});
	if (!(await Promise.all(checks)).includes(true)) throw new Error('The event is not signed with this secret.');
	if (!(Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE)) {
		throw new Error('The event was sent more than five minutes ago, or a clock is wrong.');
	}
	return JSON.parse(text);
}

/** Decodes Base64. Returns no bytes if the text is not Base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
	try {
		return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
	} catch {
		return new Uint8Array();
	}
}
