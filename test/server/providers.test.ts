import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { FormClient } from '../support/form-client.ts';
import { signInAt } from '../support/loopback-providers-setting.ts';
import { CLIENT, startOAuthProvider } from '../support/oauth-provider.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';

const PERSON = { id: '4221', email: 'grace@home.example', verified: true };

const directory = ownDirectory('site');
const provider = await startOAuthProvider(PERSON);
const server = await ownServer(directory, { env: { TRUST_PROXY: '1', ...signInAt(provider) } });
afterAll(() => provider.close());
beforeEach(() => {
	provider.person = PERSON;
	provider.answers.clear();
});

/** Follows the redirect of a page to a provider. */
async function start(user: FormClient, name: string): Promise<string> {
	const response = await user.post('/account/auth/start/', { provider: name });
	expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
	return response.headers.get('refresh')!.replace('0;url=', '');
}

/** Follows the redirect back from the provider. */
async function goBy(name: string, user: FormClient, button: 'allow' | 'cancel' = 'allow'): Promise<Response> {
	const { pathname, search } = new URL(await provider.press(button, await start(user, name)));
	return user.get(pathname + search);
}

/** The error on the page after the redirect back, after checking that the page is safe. */
async function problemAfter(user: FormClient, response: Response): Promise<string> {
	expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
	const location = response.headers.get('location')!;
	expect(location).toMatch(/^\/account\/sign-in\/\?provider=\w+&problem=\w+$/);
	const page = await user.get(location);
	expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
	return /role="alert"[\s\S]*?<li>\s*([^<]*?)\s*</.exec(await page.text())![1]!.replace(/\s+/g, ' ');
}

describe('Signing in with a provider', () => {
	test.each(['github', 'google'])('creates an account and opens a session: %s', async (name) => {
		provider.person = { ...PERSON, email: `${name}@home.example` };
		const user = new FormClient(server.port);
		const response = await goBy(name, user);
		expect([response.status, response.headers.get('location')]).toEqual([303, '/account/']);
		expect(response.headers.get('cache-control')).toBe('no-store');
		const settings = await (await user.get('/account/settings/')).text();
		expect(settings).toContain(`${name}@home.example`);
	});

	// (ASVS 7.6.2)
	test('needs a click on a button of this site', async () => {
		const user = new FormClient(server.port);
		const body = new URLSearchParams({ provider: 'github' });
		expect((await user.send('/account/auth/start/', { method: 'POST', body })).status).toBe(403);
		const opened = await user.get('/account/auth/start/?provider=github');
		expect([opened.status, opened.headers.get('location')]).toEqual([303, '/account/sign-in/']);
	});

	test('is refused if the provider is not set up', async () => {
		const response = await new FormClient(server.port).post('/account/auth/start/', { provider: '//evil.example' });
		expect([response.status, response.headers.get('refresh')]).toEqual([422, null]);
		expect(await response.text()).toContain('This site does not offer this way to sign in.');
	});

	test.each(['to=//evil.example', 'callbackURL=https://evil.example', 'redirect_uri=https://evil.example'])(
		'redirects to no other site: %s',
		async (field) => {
			const user = new FormClient(server.port);
			const { pathname, search } = new URL(await provider.press('allow', await start(user, 'github')));
			expect((await user.get(`${pathname}${search}&${field}`)).headers.get('location')).toBe('/account/');
			const failed = await user.get(`${pathname}?${field}&error=https://evil.example&state=x`);
			expect(failed.headers.get('location')).toMatch(/^\/account\/settings\/connected\/\?provider=github&problem=\w+$/);
		},
	);
});

describe('A user who comes back without being signed in sees one error', () => {
	test('after cancelling', async () => {
		const user = new FormClient(server.port);
		const said = await problemAfter(user, await goBy('github', user, 'cancel'));
		expect(said).toBe('You did not allow the sign-in with GitHub. Try again, or sign in another way.');
	});

	test('at an address that someone made up, only if it names an existing error', async () => {
		const user = new FormClient(server.port);
		for (const search of ['provider=evil&problem=failed', 'provider=github&problem=toString', 'provider=github']) {
			expect(await (await user.get(`/account/sign-in/?${search}`)).text()).not.toContain('class="problems"');
		}
	});
});

// (ASVS 16.2.5)
test('The log contains no code, token or secret of a provider, and no email address', async () => {
	const echo = (sent: string) => JSON.stringify({ error: sent, error_description: sent });
	provider.answers.set('/access_token', { body: echo }).set('/token', { status: 400, body: echo });
	for (const name of ['github', 'google']) {
		const user = new FormClient(server.port);
		expect(await problemAfter(user, await goBy(name, user))).toMatch(/did not respond as expected\./);
	}
	const faults = () => server.log().filter(({ level }) => level === 'error');
	await expect.poll(() => faults().length).toBeGreaterThan(1);
	for (const secret of [...provider.secrets, CLIENT.clientSecret]) expect(server.output()).not.toContain(secret);
	expect(server.output()).not.toMatch(/home\.example|state=|code=/);
});
