/**
 * Loaded before a server starts. Lets the server send requests to the hosts below `.test`, which are all on this machine,
 * and leads https to the port in TEST_WEB_PORT. All other addresses stay as they are.
 */
import https from 'node:https';
import { INTERNET } from '../../src/shared/web/network.ts';

const { resolve, isAllowed } = INTERNET;

Object.assign(INTERNET, {
	resolve: async (host: string, signal: AbortSignal) =>
		host.endsWith('.test') ? [{ address: '127.0.0.1', family: 4 }] : resolve(host, signal),
	isAllowed: (address: string, port: number) => address === '127.0.0.1' || isAllowed(address, port),
});

const { request } = https;
https.request = ((url: URL, options: https.RequestOptions) =>
	request(url, url.hostname.endsWith('.test') ? { ...options, port: process.env.TEST_WEB_PORT } : options)) as never;
