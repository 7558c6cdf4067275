import { describe, expect, test } from 'vitest';
import { apiLimits } from '../../../src/api/limits/api-limits.ts';
import type { McpContext } from '../../../src/api/mcp/endpoint.ts';
import { createMcp } from '../../../src/api/mcp/handler.ts';
import type { ReleaseData } from '../../../src/api/release-data.ts';
import { jsonContent } from '../../../src/shared/http/content.ts';
import { OPEN } from '../../support/open-verdict.ts';
import { CONTEXT } from '../context.ts';

const RELEASE = {
	snapshot: 's1',
	resource: (path: string) =>
		path === '/programs/broken'
			? jsonContent(Buffer.from('{'), 'kept', 't')
			: jsonContent(Buffer.from(`{"data":{"slug":"${path}"}}`), 'kept', 't'),
} as unknown as ReleaseData;

function mcpWith(more: Partial<McpContext> = {}) {
	return createMcp({
		...CONTEXT,
		release: () => RELEASE,
		verify: (key) => (key === 'good' ? OPEN : { ok: false, code: 'INVALID_API_KEY' }),
		siteName: 'A',
		...more,
	});
}

function message(text: object, key = 'good') {
	const headers: { readonly [name: string]: string } = { 'x-api-key': key, 'content-type': 'application/json' };
	return {
		method: 'POST',
		target: '/mcp',
		header: (name: string) => headers[name],
		address: () => '127.0.0.1',
		body: async () => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, ...text })),
	};
}

const PING = message({ method: 'ping' });
const call = (name: string, args: object) => message({ method: 'tools/call', params: { name, arguments: args } });

describe('Messages of agents', () => {
	test('count towards the limit of the account, one each, whatever they ask for', async () => {
		const mcp = mcpWith({ limits: apiLimits({ plans: { free: 2 }, failedKeys: 1 }) });
		const first = await mcp(call('compare_programs', { slugs: ['a', 'b', 'c'] }));
		expect(first.headers).toEqual(expect.arrayContaining(['RateLimit-Policy', '"account";q=2;w=60']));
		expect((await mcp(PING)).status).toBe(200);
		const { status, headers, body } = await mcp(PING);
		expect(status).toBe(429);
		expect(headers).toContain('Retry-After');
		expect(JSON.parse(String(body)).error.data).toEqual({ code: 'RATE_LIMITED' });
	});

	test('with invalid keys count towards the limit of the address', async () => {
		const mcp = mcpWith({ limits: apiLimits({ plans: {}, failedKeys: 1 }) });
		expect((await mcp(message({ method: 'ping' }, 'bad'))).status).toBe(401);
		expect((await mcp(message({ method: 'ping' }, 'bad'))).status).toBe(429);
		expect((await mcp(PING)).status).toBe(200);
	});

	test('are recorded as uses of the key', async () => {
		const uses: object[] = [];
		const record: McpContext['record'] = ({ keyId, endpoint, request: { method }, status }) =>
			uses.push({ keyId, endpoint: endpoint?.path, method, status });
		await mcpWith({ record })(PING);
		expect(uses).toEqual([{ keyId: 'key_1', endpoint: '/mcp', method: 'POST', status: 200 }]);
	});

	test('get the fields of added records from a release that the history knows before the server does', async () => {
		const record = { kind: 'program', id: 'acme' } as const;
		const added = {
			...record,
			op: 'added',
			fields: null,
			renamed_from: null,
			successor: null,
			hidden: 0,
			at: '2026-03-03T09:30:00Z',
		} as const;
		const found: ReleaseData[] = [RELEASE];
		const mcp = mcpWith({
			changes: () => ({ snapshot: 's2', total: 1, changes: [added] }),
			bySnapshot: {
				get: (snapshot) => found.find((one) => one.snapshot === snapshot),
				find: async () => void found.push({ ...RELEASE, snapshot: 's2' }),
			},
		});
		const { body } = await mcp(call('changes_since', { since: '0123456789ab' }));
		const { structuredContent } = JSON.parse(String(body)).result;
		expect(structuredContent).toMatchObject({
			snapshot: 's2',
			untrusted_data: [{ id: 'acme', fields: { slug: [null, '/programs/acme'] } }],
		});
	});

	test('show no more of a failure than its request ID, and the failure is reported', async () => {
		const reported: unknown[] = [];
		const mcp = mcpWith({ reportError: (error, requestId) => reported.push([requestId, error]) });
		const { body } = await mcp(call('get_program', { slug: 'broken' }));
		const { result } = JSON.parse(String(body));
		expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('request ID r1') }] });
		expect(reported).toEqual([['r1', expect.any(SyntaxError)]]);
	});
});
