import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Browser, openDesk, resultOf, type TestDesk } from './desk.ts';

let desk: TestDesk;
const browser = new Browser();

beforeEach(async () => {
	desk = await openDesk({ providers: { github: { clientId: 'id', clientSecret: 'a secret of ours' } } });
});
afterEach(() => desk.close());

describe('Signing in at a provider', () => {
	test('is offered where it is set up', async () => {
		expect(desk.accounts.providers).toEqual(['github']);
		expect(await desk.accounts.startWithProvider(browser, 'google')).toMatchObject({ code: 'PROVIDER_UNKNOWN' });
		expect(await desk.accounts.startWithProvider(browser, 'https://evil.example')).toMatchObject({
			code: 'PROVIDER_UNKNOWN',
		});
	});

	test('sends the visitor there and back to this site, with a state of their own and no secret', async () => {
		const address = new URL(resultOf(await desk.accounts.startWithProvider(browser, 'github')));
		expect(address.origin + address.pathname).toBe('https://github.com/login/oauth/authorize');
		expect(address.searchParams.get('redirect_uri')).toBe('https://directory.example/account/auth/callback/github');
		expect(address.searchParams.get('state')!.length).toBeGreaterThan(20);
		expect(address.href).not.toContain('secret');
	});

	test('comes to nothing with a state that is not the visitor’s', async () => {
		const start = await desk.accounts.startWithProvider(new Browser(), 'github');
		const state = new URL(resultOf(start)).searchParams.get('state');
		for (const search of ['', '?code=x', '?code=x&state=made-up', `?code=x&state=${state}`]) {
			expect(await desk.accounts.finishWithProvider(browser, 'github', search)).toMatchObject({
				code: 'PROVIDER_FAILED',
			});
		}
	});
});
