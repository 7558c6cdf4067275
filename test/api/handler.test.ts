import { describe, expect, test } from 'vitest';
import type { ApiContext } from '../../src/api/context.ts';
import { createApi } from '../../src/api/handler.ts';
import type { ReleaseData } from '../../src/api/release-data.ts';
import { jsonContent } from '../../src/shared/http/content.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';
import type { Verdict } from '../../src/state/keys/verify.ts';
import { KEYS, QUICK_START, REFERENCE } from '../../src/website/addresses.ts';
import { OPEN } from '../support/open-verdict.ts';
import { CONTEXT } from './context.ts';

const REVOKED: Verdict = { ok: false, code: 'REVOKED_API_KEY', id: 'key_1' };
const RELEASE = {
	snapshot: 's1',
	resource: () => jsonContent(Buffer.from('{}'), 'kept', 't'),
} as unknown as ReleaseData;
const REQUEST = { method: 'GET', target: '/v1/programs/a', header: () => undefined, address: () => '127.0.0.1' };

/** Responds to a request for a list of another snapshot. `find` opens that snapshot. */
async function snapshotRequest(verdict: Verdict, find: NonNullable<ApiContext['bySnapshot']>['find']) {
	const open: ReleaseData[] = [];
	const api = createApi({
		...CONTEXT,
		release: () => RELEASE,
		bySnapshot: {
			get: (snapshot) => open.find((one) => one.snapshot === snapshot),
			find: async (snapshot, address) => {
				await find(snapshot, address);
				open.push({ ...RELEASE, snapshot });
			},
		},
		verify: () => verdict,
	});
	const { status, headers } = await api({ ...REQUEST, target: '/v1/categories?snapshot=0123456789ab' });
	return { status, snapshot: headers[headers.indexOf('X-Snapshot') + 1] };
}

function apiWith(verify: ApiContext['verify'], record?: ApiContext['record']) {
	return createApi({
		...CONTEXT,
		release: () => RELEASE,
		verify,
		...(record && { record }),
	});
}

describe('createApi', () => {
	test.each([OPEN, REVOKED])('gives the same response if the key check is synchronous: %j', async (verdict) => {
		const response = await apiWith(async () => verdict)(REQUEST);
		expect(await apiWith(() => verdict)(REQUEST)).toEqual(response);
	});

	test('looks for another snapshot only if the key is valid and has the scope, and names the address', async () => {
		const asked: unknown[] = [];
		const find = async (...args: unknown[]) => void asked.push(args);
		expect(await snapshotRequest(OPEN, find)).toEqual({ status: 200, snapshot: '0123456789ab' });
		expect(await snapshotRequest(REVOKED, find)).toMatchObject({ status: 401 });
		expect(
			await snapshotRequest({ ...OPEN, scopes: READ_SCOPES.filter((scope) => scope !== 'categories:read') }, find),
		).toMatchObject({ status: 403 });
		expect(asked).toEqual([['0123456789ab', '127.0.0.1']]);
	});

	test.each([
		['throws', () => Promise.reject(new Error('gone'))],
		[
			'throws at once',
			() => {
				throw new Error('gone');
			},
		],
	])('responds with 503 if the check %s', async (_how, verify) => {
		expect(await apiWith(verify)(REQUEST)).toMatchObject({ status: 503 });
	});

	test.each([
		['MISSING_API_KEY', QUICK_START],
		['INVALID_API_KEY', KEYS],
		['REVOKED_API_KEY', KEYS],
		['EXPIRED_API_KEY', KEYS],
	] as const)('links to the right page in the error of a key: %s', async (code, page) => {
		const { body } = await apiWith(() => ({ ok: false, code, id: 'key_1' }) as Verdict)(REQUEST);
		expect(JSON.parse(String(body)).error).toContain(` https://a.example${page.address} `);
	});

	test.each([
		[OPEN, '/v1/programs/a?x', { isValid: true, endpoint: '/programs/:slug', status: 400 }],
		[OPEN, '/v1/programs/a', { isValid: true, endpoint: '/programs/:slug', status: 200 }],
		[OPEN, '/v1/nowhere', { isValid: true, endpoint: undefined, status: 404 }],
		[OPEN, '/v1/%', { isValid: true, endpoint: undefined, status: 404 }],
		[REVOKED, '/v1/programs/a', { isValid: false, endpoint: '/programs/:slug', status: 401 }],
		[{ ok: false, code: 'INVALID_API_KEY' }, '/v1/programs/a', undefined],
	] as const)('records requests with keys that exist: %j, %s', async (verdict, target, recorded) => {
		const uses: object[] = [];
		const api = apiWith(
			() => verdict,
			({ keyId, isValid, endpoint, status }) => uses.push({ keyId, isValid, endpoint: endpoint?.path, status }),
		);
		await api({ ...REQUEST, target });
		expect(uses).toEqual(recorded === undefined ? [] : [{ keyId: 'key_1', ...recorded }]);
	});

	test('links to the list of endpoints if a path has none', async () => {
		const { body } = await apiWith(() => OPEN)({ ...REQUEST, target: '/v1/nothing' });
		const { error } = JSON.parse(String(body));
		expect(error).toBe(
			`There is no endpoint at /v1/nothing. See https://a.example${REFERENCE.address} for the list of endpoints.`,
		);
	});
});
