import { describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../src/client/index.ts';
import { signedHeaders } from '../../src/state/webhooks/sign.ts';

const [SECRET, NEXT] = ['a secret of the webhook', 'its next secret'].map(
	(text) => `whsec_${Buffer.from(text).toString('base64')}`,
) as [string, string];
const EVENT = { type: 'webhook.test', timestamp: '2026-04-18T10:00:00.120Z', data: { webhook: 'wh_ü' } };
const BODY = JSON.stringify(EVENT);
const now = () => Math.floor(Date.now() / 1000);
const signed = (timestamp = now(), secrets = [SECRET]) =>
	signedHeaders({ id: 'msg_1', timestamp, body: BODY }, secrets);

describe('verifyWebhook', () => {
	test.each([
		['the body as text, and the headers of Node.js', BODY, signed()],
		['the body as bytes, and the headers of a Request', Buffer.from(BODY), new Headers(signed())],
	])('returns the event of %s', async (_, body, headers) => {
		expect(await verifyWebhook(body, headers, SECRET)).toEqual(EVENT);
	});

	test('accepts both secrets while one replaces the other', async () => {
		const headers = signed(now(), [NEXT, SECRET]);
		for (const secret of [SECRET, NEXT]) expect(await verifyWebhook(BODY, headers, secret)).toEqual(EVENT);
	});

	const { 'webhook-signature': signature } = signed();
	test.each([
		['another body', BODY.replace('wh_ü', 'wh_u'), signed(), SECRET],
		['another secret', BODY, signed(), NEXT],
		['another ID', BODY, { ...signed(), 'webhook-id': 'msg_2' }, SECRET],
		['another time', BODY, { ...signed(), 'webhook-timestamp': String(now() + 60) }, SECRET],
		[
			'another version of signatures',
			BODY,
			{ ...signed(), 'webhook-signature': signature.replace('v1', 'v2') },
			SECRET,
		],
		['a part of the signature', BODY, { ...signed(), 'webhook-signature': signature.slice(0, -8) }, SECRET],
		['a signature that is not Base64', BODY, { ...signed(), 'webhook-signature': 'v1,%% v1 ,' }, SECRET],
		['no headers', BODY, {}, SECRET],
	])('refuses %s', async (_, body, headers, secret) => {
		await expect(verifyWebhook(body, headers, secret)).rejects.toThrow('The event is not signed with this secret.');
	});

	test('refuses an event whose time differs from the clock by more than five minutes', async () => {
		for (const difference of [-310, 310]) {
			await expect(verifyWebhook(BODY, signed(now() + difference), SECRET)).rejects.toThrow('more than five minutes');
		}
		for (const difference of [-290, 290]) await verifyWebhook(BODY, signed(now() + difference), SECRET);
		await expect(verifyWebhook(BODY, signed(Number.NaN), SECRET)).rejects.toThrow('more than five minutes');
	});
});
