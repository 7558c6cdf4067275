import { describe, expect, test } from 'vitest';
import { jsonOf } from './api.ts';
import { KEYS, SERVERS } from './contract.ts';
import { ENDPOINTS } from './endpoints.ts';

describe.each(SERVERS)('7 Errors, through $name', (api) => {
	test.each([
		['missing', null],
		['invalid', 'svc_nothing'],
		['revoked', KEYS.revoked],
	])('7 401: key %s', async (_kind, key) => {
		expect((await api.get('/programs', { key })).status).toBe(401);
	});

	test.each(ENDPOINTS)(
		'7 403: the body is {error, code}, error naming the missing scope $scope: $endpoint',
		async ({ path, scope }) => {
			const answer = await api.get(path, { key: KEYS.without[scope] });
			expect(answer.status).toBe(403);
			expect(jsonOf(answer)).toEqual({
				error: `This action requires the "${scope}" scope.`,
				code: 'INSUFFICIENT_SCOPE',
			});
		},
	);
});
