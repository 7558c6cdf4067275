import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeWebhookSecret } from '../../src/state/webhooks/sealed-secret.ts';
import { signedHeaders } from '../../src/state/webhooks/sign.ts';

test('The signature is that of the example that Standard Webhooks publishes', () => {
	const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
	const sent = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
	expect(signedHeaders(sent, [secret])).toEqual({
		'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
		'webhook-timestamp': '1614265330',
		'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
	});
});

const PYTHON = `
import base64, hashlib, hmac, json, sys
for case in json.load(sys.stdin):
    key = base64.b64decode(case["secret"].removeprefix("whsec_"))
    signed = f'{case["id"]}.{case["timestamp"]}.{case["body"]}'.encode()
    print("v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode())
`;

test('The signatures are those that Python makes, whatever the content', () => {
	const cases = fc
		.sample(fc.record({ id: fc.string(), timestamp: fc.nat(), body: fc.string({ unit: 'grapheme' }) }), 200)
		.map((sent) => ({ ...sent, secret: makeWebhookSecret() }));
	const output = execFileSync('python3', ['-c', PYTHON], { input: JSON.stringify(cases), encoding: 'utf8' });
	const signatures = cases.map(({ secret, ...sent }) => signedHeaders(sent, [secret])['webhook-signature']);
	expect(output.trim().split('\n')).toEqual(signatures);
});

test('Two secrets make two signatures, the new one first', () => {
	const [first, second] = [makeWebhookSecret(), makeWebhookSecret()];
	const sent = { id: 'msg_1', timestamp: 1, body: '{}' };
	const each = [first, second].map((secret) => signedHeaders(sent, [secret])['webhook-signature']);
	expect(signedHeaders(sent, [first, second])['webhook-signature']).toBe(each.join(' '));
	expect(new Set(each).size).toBe(2);
});

test('A secret has 32 random bytes', () => {
	const secret = makeWebhookSecret();
	expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
	expect(makeWebhookSecret()).not.toBe(secret);
});
