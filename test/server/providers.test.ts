import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormClient } from '../support/form-client.ts';
import { signInAt } from '../support/loopback-providers-setting.ts';
import { CLIENT, type OAuthProvider, startOAuthProvider } from '../support/oauth-provider.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const PERSON = { id: '4221', email: 'grace@home.example', verified: true };

let directory: SmallDirectory;
let provider: OAuthProvider;
let server: ServerProcess;

beforeAll(async () => {
	directory = copyDirectory('site');
	provider = await startOAuthProvider(PERSON);
	server = await startServer(directory, { env: { TRUST_PROXY: '1', ...signInAt(provider) } });
});
afterAll(async () => {
	await server?.stop();
	await provider?.close();
	directory?.remove();
});
beforeEach(() => {
	provider.person = PERSON;
	provider.answers.clear();
});

/** Goes to a provider: what a page leads to by itself. */
async function start(visitor: FormClient, name: string): Promise<string> {
	const response = await visitor.post('/account/auth/start/', { provider: name });
	expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
	return response.headers.get('refresh')!.replace('0;url=', '');
}

/** Comes back from there. */
async function goBy(name: string, visitor: FormClient, button: 'allow' | 'cancel' = 'allow'): Promise<Response> {
	const { pathname, search } = new URL(await provider.press(button, await start(visitor, name)));
	return visitor.get(pathname + search);
}

/** What the page that someone is led to says is wrong, and all the ways there are safe. */
async function problemAfter(visitor: FormClient, response: Response): Promise<string> {
	expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
	const location = response.headers.get('location')!;
	expect(location).toMatch(/^\/account\/sign-in\/\?provider=\w+&problem=\w+$/);
	const page = await visitor.get(location);
	expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
	return /role="alert"[\s\S]*?<li>\s*([^<]*?)\s*</.exec(await page.text())![1]!.replace(/\s+/g, ' ');
}

describe('Signing in at a provider', () => {
	test.each(['github', 'google'])('makes an account and opens a session, by %s', async (name) => {
		provider.person = { ...PERSON, email: `${name}@home.example` };
		const visitor = new FormClient(server.port);
		const response = await goBy(name, visitor);
		expect([response.status, response.headers.get('location')]).toEqual([303, '/account/']);
		expect(response.headers.get('cache-control')).toBe('no-store');
		const settings = await (await visitor.get('/account/settings/')).text();
		expect(settings).toContain(`${name}@home.example`);
	});

	test('is for who has pressed our button alone', async () => {
		const visitor = new FormClient(server.port);
		const body = new URLSearchParams({ provider: 'github' });
		expect((await visitor.send('/account/auth/start/', { method: 'POST', body })).status).toBe(403);
		const opened = await visitor.get('/account/auth/start/?provider=github');
		expect([opened.status, opened.headers.get('location')]).toEqual([303, '/account/sign-in/']);
	});

	test('that nobody has set up is refused', async () => {
		const response = await new FormClient(server.port).post('/account/auth/start/', { provider: '//evil.example' });
		expect([response.status, response.headers.get('refresh')]).toEqual([422, null]);
		expect(await response.text()).toContain('This site does not offer this way to sign in.');
	});

	test.each(['to=//evil.example', 'callbackURL=https://evil.example', 'redirect_uri=https://evil.example'])(
		'leads to no other site, whatever is added: %s',
		async (field) => {
			const visitor = new FormClient(server.port);
			const { pathname, search } = new URL(await provider.press('allow', await start(visitor, 'github')));
			expect((await visitor.get(`${pathname}${search}&${field}`)).headers.get('location')).toBe('/account/');
			const failed = await visitor.get(`${pathname}?${field}&error=https://evil.example&state=x`);
			expect(failed.headers.get('location')).toMatch(/^\/account\/settings\/connected\/\?provider=github&problem=\w+$/);
		},
	);
});

describe('Whoever comes back without being signed in reads one sentence', () => {
	test('on cancelling', async () => {
		const visitor = new FormClient(server.port);
		const said = await problemAfter(visitor, await goBy('github', visitor, 'cancel'));
		expect(said).toBe('You did not allow the sign-in at GitHub. Try again, or sign in another way.');
	});

	test('on an address that is not confirmed', async () => {
		provider.person = { id: '7', email: 'ada@site.example', verified: false };
		const visitor = new FormClient(server.port);
		const said = await problemAfter(visitor, await goBy('google', visitor));
		expect(said).toBe('Your e-mail address is not confirmed at Google. Confirm it there and try again.');
	});

	test('on an address that has an account, and it is not theirs by that', async () => {
		provider.person = { id: '7', email: 'ada@site.example', verified: true };
		const visitor = new FormClient(server.port);
		const said = await problemAfter(visitor, await goBy('google', visitor));
		expect(said).toMatch(
			/^You already have an account here with this e-mail address\. Sign in to it, or reset its password/,
		);
		expect(said).toMatch(/Then you can connect Google in its settings\.$/);
		expect((await visitor.get('/account/settings/')).status).toBe(303);
	});

	test('on another’s way back', async () => {
		const { pathname, search } = new URL(
			await provider.press('allow', await start(new FormClient(server.port), 'github')),
		);
		const visitor = new FormClient(server.port);
		const said = await problemAfter(visitor, await visitor.get(pathname + search));
		expect(said).toBe('Signing in with GitHub took too long, or started in another browser. Start again.');
	});

	test.each(['/access_token', '/user', '/user/emails'])('on nonsense from %s', async (end) => {
		provider.answers.set(end, { status: 500, body: '<html>' });
		const visitor = new FormClient(server.port);
		const said = await problemAfter(visitor, await goBy('github', visitor));
		expect(said).toMatch(/^GitHub did not respond as expected\.|^Your e-mail address is not confirmed at GitHub\./);
	});

	test('on an address of ours that someone made up, only of what there is', async () => {
		const visitor = new FormClient(server.port);
		for (const search of ['provider=evil&problem=failed', 'provider=github&problem=toString', 'provider=github']) {
			expect(await (await visitor.get(`/account/sign-in/?${search}`)).text()).not.toContain('role="alert"');
		}
	});
});

test('The log holds no code, token or secret of a provider, and nobody’s address', async () => {
	const echo = (sent: string) => JSON.stringify({ error: sent, error_description: sent });
	provider.answers.set('/access_token', { body: echo }).set('/token', { status: 400, body: echo });
	for (const name of ['github', 'google']) {
		const visitor = new FormClient(server.port);
		expect(await problemAfter(visitor, await goBy(name, visitor))).toMatch(/did not respond as expected\./);
	}
	const faults = () => server.log().filter(({ level }) => level === 'error');
	await expect.poll(() => faults().length, { timeout: 3000 }).toBeGreaterThan(1);
	for (const secret of [...provider.secrets, CLIENT.clientSecret]) expect(server.output()).not.toContain(secret);
	expect(server.output()).not.toMatch(/home\.example|state=|code=/);
});
