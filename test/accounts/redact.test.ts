import { describe, expect, test } from 'vitest';
import { reasonCode, redactError } from '../../src/accounts/redact.ts';

describe('The logged part of an error', () => {
	test('is its message without attached data', () => {
		const carrying = Object.assign(new TypeError('It broke.'), { details: { state: 'a-secret' }, cause: 'a-secret' });
		const error = redactError('A message', carrying)!;
		expect([String(error), error.stack]).toEqual(['TypeError: It broke.', carrying.stack]);
		expect({ ...error, cause: error.cause }).toEqual({ name: 'TypeError', cause: undefined });
	});

	test('is empty if a user invented the state of the request', () => {
		expect(redactError('Failed to parse state', new Error('x'))).toBe(undefined);
		expect(redactError('State not found', 'any detail')).toBe(undefined);
	});

	test.each([
		[{ error: 'invalid_grant', error_description: 'a-secret' }, 'invalid_grant'],
		[{ error: 'd41d8cd98f00b204e9800998ecf8427e', status: 401 }, '401'],
		[{ error: 'AbCdEf', status: 'x y' }, 'unknown'],
		[Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }), 'ECONNREFUSED'],
		[new SyntaxError('Unexpected token, "a-secret"'), 'SyntaxError'],
		['a secret of many words', 'unknown'],
		[undefined, 'unknown'],
	])('for %j is %s', (thrown, reason) => {
		expect(reasonCode(thrown)).toBe(reason);
		expect(redactError('A message', { ...Object(thrown) })).toBeInstanceOf(Error);
	});
});
