import { describe, expect, test } from 'vitest';
import { ApiError, DirectoryClient } from '../../src/client/index.ts';
import { answeringServer, clientOf } from './answering-server.ts';

const PROGRAM = { body: { data: { slug: 'acme' } } };
const BUSY = { status: 503, headers: { 'Retry-After': '0' }, body: { error: 'Busy.', code: 'UNAVAILABLE' } };

describe('The client after a failure', () => {
	test.each([429, 500, 502, 503, 504])('sends a request again after a %i', async (status) => {
		await using server = await answeringServer({ ...BUSY, status }, PROGRAM);
		expect(await clientOf(server).getProgram('acme')).toEqual({ slug: 'acme' });
		expect(server.requests.map(({ url }) => url)).toEqual(['/v1/programs/acme', '/v1/programs/acme']);
	});

	test.each([400, 401, 403, 404, 410, 501])('does not send it again after a %i', async (status) => {
		await using server = await answeringServer({ ...BUSY, status });
		await expect(clientOf(server).getProgram('acme')).rejects.toMatchObject({ status });
		expect(server.requests).toHaveLength(1);
	});

	test('sends a request again after the connection broke, before the response or within it', async () => {
		await using server = await answeringServer(
			(response) => response.destroy(),
			(response) => {
				response.writeHead(200, { 'Content-Length': '100' }).write('{"data":');
				setTimeout(() => response.destroy(), 20);
			},
			PROGRAM,
		);
		expect(await clientOf(server).getProgram('acme')).toEqual({ slug: 'acme' });
		expect(server.requests).toHaveLength(3);
	});

	test('waits as long as Retry-After says', async () => {
		await using server = await answeringServer({ ...BUSY, headers: { 'Retry-After': '1' } }, PROGRAM);
		const start = performance.now();
		await clientOf(server).getProgram('acme');
		expect(performance.now() - start).toBeGreaterThan(990);
	});

	test.each([
		['Wed, 02 Sep 2026 10:00:42 GMT', 42],
		['Wed, 02 Sep 2026 09:00:00 GMT', 0],
		['soon', undefined],
		['-1', undefined],
	])('takes the Retry-After %s for %s seconds', async (header, seconds) => {
		const headers = { Date: 'Wed, 02 Sep 2026 10:00:00 GMT', 'Retry-After': header };
		await using server = await answeringServer({ ...BUSY, headers });
		const failed = clientOf(server, { retries: 0 }).getProgram('acme');
		await expect(failed).rejects.toMatchObject({ retryAfter: seconds });
	});

	test('throws the error at once if Retry-After is longer than the client may wait', async () => {
		await using server = await answeringServer({ ...BUSY, headers: { 'Retry-After': '61' } });
		await expect(clientOf(server).getProgram('acme')).rejects.toMatchObject({ status: 503, retryAfter: 61 });
		expect(server.requests).toHaveLength(1);
	});

	test('gives up after some attempts', async () => {
		await using server = await answeringServer(BUSY);
		await expect(clientOf(server, { retries: 1 }).getProgram('acme')).rejects.toBeInstanceOf(ApiError);
		expect(server.requests).toHaveLength(2);
		await expect(clientOf(server, { retries: 0 }).getProgram('acme')).rejects.toBeInstanceOf(ApiError);
		expect(server.requests).toHaveLength(3);
	});
});

describe('An error', () => {
	test('has no code if the response is not from the API', async () => {
		await using server = await answeringServer({ status: 500, body: '<h1>Oh no</h1>' });
		const message = 'The server responded with the status 500.';
		await expect(clientOf(server, { retries: 0 }).getIndex()).rejects.toMatchObject({
			status: 500,
			code: undefined,
			message,
		});
	});

	test.each(['https://directory.example', 'directory.example/v1'])('says that %s is not a base address', (baseUrl) => {
		expect(() => new DirectoryClient({ baseUrl, key: 'svc_key' })).toThrow(TypeError);
	});

	test('says that a slug would change the path', () => {
		const client = new DirectoryClient({ baseUrl: 'https://directory.example/v1', key: 'svc_key' });
		expect(() => client.getProgram('..')).toThrow('“..” is not a slug or an ID.');
		expect(() => client.getReview('')).toThrow(TypeError);
	});
});

describe('The key', () => {
	test('is not sent to a server that the response redirects to', async () => {
		await using other = await answeringServer(PROGRAM);
		await using server = await answeringServer({ status: 302, headers: { Location: `${other.baseUrl}/` } });
		await expect(clientOf(server).getProgram('acme')).rejects.toMatchObject({ status: 302 });
		expect(server.requests[0]!.headers['x-api-key']).toBe('svc_key');
		expect(other.requests).toEqual([]);
	});

	test('is not sent to a server that a list links to', async () => {
		const page = (data: readonly number[], link: string) => ({ headers: { Link: link }, body: { data } });
		const next = '<https://other.example/v1/networks?per_page=2&page=2>; rel="next"';
		await using server = await answeringServer(page([1, 2], next), page([3], '<x?page=1>; rel="first"'));
		expect(await Array.fromAsync(clientOf(server).listNetworks({ per_page: 2 }))).toEqual([1, 2, 3]);
		expect(server.requests[1]!.url).toBe('/v1/networks?per_page=2&page=2&snapshot=s1');
	});
});

describe('A signal', () => {
	test('ends the waiting for another attempt', async () => {
		await using server = await answeringServer({ ...BUSY, headers: { 'Retry-After': '30' } });
		const signal = AbortSignal.timeout(100);
		await expect(clientOf(server).getProgram('acme', { signal })).rejects.toThrow(signal.reason);
		expect(server.requests).toHaveLength(1);
	});

	test('ends a running request, and is not tried again', async () => {
		const controller = new AbortController();
		await using server = await answeringServer(() => controller.abort());
		await expect(clientOf(server).listPrograms({}, { signal: controller.signal })).rejects.toThrow('aborted');
		expect(server.requests).toHaveLength(1);
	});

	test('ends a download', async () => {
		await using server = await answeringServer((response) => void response.writeHead(200).write('{"slug":"acme"}\n'));
		const controller = new AbortController();
		const slugs: string[] = [];
		const read = async () => {
			for await (const { slug } of await clientOf(server).exportPrograms({ signal: controller.signal })) {
				slugs.push(slug);
				controller.abort();
			}
		};
		await expect(read()).rejects.toThrow('aborted');
		expect(slugs).toEqual(['acme']);
	});
});

describe('The cache', () => {
	const tagged = { headers: { ETag: 'W/"t1"' }, ...PROGRAM };
	const unchanged = { status: 304, headers: { ETag: 'W/"t1"' } };

	test('sends the tag of a response, and returns the body again after a 304', async () => {
		await using server = await answeringServer(tagged, unchanged);
		const client = clientOf(server);
		const [first, second] = [await client.getProgram('acme'), await client.getProgram('acme')];
		expect(server.requests[1]!.headers['if-none-match']).toBe('W/"t1"');
		expect(second).toEqual(first);
		expect(second).not.toBe(first);
	});

	test('can be turned off', async () => {
		await using server = await answeringServer(tagged);
		const client = clientOf(server, { cacheSize: 0 });
		for (let i = 0; i < 2; i++) await client.getProgram('acme');
		expect(server.requests[1]!.headers['if-none-match']).toBeUndefined();
	});

	test('drops the responses that were not used for the longest time', async () => {
		await using server = await answeringServer(tagged);
		const { length } = JSON.stringify(PROGRAM.body);
		const client = clientOf(server, { cacheSize: 2 * length });
		for (const slug of ['a', 'b', 'a', 'c', 'a', 'b']) await client.getProgram(slug);
		const known = server.requests.map(({ headers }) => 'if-none-match' in headers);
		expect(known).toEqual([false, false, true, false, true, false]);
	});
});
