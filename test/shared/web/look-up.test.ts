import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTurn, lookUp } from '../../../src/shared/web/network.ts';
import { request } from '../../../src/shared/web/request.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { startWebsites } from '../../support/websites.ts';

let dns: DnsServer;
beforeAll(async () => {
	dns = await startDnsServer();
	dns.records.set('acme.example', ['192.0.2.7', '192.0.2.8']);
	dns.records.set('text.example', ['no address']);
	return () => dns.close();
});

/** A name server that receives questions and never answers. */
const silent = createSocket('udp4');
let silentAddress: string;
beforeAll(async () => {
	silent.bind(0, '127.0.0.1');
	await once(silent, 'listening');
	silentAddress = `127.0.0.1:${silent.address().port}`;
});
afterAll(() => void silent.close());

describe('A host', () => {
	test('has the addresses that the name servers know', async () => {
		const look = (host: string) => lookUp(host, { servers: [dns.address] });
		expect(await look('acme.example')).toEqual([
			{ address: '192.0.2.7', family: 4 },
			{ address: '192.0.2.8', family: 4 },
		]);
		expect(await look('no-such.example')).toEqual([]);
		expect(await look('text.example')).toEqual([]);
	});

	test.each([
		['127.0.0.1', '127.0.0.1'],
		['::1', '::1'],
		['localhost', '127.0.0.1'],
		['a.localhost', '127.0.0.1'],
	])('named %s is not asked for', async (host, address) => {
		expect(await lookUp(host, { servers: [silentAddress] })).toMatchObject([{ address }]);
	});

	test('whose name servers are silent takes no thread from other work, and ends with its request', async () => {
		const network = {
			isAllowed: () => true,
			resolve: (host: string, signal?: AbortSignal) => lookUp(host, { servers: [silentAddress], signal }),
		};
		const ended: string[] = [];
		const asked = Array.from({ length: 20 }, (_, i) =>
			request(new URL(`http://dead-${i}.example/`), { headers: {}, longest: 3000 }, network).catch((error) => {
				ended.push('request');
				return String(error);
			}),
		);
		await readFile(import.meta.filename);
		ended.push('file');
		expect(ended).toEqual(['file']);
		expect(new Set(await Promise.all(asked))).toEqual(new Set(['WebProblem: took longer than 3 s']));
	});

	test('whose name servers refuse cannot be looked up at the moment', async () => {
		await expect(lookUp('acme.example', { servers: ['127.0.0.1:1'] })).rejects.toThrow('at the moment');
	});
});

describe('The look-ups of an account', () => {
	test('wait for each other if there are many, but not for those of others', async () => {
		let [running, most] = [0, 0];
		const open = Promise.withResolvers<void>();
		const slow = async () => {
			most = Math.max(most, ++running);
			await open.promise;
			running--;
		};
		const all = Array.from({ length: 30 }, () => inTurn('acc_ada', slow));
		expect(await inTurn('acc_bob', async () => 'found')).toBe('found');
		expect(running).toBe(4);
		open.resolve();
		await Promise.all(all);
		expect(most).toBe(4);
	});

	test('go on after one has failed', async () => {
		const failing = Array.from({ length: 8 }, () => inTurn('acc_ada', () => Promise.reject(new Error('no'))));
		const results = await Promise.allSettled(failing);
		expect(results.every(({ status }) => status === 'rejected')).toBe(true);
		expect(await inTurn('acc_ada', async () => 'found')).toBe('found');
	});

	test('are those of requests that are made for it', async () => {
		await using websites = await startWebsites((_, response) => response.end('found'));
		let [running, most] = [0, 0];
		const resolve = async () => {
			most = Math.max(most, ++running);
			await new Promise(setImmediate);
			running--;
			return [{ address: '127.0.0.1', family: 4 }];
		};
		const network = { ...websites.network, resolve };
		const get = () => request(new URL(websites.at('acme.test')), { headers: {}, account: 'acc_ada' }, network);
		const answers = await Promise.all(Array.from({ length: 20 }, get));
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
		expect(most).toBeLessThanOrEqual(4);
	});
});
