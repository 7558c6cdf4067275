import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { PoliteClient } from '../../../src/build/logos/polite-client.ts';
import { startWebsites, type Websites } from '../../support/websites.ts';

const clientOf = (websites: Websites) => new PoliteClient(websites.network, 'https://directory.example');
const pathsOf = ({ requests }: Websites) => requests.map(({ headers, url }) => `${headers.host!.split(':')[0]}${url}`);

describe('Redirects', () => {
	test('are followed, also to other hosts', async () => {
		await using websites = await startWebsites(({ headers, url }, response) => {
			if (url === '/robots.txt') response.writeHead(404).end();
			else if (headers.host!.startsWith('www.')) response.end('home');
			else response.writeHead(301, { location: websites.at('www.acme.test', '/home') }).end();
		});
		const found = await clientOf(websites).get(new URL(websites.at('acme.test')));
		expect(found).toMatchObject({ body: Buffer.from('home'), url: new URL(websites.at('www.acme.test', '/home')) });
		expect(pathsOf(websites)).toEqual([
			...['acme.test/robots.txt', 'acme.test/', 'www.acme.test/robots.txt', 'www.acme.test/home'],
		]);
	});

	test.each([
		['a private address', 'http://10.0.0.1/', 'is at 10.0.0.1'],
		['this machine', 'http://[::1]/', 'is at ::1'],
		['another port', 'http://127.0.0.1:6379/', 'port 6379'],
		['a file', 'file:///etc/passwd', 'not http or https'],
		['text in the address itself', 'data:text/plain,1', 'not http or https'],
		['a mailbox', 'mailto:ada@acme.test', 'not http or https'],
		['an invalid address', 'http://[', 'invalid address'],
		['a very long address', `/${'x'.repeat(2_000)}`, 'very long address'],
	])('to %s are refused', async (_, location, message) => {
		await using websites = await startWebsites((_, response) => response.writeHead(302, { location }).end());
		const network = {
			...websites.network,
			resolve: async (host: string) => [{ address: host.endsWith('.test') ? '127.0.0.1' : host, family: 4 }],
		};
		const client = new PoliteClient(network, 'https://directory.example');
		await expect(client.get(new URL(websites.at('acme.test')))).rejects.toThrow(message);
	});

	test('end after five', async () => {
		await using websites = await startWebsites(({ url }, response) => {
			if (url === '/robots.txt') response.writeHead(404).end();
			else response.writeHead(302, { location: `${url}x` }).end();
		});
		await expect(clientOf(websites).get(new URL(websites.at('acme.test')))).rejects.toThrow(
			'redirects more than 5 times',
		);
		expect(websites.requests).toHaveLength(1 + 6);
	});
});

describe('The client', () => {
	test('names itself and the directory', async () => {
		await using websites = await startWebsites((_, response) => response.end());
		await clientOf(websites).get(new URL(websites.at('acme.test')));
		expect(websites.requests.map(({ headers }) => headers['user-agent'])).toEqual(
			new Array(2).fill('AffiliateDirectoryLogos (+https://directory.example)'),
		);
	});

	test('reads only what robots.txt allows, and reads robots.txt once', async () => {
		await using websites = await startWebsites(({ url }, response) => {
			response.end(url === '/robots.txt' ? 'User-agent: *\nDisallow: /private/' : 'page');
		});
		const client = clientOf(websites);
		await client.get(new URL(websites.at('acme.test')));
		await expect(client.get(new URL(websites.at('acme.test', '/private/logo.png')))).rejects.toThrow(
			`is disallowed by ${websites.at('acme.test', '/robots.txt')}`,
		);
		expect(pathsOf(websites)).toEqual(['acme.test/robots.txt', 'acme.test/']);
	});

	test('is read only up to 32,000 bytes', async () => {
		const harmless = `User-agent: *\n${'# comment\n'.repeat(3_200)}`;
		await using websites = await startWebsites(({ url }, response) => {
			response.end(url === '/robots.txt' ? `${harmless}Disallow: /\n` : 'page');
		});
		expect((await clientOf(websites).get(new URL(websites.at('acme.test'))))?.body).toEqual(Buffer.from('page'));
	});

	test('reads nothing if robots.txt fails', async () => {
		await using websites = await startWebsites((_, response) => response.writeHead(503).end());
		await expect(clientOf(websites).get(new URL(websites.at('acme.test')))).rejects.toThrow(
			'answered 503 for its robots.txt',
		);
		expect(websites.requests).toHaveLength(1);
	});

	test('makes one request at a time to a host, and several to different hosts', async () => {
		const running = new Map<string, number>();
		let [mostOfOne, mostOfAll] = [0, 0];
		await using websites = await startWebsites(async ({ headers }, response) => {
			const host = headers.host!;
			running.set(host, (running.get(host) ?? 0) + 1);
			mostOfOne = Math.max(mostOfOne, running.get(host)!);
			mostOfAll = Math.max(
				mostOfAll,
				[...running.values()].reduce((sum, number) => sum + number),
			);
			await wait(50);
			running.set(host, running.get(host)! - 1);
			response.end();
		});
		const client = clientOf(websites);
		const addresses = ['one.test', 'two.test'].flatMap((host) =>
			['/', '/a', '/b'].map((path) => websites.at(host, path)),
		);
		await Promise.all(addresses.map((address) => client.get(new URL(address))));
		expect(mostOfOne).toBe(1);
		expect(mostOfAll).toBe(2);
	});

	test.each([404, 204, 304])('says that a server answered %i', async (status) => {
		await using websites = await startWebsites((_, response) => response.writeHead(status).end());
		await expect(clientOf(websites).get(new URL(websites.at('acme.test')))).rejects.toThrow(`answered ${status}`);
	});
});
