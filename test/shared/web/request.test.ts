import type { LookupAddress } from 'node:dns';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { INTERNET, type Network } from '../../../src/shared/web/network.ts';
import { request } from '../../../src/shared/web/request.ts';
import { startWebsites } from '../../support/websites.ts';

const get = (address: string, network: Network) => request(new URL(address), { headers: {} }, network);

describe('A request to an address that is not public is refused', () => {
	test.each([
		'http://127.0.0.1/',
		'http://localhost/',
		'http://2130706433/',
		'http://0x7f000001/',
		'http://0177.0.0.1/',
		'http://127.1/',
		'http://0/',
		'http://[::1]/',
		'http://[::ffff:127.0.0.1]/',
		'http://[64:ff9b::7f00:1]/',
		'http://169.254.169.254/latest/meta-data/',
		'http://10.0.0.1/',
		'https://192.168.0.1/',
	])('%s', async (address) => {
		await expect(get(address, INTERNET)).rejects.toThrow('only public addresses');
	});

	test('on any port except 80 and 443', async () => {
		await expect(get('http://1.1.1.1:8080/', INTERNET)).rejects.toThrow('is at 1.1.1.1, port 8080');
	});

	test.each(['file:///etc/passwd', 'ftp://1.1.1.1/', 'data:text/plain,1'])('as %s', async (address) => {
		await expect(get(address, INTERNET)).rejects.toThrow('not http or https');
	});

	test('with a password', async () => {
		await expect(get('http://ada:secret@1.1.1.1/', INTERNET)).rejects.toThrow('password');
	});
});

describe('A host with several addresses', () => {
	const addresses = (...list: string[]): LookupAddress[] =>
		list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

	test.each([
		['1.1.1.1', '127.0.0.1'],
		['127.0.0.1', '1.1.1.1'],
		['2606:4700::1', '::1'],
		['1.1.1.1', 'fd00::1'],
	])('is refused if one is not public: %s, %s', async (...list) => {
		const network = { ...INTERNET, resolve: async () => addresses(...list) };
		await expect(get('http://acme.test/', network)).rejects.toThrow('only public addresses');
	});

	test('is looked up once, so a second answer cannot lead elsewhere', async () => {
		await using websites = await startWebsites((_, response) => response.end('checked'));
		const answers = [addresses('127.0.0.1'), addresses('127.0.0.2')];
		const network = { ...websites.network, resolve: async () => answers.shift()! };
		const { body } = await get(websites.at('rebind.test'), network);
		expect(body.toString()).toBe('checked');
		expect(websites.requests[0]!.headers.host).toBe(`rebind.test:${websites.port}`);
		expect(answers).toHaveLength(1);
		await expect(get(websites.at('rebind.test'), network)).rejects.toThrow('is at 127.0.0.2');
		expect(websites.requests).toHaveLength(1);
	});

	test('that does not exist is named', async () => {
		const network = { ...INTERNET, resolve: async () => [] };
		await expect(get('http://acme.test/', network)).rejects.toThrow('has a host that does not exist: acme.test');
	});
});

describe('An answer', () => {
	test.each([
		['gzip', gzipSync('hello')],
		['br', brotliCompressSync('hello')],
		['identity', Buffer.from('hello')],
	])('compressed as %s is decompressed', async (encoding, body) => {
		await using websites = await startWebsites((_, response) => {
			response.setHeader('content-encoding', encoding).end(body);
		});
		expect(await get(websites.at('acme.test'), websites.network)).toMatchObject({
			status: 200,
			body: Buffer.from('hello'),
			isCut: false,
		});
	});

	test.each([
		['sent', 'identity', Buffer.alloc(50_000_000)],
		['compressed', 'gzip', gzipSync(Buffer.alloc(50_000_000))],
		['compressed', 'br', brotliCompressSync(Buffer.alloc(10_000_000))],
	])('larger than 1 MB is cut off: %s as %s', async (_, encoding, body) => {
		await using websites = await startWebsites((_, response) => {
			response.setHeader('content-encoding', encoding).end(body);
		});
		const answer = await get(websites.at('acme.test'), websites.network);
		expect(answer.isCut).toBe(true);
		expect(answer.body).toHaveLength(1_000_000);
	});

	test('of exactly 1 MB is complete', async () => {
		await using websites = await startWebsites((_, response) => response.end(Buffer.alloc(1_000_000)));
		const answer = await get(websites.at('acme.test'), websites.network);
		expect(answer).toMatchObject({ isCut: false });
		expect(answer.body).toHaveLength(1_000_000);
	});

	test('of a server that closes the connection is a problem with its reason', async () => {
		await using websites = await startWebsites((request) => request.socket.destroy());
		await expect(get(websites.at('acme.test'), websites.network)).rejects.toThrow('closed the connection');
	});
});

// These run at the same time, because each waits for the full time limit.
describe.concurrent('An answer that takes too long', () => {
	test('is given up after 5 seconds, even if a little arrives all the time', async ({ expect }) => {
		await using websites = await startWebsites((_, response) => {
			const drip = setInterval(() => response.write('x'), 100);
			response.on('close', () => clearInterval(drip));
		});
		const start = performance.now();
		await expect(get(websites.at('acme.test'), websites.network)).rejects.toThrow('took longer than 5 s');
		expect(performance.now() - start).toBeGreaterThan(4_900);
	});

	test('is given up after 5 seconds, even if it switches to another protocol', async ({ expect }) => {
		await using websites = await startWebsites((_, response) => {
			response.socket!.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
		});
		await expect(get(websites.at('acme.test'), websites.network)).rejects.toThrow('took longer than 5 s');
	});

	test('is given up after 5 seconds, even if looking up the host takes longer', async ({ expect }) => {
		const network = { ...INTERNET, resolve: () => new Promise<LookupAddress[]>(() => {}) };
		await expect(get('http://acme.test/', network)).rejects.toThrow('took longer than 5 s');
	});
});
