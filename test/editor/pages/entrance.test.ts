import { expect, test } from 'vitest';
import { editEntrance, ownHosts } from '../../../src/editor/pages/entrance.ts';

const TOKEN = 'secret-token';
const enter = editEntrance((host = '') => host.startsWith('localhost'), TOKEN);

function request(target: string, headers: { readonly [name: string]: string } = {}, method = 'GET') {
	const all: { readonly [name: string]: string } = { host: 'localhost:4321', ...headers };
	const response = enter({ method, target, header: (name) => all[name] });
	if (response === undefined) return undefined;
	const header = (name: string) => response.headers[response.headers.indexOf(name) + 1];
	return { status: response.status, text: response.body.toString(), header };
}

test('The token moves from the address to a cookie of the port, and the rest of the address stays', () => {
	const { status, header } = request(`/programs/?q=a%20b&token=${TOKEN}&page=2`)!;
	expect(status).toBe(303);
	expect(header('Location')).toBe('/programs/?q=a+b&page=2');
	expect(header('Set-Cookie')).toBe(`edit-token-4321=${TOKEN}; HttpOnly; SameSite=Strict; Path=/`);
});

test('An address that starts with two slashes does not lead to another site', () => {
	expect(request(`//stranger.example/?token=${TOKEN}`)!.header('Location')).toBe('/stranger.example/');
});

test('The cookie lets requests of all methods in, among other cookies', () => {
	const cookie = `a=b; edit-token-4321=${TOKEN}; c=d`;
	expect(request('/', { cookie })).toBe(undefined);
	expect(request('/_edit/programs/acme/', { cookie }, 'POST')).toBe(undefined);
	expect(request('/account/reset-password/?token=of-a-mail', { cookie })).toBe(undefined);
});

test.each([
	['no cookie', {}],
	['a wrong cookie', { cookie: 'edit-token-4321=guess' }],
	['an empty cookie', { cookie: 'edit-token-4321=' }],
	['the cookie of another port', { cookie: `edit-token-4322=${TOKEN}` }],
])('A request with %s is refused with what to do', (_, headers) => {
	const { status, text } = request('/v1/programs', headers as { [name: string]: string })!;
	expect(status).toBe(403);
	expect(text).toContain('Open the address that the command printed');
});

test('A request without a path is refused', () => {
	expect(request('*', {}, 'OPTIONS')!.status).toBe(403);
});

test('A form with the token in its address is refused', () => {
	expect(request(`/?token=${TOKEN}`, {}, 'POST')!.status).toBe(403);
});

test('A request to another host name is refused, even with the cookie', () => {
	const headers = { host: 'stranger.example', cookie: `edit-token-4321=${TOKEN}` };
	expect(request(`/?token=${TOKEN}`, headers)!.status).toBe(421);
});

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
