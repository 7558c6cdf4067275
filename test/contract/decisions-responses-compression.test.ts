import { describe, expect, test } from 'vitest';
import { decoded, jsonOf } from './api.ts';
import { SERVERS } from './contract.ts';

describe.each(SERVERS)('Responses: compression, through $name', (api) => {
	const encodingOf = async (acceptEncoding: string, path = '/programs') =>
		(await api.get(path, { headers: { 'Accept-Encoding': acceptEncoding } })).headers.get('content-encoding');

	test.each([
		['br', 'br'],
		['gzip', 'gzip'],
		['gzip, deflate, br', 'gzip'],
		['br;q=0.5, gzip;q=0.9', 'gzip'],
		['br;q=0, gzip', 'gzip'],
		['gzip;q=0, br;q=0.1', 'br'],
		['GZIP', 'gzip'],
		['*', 'gzip'],
		['*;q=0.1, br;q=0', 'gzip'],
	])('bodies over 1 kB are compressed for a client that accepts it: %s gives %s', async (accepted, encoding) => {
		const answer = await api.get('/programs', { headers: { 'Accept-Encoding': accepted } });
		expect(answer.headers.get('content-encoding')).toBe(encoding);
		expect(decoded(answer)).toEqual((await api.get('/programs')).body);
	});

	test.each(['identity', 'deflate', 'zstd', 'gzip;q=0', 'br;q=0, gzip;q=0', '*;q=0', 'identity, gzip;q=0.5', ''])(
		'bodies are not compressed for a client that does not accept it: %s',
		async (accepted) => {
			expect(await encodingOf(accepted)).toBe(undefined);
		},
	);

	test('bodies are not compressed without Accept-Encoding', async () => {
		expect((await api.get('/programs')).headers.get('content-encoding')).toBe(undefined);
	});

	test('bodies up to 1 kB are not compressed', async () => {
		const { body } = await api.get('/organizations/small-body');
		expect(body.length).toBeGreaterThan(950);
		expect(body.length).toBeLessThanOrEqual(1000);
		expect(await encodingOf('br, gzip', '/organizations/small-body')).toBe(undefined);
	});

	test('bodies over 1 kB are compressed', async () => {
		const { body } = await api.get('/organizations/large-body');
		expect(body.length).toBeGreaterThan(1024);
		expect(body.length).toBeLessThanOrEqual(1100);
		expect(await encodingOf('br', '/organizations/large-body')).toBe('br');
	});

	test.each(['/programs', '/programs?per_page=5', '/organizations/large-body'])(
		'a client that accepts several encodings gets the smallest: %s',
		async (path) => {
			const lengthOf = async (accepted: string) =>
				(await api.get(path, { headers: { 'Accept-Encoding': accepted } })).body.length;
			const each = await Promise.all(['br', 'gzip', 'identity'].map(lengthOf));
			expect(await lengthOf('gzip, deflate, br')).toBe(Math.min(...each));
		},
	);

	test('errors are compressed too', async () => {
		const query = Array.from({ length: 40 }, (_, i) => `unknown_${i}=1`).join('&');
		const answer = await api.get(`/programs?${query}`, { headers: { 'Accept-Encoding': 'gzip' } });
		expect(answer.headers.get('content-encoding')).toBe('gzip');
		expect(jsonOf(answer).details).toHaveLength(40);
	});

	test('Content-Length is the length of the compressed body, also for HEAD', async () => {
		const headers = { 'Accept-Encoding': 'br' };
		const [get, head] = [
			await api.get('/programs', { headers }),
			await api.get('/programs', { headers, method: 'HEAD' }),
		];
		expect(get.headers.get('content-length')).toBe(String(get.body.length));
		expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
	});
});
