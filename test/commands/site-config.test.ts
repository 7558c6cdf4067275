import { describe, expect, test } from 'vitest';
import site from '../../data/site.json' with { type: 'json' };
import { serveOptions } from '../../src/commands/server-settings.ts';

const SETTINGS = {
	out: 'out',
	state: 'state',
	logLevel: 'info',
	host: '127.0.0.1',
	maxConnections: 4000,
	maxConnectionsPerAddress: 250,
};

/** The public address of a server with these settings, if data/site.json contains `http://127.0.0.1:4321`. */
function addressOf(settings: { readonly port: number; readonly siteUrl?: string }): string {
	return serveOptions({ ...SETTINGS, ...settings }).siteUrl;
}

describe('The address of a directory on this machine', () => {
	test('has the port of its server', () => {
		expect(site.url).toBe('http://127.0.0.1:4321');
		expect(addressOf({ port: 8080 })).toBe('http://127.0.0.1:8080');
		expect(addressOf({ port: 4321 })).toBe('http://127.0.0.1:4321');
	});

	test('is the address in data/site.json for port 0', () => {
		expect(addressOf({ port: 0 })).toBe('http://127.0.0.1:4321');
	});

	test('is exactly SITE_URL if that is set', () => {
		expect(addressOf({ port: 8080, siteUrl: 'http://localhost' })).toBe('http://localhost');
		expect(addressOf({ port: 8080, siteUrl: 'https://directory.example' })).toBe('https://directory.example');
	});
});
