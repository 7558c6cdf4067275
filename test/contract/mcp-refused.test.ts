/** Refused requests to the address for agents, and attacks on it. */
import { describe, expect, test } from 'vitest';
import { RawConnection } from '../support/raw-http.ts';
import { CONTRACT, KEYS } from './contract.ts';
import { SITE_URL } from './directory.ts';
import { makeAccount, makeKey, revokeKey } from './keys.ts';

const PORT = CONTRACT.ports.node;
const CALL = {
	jsonrpc: '2.0',
	id: 7,
	method: 'tools/call',
	params: { name: 'get_program', arguments: { slug: 'unicorn' } },
};
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Asked {
	readonly key?: string | null;
	readonly method?: string;
	readonly headers?: { readonly [name: string]: string };
	readonly body?: string;
	readonly path?: string;
}

async function ask({ key = KEYS.reading, method = 'POST', headers = JSON_TYPE, body = PING, path = '/mcp' }: Asked) {
	const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
		method,
		headers: { ...headers, ...(key !== null && { 'X-API-Key': key }) },
		...(method === 'POST' && { body }),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) };
}

describe('A message', () => {
	test('is answered with JSON and the headers of the API', async () => {
		const { status, headers, json } = await ask({ body: JSON.stringify(CALL) });
		expect(status).toBe(200);
		expect(json).toMatchObject({ jsonrpc: '2.0', id: 7, result: { structuredContent: {} } });
		expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(headers.get('x-snapshot')).toBe(CONTRACT.snapshotId);
		expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/);
		expect(headers.get('cache-control')).toBe('private, no-cache');
		expect(headers.get('mcp-session-id')).toBeNull();
		expect(headers.get('access-control-allow-origin')).toBeNull();
	});

	test.each([
		['a slash at the end', { path: '/mcp/' }],
		['a query, which is ignored', { path: '/mcp?api_key=none' }],
		['the origin of this site', { headers: { ...JSON_TYPE, Origin: SITE_URL } }],
	])('can have %s', async (_, asked) => {
		expect(await ask(asked)).toMatchObject({ status: 200, json: { id: 1, result: {} } });
	});

	test('without an ID gets an empty 202', async () => {
		const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
		expect(await ask({ body })).toMatchObject({ status: 202, json: undefined });
	});
});

describe('A version of the protocol', () => {
	const initialize = (protocolVersion: string) =>
		JSON.stringify({
			jsonrpc: '2.0',
			id: 1,
			method: 'initialize',
			params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
		});

	test.each(['2025-11-25', '2025-06-18'])('is used as the client asks: %s', async (version) => {
		const { json } = await ask({ body: initialize(version) });
		expect(json.result.protocolVersion).toBe(version);
		expect(await ask({ headers: { ...JSON_TYPE, 'MCP-Protocol-Version': version } })).toMatchObject({ status: 200 });
	});

	test.each(['2025-03-26', '2024-11-05', '2024-10-07', '2999-01-01', ''])(
		'with batches, before this transport, or unknown is answered with the newest: "%s"',
		async (version) => {
			const { status, json } = await ask({ body: initialize(version) });
			expect(status).toBe(200);
			expect(json.result.protocolVersion).toBe('2025-11-25');
		},
	);

	test.each(['2025-03-26', '2024-11-05', '2999-01-01', 'x'.repeat(5000)])(
		'that was not negotiated is refused: %s',
		async (version) => {
			const { status, json } = await ask({ headers: { ...JSON_TYPE, 'MCP-Protocol-Version': version } });
			expect(status).toBe(400);
			expect(json.error.message).toMatch(
				/^The protocol version ".{1,101}" is not supported: use 2025-11-25 or 2025-06-18\.$/,
			);
		},
	);
});

describe('A refused request', () => {
	test.each([
		['no key', { key: null }, 401, 'MISSING_API_KEY'],
		['a key in the query', { key: null, path: `/mcp?api_key=${KEYS.reading}` }, 401, 'MISSING_API_KEY'],
		['a wrong key', { key: 'svc_wrong' }, 401, 'INVALID_API_KEY'],
		['a revoked key', { key: KEYS.revoked }, 401, 'REVOKED_API_KEY'],
		['an expired key', { key: KEYS.expired }, 401, 'EXPIRED_API_KEY'],
	])('has %s', async (_, asked, status, code) => {
		const answer = await ask(asked);
		expect(answer).toMatchObject({ status, json: { jsonrpc: '2.0', id: null, error: { data: { code } } } });
		expect(answer.json.error.message).toContain('X-API-Key or Authorization');
		expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="mcp"');
	});

	test.each([
		['another origin', { headers: { ...JSON_TYPE, Origin: 'https://evil.example' } }, 403],
		['another origin and no key', { key: null, headers: { ...JSON_TYPE, Origin: 'null' } }, 403],
		['the method GET', { method: 'GET' }, 405],
		['the method DELETE', { method: 'DELETE' }, 405],
		['the method OPTIONS, as before a request of another site', { method: 'OPTIONS', key: null }, 405],
		['the type of a form', { headers: { 'Content-Type': 'text/plain' } }, 415],
		['a body of more than 64 kB', { body: `"${'x'.repeat(65_536)}"` }, 413],
		['no JSON', { body: '{"jsonrpc":' }, 400],
		['an empty body', { body: '' }, 400],
		['no message', { body: '{"hello":1}' }, 400],
		['a batch', { body: `[${PING},${PING}]` }, 400],
		['an unknown version of the protocol', { headers: { ...JSON_TYPE, 'MCP-Protocol-Version': '1999-01-01' } }, 400],
	])('has %s', async (_, asked: Asked, status) => {
		const answer = await ask(asked);
		expect(answer).toMatchObject({ status, json: { jsonrpc: '2.0', id: null, error: {} } });
		expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
		expect(answer.headers.get('access-control-allow-origin')).toBeNull();
	});

	test.each([
		['an unknown method', { jsonrpc: '2.0', id: 2, method: 'resources/list' }, -32_601],
		['an unknown tool', { ...CALL, params: { name: '__proto__' } }, -32_602],
		['arguments that are not an object', { ...CALL, params: { name: 'get_program', arguments: [1] } }, -32_603],
	])('has %s', async (_, message, code) => {
		expect(await ask({ body: JSON.stringify(message) })).toMatchObject({ status: 200, json: { error: { code } } });
	});
});

describe('An attack', () => {
	const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

	test.each([
		['as the body', deep(30_000), 400],
		['as a message', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${deep(30_000)}}}`, 200],
		['as an argument', JSON.stringify(CALL).replace('"unicorn"', deep(30_000)), 200],
		['as an object', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
	])('with deeply nested JSON, %s, is answered like any other message', async (_, body, status) => {
		expect((await ask({ body })).status).toBe(status);
		expect((await ask({})).status).toBe(200);
	});

	test('with names of JavaScript changes nothing', async () => {
		const body = JSON.stringify(CALL).replace('"slug"', '"__proto__":{"slug":"unicorn"},"constructor"');
		const { json } = await ask({ body });
		expect(json.result).toMatchObject({ isError: true });
		expect((await ask({ body: JSON.stringify(CALL) })).json.result.isError).toBeUndefined();
	});

	test('with a body that never ends is cut off, and others are served meanwhile', async () => {
		const connection = await RawConnection.open(PORT);
		const head = ['POST /mcp HTTP/1.1', 'Host: a', `X-API-Key: ${KEYS.reading}`, 'Content-Type: application/json'];
		connection.write(`${[...head, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`);
		for (let i = 0; i < 5; i++) connection.write(`4000\r\n${' '.repeat(0x4000)}\r\n`);
		expect((await ask({})).status).toBe(200);
		expect((await connection.read('POST'))!.status).toBe(413);
		connection.close();
	});

	test('with a key that is revoked while the body arrives gets a 401', async () => {
		const account = 'agent@site.example';
		await makeAccount(CONTRACT.state, account, 'free');
		const { id, key } = await makeKey(CONTRACT.state, account);
		const body = JSON.stringify(CALL);
		const connection = await RawConnection.open(PORT);
		const head = ['POST /mcp HTTP/1.1', 'Host: a', `Authorization: Bearer ${key}`, 'Content-Type: application/json'];
		connection.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body.slice(0, 20)}`);
		await revokeKey(CONTRACT.state, id);
		connection.write(body.slice(20));
		const { status, body: answer } = (await connection.read('POST'))!;
		expect(status).toBe(401);
		expect(String(answer)).toContain('REVOKED_API_KEY');
		expect(String(answer)).not.toContain('unicorn');
		connection.close();
	});
});
