import { afterAll, describe, expect, test } from 'vitest';
import { appCode } from '../support/app-code.ts';
import { FormClient } from '../support/form-client.ts';
import { signInAt } from '../support/loopback-providers-setting.ts';
import { startOAuthProvider } from '../support/oauth-provider.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { PRIVATE_ADDRESSES } from '../support/private-pages.ts';
import { runCommand, succeed } from '../support/run-command.ts';

const BOB = { email: 'bob@site.example', password: 'a rather long one' };
const SETUP = '/account/settings/two-factor/';
/** The pages that are open without a second factor. */
const OPEN = [SETUP, '/account/settings/password/', '/account/sign-out', '/leaked-key/'];

const directory = ownDirectory('site');
const provider = await startOAuthProvider({ id: '4221', email: 'grace@home.example', verified: true });
const env = { TRUST_PROXY: '1', REQUIRE_TWO_FACTOR: 'true', ...signInAt(provider) };
const server = await ownServer(directory, { env });
const bob = new FormClient(server.port);
await bob.post('/account/sign-up/', { email: BOB.email, newPassword: BOB.password });
afterAll(() => provider.close());

const whereTo = (response: Response) => [response.status, response.headers.get('location')];

/** Turns two-factor on with the form of the page. Returns the secret for the app. */
async function turnOn(visitor: FormClient): Promise<string> {
	const page = await (await visitor.post(SETUP, { action: 'start', password: BOB.password })).text();
	const secret = /class="secret"[^>]*>([A-Z2-7 ]+)</.exec(page)![1]!.replaceAll(' ', '');
	const confirmed = await visitor.post(SETUP, { action: 'confirm', code: appCode(secret) });
	expect(whereTo(confirmed)).toEqual([303, '/account/settings/?done=two-factor-on']);
	return secret;
}

describe('If two-factor is required, until it is on', () => {
	// (ASVS 6.3.3)
	test.each(PRIVATE_ADDRESSES.filter((address) => !OPEN.includes(address)))(
		'%s redirects to the page that turns it on, for GET and POST',
		async (address) => {
			const form = { name: 'laptop', 'scopes[]': 'programs:read', expires: 'never', token: 'x', date: '' };
			for (const response of [await bob.get(address), await bob.post(address, form)]) {
				expect(whereTo(response)).toEqual([303, SETUP]);
				expect(response.headers.get('cache-control')).toBe('no-store');
			}
		},
	);

	test('no key can be created, and public pages are open', async () => {
		expect(await succeed('keys', ['list', '--state', directory.state])).not.toContain(BOB.email);
		expect((await bob.get('/leaked-key/')).status).toBe(200);
		expect((await new FormClient(server.port).get('/account/sign-in/')).status).toBe(200);
	});

	test('the page to turn it on says why; then the account opens, and it cannot be turned off', async () => {
		expect(await (await bob.get(SETUP)).text()).toContain('This site requires two-factor');
		await turnOn(bob);
		expect((await bob.get('/account/keys/')).status).toBe(200);
		expect(await (await bob.get(SETUP)).text()).not.toContain('value="stop"');
		const stopped = await bob.post(SETUP, { action: 'stop', password: BOB.password });
		expect([stopped.status, await stopped.text()]).toEqual([
			422,
			expect.stringContaining('This site requires two-factor, so you cannot turn it off.'),
		]);
	});

	test('the operator can turn it off for a user, who is signed out, sees it in the history, and must set it up again', async () => {
		const args = ['reset-two-factor', BOB.email, '--state', directory.state];
		expect(await succeed('accounts', args)).toContain('Turned off two-factor authentication for bob@site.example and');
		expect(await runCommand('accounts', args)).toMatchObject({
			status: 1,
			stderr: expect.stringContaining('is already off'),
		});
		expect(whereTo(await bob.get('/account/keys/'))).toEqual([303, '/account/sign-in/?to=%2Faccount%2Fkeys%2F']);
		const signedIn = await bob.post('/account/sign-in/', BOB);
		expect(whereTo(signedIn)).toEqual([303, '/account/']);
		expect(whereTo(await bob.get('/account/'))).toEqual([303, SETUP]);
		await turnOn(bob);
		const history = await (await bob.get('/account/history/')).text();
		expect(history).toMatch(/Two-factor turned off[\s\S]*?the operator/);
	});

	test('a user of a provider must set a password first, and then turn it on', async () => {
		const grace = new FormClient(server.port);
		const started = await grace.post('/account/auth/start/', { provider: 'github' });
		const back = new URL(await provider.press('allow', started.headers.get('refresh')!.replace('0;url=', '')));
		expect(whereTo(await grace.get(back.pathname + back.search))).toEqual([303, '/account/']);
		expect(whereTo(await grace.get('/account/'))).toEqual([303, SETUP]);
		expect(await (await grace.get(SETUP)).text()).toMatch(
			/no password\.\s+<a href="\/account\/settings\/password\/">Set a password<\/a> first/,
		);
		const set = await grace.post('/account/settings/password/', { newPassword: BOB.password });
		expect(whereTo(set)).toEqual([303, '/account/settings/?done=password-set']);
		expect(whereTo(await grace.get('/account/keys/'))).toEqual([303, SETUP]);
		await turnOn(grace);
		expect((await grace.get('/account/keys/')).status).toBe(200);
	});
});
