import { expect, test } from 'vitest';
import { ownHosts } from '../../../src/editor/pages/own-hosts.ts';

const isOwn = ownHosts('https://directory.example');

test.each([
	'localhost',
	'localhost:4321',
	'LOCALHOST:80',
	'directory.localhost:4321',
	'127.0.0.1',
	'127.0.0.1:4321',
	'[::1]',
	'[::1]:4321',
	'directory.example',
	'directory.example:4321',
])('The server answers to %s', (host) => {
	expect(isOwn(host)).toBe(true);
});

test.each([
	undefined,
	'',
	':4321',
	'stranger.example',
	'stranger.example:4321',
	'localhost.stranger.example',
	'127.0.0.1.stranger.example',
	'127.0.0.1.stranger.example:4321',
	'strangerlocalhost',
	'.localhost',
	'localhost:4321:4321',
	'localhost@stranger.example',
	'stranger.example#localhost',
	'www.directory.example',
	'notdirectory.example',
	'[::2]',
	'0.0.0.0:4321',
	'192.168.0.1',
])('The server does not answer to %s', (host) => {
	expect(isOwn(host)).toBe(false);
});
