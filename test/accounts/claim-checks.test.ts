/** How a claim is proved by a file: over real https, and at no address that is not public. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkFile, placesAt } from '../../src/accounts/claim-checks.ts';
import { INTERNET, type Network } from '../../src/shared/web/network.ts';
import { type HookReceiver, startHookReceiver } from '../support/hook-receiver.ts';

const TOKEN = 'a'.repeat(32);
const PATH = '/.well-known/directory-claim.txt';
const DEFAULT_CERTIFICATES = getCACertificates('default');

let website: HookReceiver;
/** The paths that the website was asked for. */
let asked: string[];
/** The number of sockets that this process has opened to connect to a server. */
let sockets: number;
const count = () => void sockets++;

beforeAll(async () => {
	website = await startHookReceiver();
	setDefaultCACertificates([...DEFAULT_CERTIFICATES, readFileSync(website.env.NODE_EXTRA_CA_CERTS!, 'utf8')]);
});
afterAll(async () => {
	setDefaultCACertificates(DEFAULT_CERTIFICATES);
	await website.close();
});
beforeEach(() => {
	[asked, sockets] = [[], 0];
	subscribe('net.client.socket', count);
});
afterEach(() => unsubscribe('net.client.socket', count));

const at = (...addresses: string[]): LookupAddress[] =>
	addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** The internet, except that the website is at 127.0.0.1. */
const WITH_WEBSITE: Network = {
	resolve: async () => at('127.0.0.1'),
	isAllowed: (address, port) => address === '127.0.0.1' || INTERNET.isAllowed(address, port),
};

/** Checks the file of a website. Returns what is wrong, or undefined if the file has the token. */
function check(address: string, network: Network): Promise<string | undefined> {
	return checkFile(
		{ token: TOKEN, account_id: 'acc_ada' },
		placesAt(address)!,
		{ network },
		'https://directory.example',
	);
}

function answer(host: string, send: (response: ServerResponse) => void): string {
	website.answers[`${host}.test`] = (response, { url }) => {
		asked.push(url!);
		send(response);
	};
	return website.withPort(`${host}.test`);
}

describe('A file at the website proves a claim', () => {
	test('over https, with a certificate for the host', async () => {
		const address = answer('hooks', (response) => response.end(`${TOKEN}\n`));
		expect(await check(`${address}about?x=1`, WITH_WEBSITE)).toBeUndefined();
		expect([asked, sockets]).toEqual([[PATH], 1]);
	});

	test('but not with a certificate for another host, or one that nobody vouches for', async () => {
		const address = answer('hooks', (response) => response.end(TOKEN));
		const other = address.replace('hooks.test', 'not-named.test');
		expect(await check(other, WITH_WEBSITE)).toContain('has a certificate for another host');
		setDefaultCACertificates(DEFAULT_CERTIFICATES);
		expect(await check(address, WITH_WEBSITE)).toContain('has a self-signed certificate');
		setDefaultCACertificates([...DEFAULT_CERTIFICATES, readFileSync(website.env.NODE_EXTRA_CA_CERTS!, 'utf8')]);
		expect(asked).toEqual([]);
	});

	test.each([
		['is missing', (response: ServerResponse) => response.writeHead(404).end(TOKEN), 'answered with status 404'],
		['has another text', (response: ServerResponse) => response.end(`<p>${TOKEN}</p>`), 'its text is another one'],
		['never ends', (response: ServerResponse) => fill(response), 'its text is another one'],
	])('but not one that %s', async (_, send, problem) => {
		expect(await check(answer('other', send), WITH_WEBSITE)).toContain(problem);
	});
});

/** Writes the token and spaces until the client has gone. */
function fill(response: ServerResponse): void {
	response.write(TOKEN);
	const write = () => {
		while (response.writable && response.write(`${' '.repeat(10_000)}x`));
		if (response.writable) response.once('drain', write);
	};
	write();
}

describe('A claim check contacts no private address', () => {
	test.each([
		'http://127.0.0.1/',
		'https://10.0.0.1/',
		'https://2130706433/',
		'https://0x7f.1/',
		'https://[::1]/',
		'https://[::ffff:10.0.0.1]/',
		'https://localhost/',
		'https://intranet/',
		'file:///etc/passwd',
		null,
	])('nor a website without a host name of its own: %s', (address) => {
		expect(placesAt(address)).toBeUndefined();
	});

	test.each([
		'0.0.0.0',
		'10.0.0.1',
		'10.255.255.255',
		'100.64.0.1',
		'127.0.0.1',
		'127.8.8.8',
		'169.254.169.254',
		'172.16.0.1',
		'172.31.255.255',
		'192.0.0.8',
		'192.168.0.1',
		'198.18.0.1',
		'224.0.0.1',
		'255.255.255.255',
		'::',
		'::1',
		'::7f00:1',
		'::ffff:127.0.0.1',
		'::ffff:10.0.0.1',
		'::ffff:a9fe:a9fe',
		'::ffff:0:192.168.0.1',
		'64:ff9b::a00:1',
		'64:ff9b:1::a00:1',
		'2001:0:7f00:1::',
		'2002:a00:1::',
		'fc00::1',
		'fd00::1',
		'fe80::1',
		'fec0::1',
		'ff02::1',
	])('to which the host name leads: %s', async (address) => {
		for (const addresses of [at(address), at('1.1.1.1', address), at(address, '1.1.1.1')]) {
			const problem = await check('https://acme.example/', { ...INTERNET, resolve: async () => addresses });
			expect(problem).toContain(`is at ${address}, port 443; only public addresses`);
		}
		expect(sockets).toBe(0);
	});

	test.each([22, 5432, 6379, 8080])('nor another port of a public one: %i', async (port) => {
		const network = { ...INTERNET, resolve: async () => at('1.1.1.1') };
		expect(await check(`https://acme.example:${port}/`, network)).toContain(`is at 1.1.1.1, port ${port}`);
		expect(sockets).toBe(0);
	});

	test.each(['http://127.0.0.1/', 'https://[::1]/', 'http://169.254.169.254/latest/', '//10.0.0.1/', '/moved'])(
		'to which the website redirects: %s',
		async (location) => {
			const address = answer('slow', (response) => response.writeHead(302, { location }).end(TOKEN));
			expect(await check(address, WITH_WEBSITE)).toContain('Redirects are not followed');
			expect([asked, sockets]).toEqual([[PATH], 1]);
		},
	);

	test('to which the host name leads only at the second question: there is no second question', async () => {
		const address = answer('broken', (response) => response.end(TOKEN));
		const answers = [at('127.0.0.1'), at('10.0.0.1'), at('::1')];
		const network = { ...WITH_WEBSITE, resolve: async () => answers.shift()! };
		expect(await check(address, network)).toBeUndefined();
		expect([answers.length, sockets]).toEqual([2, 1]);
		// The next check asks again, and finds the private address.
		expect(await check(address, network)).toContain('is at 10.0.0.1');
		expect([asked, sockets]).toEqual([[PATH], 1]);
	});
});
