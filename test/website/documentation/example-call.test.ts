import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/api/endpoints.ts';
import { READ_SCOPES, SCOPE_NAMES } from '../../../src/state/keys/scope.ts';
import { exampleCall } from '../../../src/website/documentation/example-call.ts';

test.each(READ_SCOPES)('A key with only the scope %s can call its example, even if the directory is empty', (scope) => {
	const [path] = exampleCall([scope])!.split('?');
	const endpoint = ENDPOINTS.find((one) => one.path === path);
	expect(endpoint?.scope).toBe(scope);
});

test('A key that can only read analytics has no example, because every address names a record', () => {
	expect(exampleCall(['analytics:read'])).toBeUndefined();
	const others = SCOPE_NAMES.filter((scope) => scope !== 'analytics:read');
	for (const scope of others) expect(exampleCall([scope]), scope).toBeDefined();
});
