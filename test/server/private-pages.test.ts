import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { applicationVersion } from '../../src/release/application-version.ts';
import { pagesEntry } from '../../src/release/compiled-pages.ts';
import { isPrivatePath } from '../../src/shared/http/site-headers.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { FormClient } from '../support/form-client.ts';
import { openKeyForm } from '../support/key-forms.ts';
import { startMailServer } from '../support/mail-server.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { PRIVATE_ADDRESSES } from '../support/private-pages.ts';
import { RawConnection } from '../support/raw-http.ts';
import { listening, type ServerProcess, startServer } from '../support/running-server.ts';

const directory = ownDirectory('site');
const server = await ownServer(directory, { env: { TRUST_PROXY: '1' } });
const mail = await startMailServer();
const env = {
	TRUST_PROXY: '1',
	SITE_URL: 'https://directory.example',
	SMTP_URL: mail.url,
	MAIL_FROM: 'directory@site.example',
};
const mailing: ServerProcess = await startServer(
	{ ...directory, state: mkdtempSync(join(directory.folder, 'mailing-')) },
	{ env },
);
afterAll(async () => {
	await mailing.stop('SIGKILL');
	await mail.close();
});

const client = () => new FormClient(server.port);
const PASSWORD = 'a rather long one';
let people = 0;

/** The path of the link in the first email to an address. */
async function linkTo(email: string): Promise<string> {
	const find = () => mail.mails.find(({ to }) => to.includes(email));
	await expect.poll(find).toBeDefined();
	return /https:\S+/.exec(find()!.text)![0].replace('https://directory.example', '');
}

/** A user who has just signed up. */
async function newUser(): Promise<FormClient> {
	const user = client();
	const { status } = await user.post('/account/sign-up/', {
		email: `p${++people}@site.example`,
		newPassword: PASSWORD,
	});
	expect(status).toBe(303);
	return user;
}

/** The private addresses that need no session. */
const OPEN =
	/^\/(?:account\/(?:auth|forgotten|notices|reset-password|saved\/sync|sign-|verify-email)|leaked-key|wrong-fact)/;

describe('Every private page', () => {
	test('is tested here', () => {
		expect(PRIVATE_ADDRESSES).toEqual(
			expect.arrayContaining(['/account/', '/account/sign-in/', '/account/sign-out', '/account/auth/callback/github']),
		);
		expect(PRIVATE_ADDRESSES.filter((address) => !isPrivatePath(address))).toEqual([]);
	});

	// (ASVS 3.4.5, 3.4.6, 14.3.2)
	test.each(PRIVATE_ADDRESSES)('is not cached, not indexed and shown in no frame: %s', async (address) => {
		for (const user of [client(), await newUser()]) {
			const response = await user.get(address);
			const { headers } = response;
			expect(headers.get('cache-control')).toBe('no-store');
			expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
			expect(headers.get('referrer-policy')).toBe('same-origin');
			const isPage = response.status === 200 && headers.get('content-type')!.startsWith('text/html');
			if (response.status !== 404) {
				expect([headers.get('etag'), headers.get('vary')]).toEqual([null, 'Cookie']);
				expect(headers.get('content-encoding')).toBe(null);
			}
			if (isPage) expect(await response.text()).toContain('<meta name="robots" content="noindex">');
		}
	});

	test.each(PRIVATE_ADDRESSES)('accepts no form of another site: %s', async (address) => {
		const user = await newUser();
		const cookies = new Map(user.cookies);
		for (const headers of [
			{},
			{ Origin: 'https://evil.example' },
			{ Origin: 'null' },
			{ 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1:4321' },
			...['same-site', 'none', ''].map((site) => ({ 'Sec-Fetch-Site': site })),
		]) {
			const response = await user.send(address, { method: 'POST', headers, body: new URLSearchParams({ a: 'b' }) });
			expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store']);
			expect(await response.text()).toMatch(/^This form did not come from a page of this site\./);
		}
		expect(user.cookies).toEqual(cookies);
		expect((await user.get('/account/settings/')).status).toBe(200);
	});

	// (ASVS 8.2.1)
	test.each(PRIVATE_ADDRESSES.filter((address) => !OPEN.test(address)))(
		'of a user is not shown to anyone else: %s',
		async (address) => {
			const { status, headers } = await client().get(address);
			// Signing in leads to the account page anyway.
			const to = address === '/account/' ? '' : `?to=${encodeURIComponent(address)}`;
			expect([status, headers.get('location')]).toEqual([303, `/account/sign-in/${to}`]);
		},
	);

	test('redirects to the address with a slash at the end, without caching', async () => {
		const { status, headers } = await client().get('/account/reset-password?token=x');
		expect([status, headers.get('location')]).toEqual([308, '/account/reset-password/?token=x']);
		expect(headers.get('cache-control')).toBe('no-store');
	});

	test('is not in the sitemap, and is forbidden for crawlers', async () => {
		const robots = await (await client().get('/robots.txt')).text();
		expect(robots).toContain('Disallow: /account/\nDisallow: /leaked-key/\n');
		expect(await (await client().get('/sitemap.xml')).text()).not.toContain('/account/');
	});
});

describe('A form', () => {
	const headers = { 'Sec-Fetch-Site': 'same-origin' };
	/** The option that `fetch` needs for a stream as its body. Its type lacks it. */
	const STREAMED = { method: 'POST', duplex: 'half' };

	test('can be 64 kB long, with or without Content-Length', async () => {
		const fields = (length: number) => `email=a&password=${'x'.repeat(length)}`;
		const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
		const send = (body: BodyInit) =>
			client().send('/account/sign-in/', { ...STREAMED, headers: { ...headers, ...type }, body });
		expect((await send(fields(60_000))).status).toBe(422);
		expect((await send(fields(66_000))).status).toBe(413);
		expect((await send(new Blob([fields(66_000)]).stream())).status).toBe(413);
		expect((await send(new Blob([fields(2_000_000)]).stream())).status).toBe(413);
	});

	test.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', ''])(
		'is refused with the type %j',
		async (type) => {
			const sent = { method: 'POST', headers: { ...headers, 'Content-Type': type }, body: '{}' };
			expect((await client().send('/account/sign-in/', sent)).status).toBe(415);
		},
	);

	test.each(['/', '/compare/', '/programs/search/', '/account', '/nothing/'])('is refused at %s', async (address) => {
		const response = await client().post(address, {});
		expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
	});

	test('that is cut off does not affect others', async () => {
		const connection = await RawConnection.open(server.port);
		connection.write(
			'POST /account/sign-in/ HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\n' +
				'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nemail=',
		);
		connection.close();
		const broken = () => server.log().filter(({ status, path }) => status === 400 && path === '/account/sign-in/');
		await expect.poll(broken).toHaveLength(1);
		expect((await client().get('/account/sign-in/')).status).toBe(200);
	});

	test('with missing or unknown fields is refused without an error', async () => {
		const user = await newUser();
		for (const address of PRIVATE_ADDRESSES.filter((one) => !/sign-out|delete|everywhere/.test(one))) {
			for (const fields of [
				{},
				{ email: '\0', password: '\ud800', code: '€'.repeat(999), id: 'x', to: '//evil.example' },
			]) {
				const { status, headers: answer } = await user.post(address, fields);
				expect(status, address).toBeLessThan(500);
				expect(answer.get('location') ?? '/account/', address).toMatch(/^\/account\//);
			}
		}
	});
});

describe('A session cookie', () => {
	test('is hidden from scripts and other sites', async () => {
		const response = await client().post('/account/sign-up/', { email: 'cookie@site.example', newPassword: PASSWORD });
		const cookie = response.headers.getSetCookie().find((line) => line.startsWith('directory.session_token='))!;
		expect(cookie).toContain('; HttpOnly');
		expect(cookie).toContain('; SameSite=Lax');
		expect(cookie).toContain('; Path=/');
		expect(cookie).not.toContain('Domain');
	});

	test('is sent only over encrypted connections if the site has them', async () => {
		const user = new FormClient(mailing.port);
		const email = 'secure@site.example';
		await user.post('/account/sign-up/', { email, newPassword: PASSWORD });
		const response = await user.post(await linkTo(email), { password: PASSWORD });
		expect(response.status).toBe(303);
		const cookie = response.headers.getSetCookie().find((line) => line.startsWith('__Host-directory.session_token='));
		expect(cookie).toContain('; Secure');
	});

	test('does not change public pages', async () => {
		const user = await newUser();
		for (const address of ['/', '/compare/', '/programs/search/?q=a', '/nothing/']) {
			const [known, unknown] = await Promise.all([user.get(address), client().get(address)]);
			expect(await known.text()).toBe(await unknown.text());
			expect(known.headers.getSetCookie()).toEqual([]);
		}
	});
});

// (ASVS 6.4.2)
test('No form to sign up or to reset a password asks for a hint or an answer', async () => {
	const fields = async (address: string) => {
		const page = await (await client().get(address)).text();
		return [...page.slice(page.indexOf('<main')).matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(
			([, name]) => name,
		);
	};
	expect(await fields('/account/sign-up/')).toEqual(['email', 'newPassword']);
	expect(await fields('/account/sign-in/')).toEqual(['email', 'password']);
});

test('The form to sign up shows all errors at once, next to each field', async () => {
	const response = await client().post('/account/sign-up/', { email: 'ada', newPassword: 'short' });
	const page = (await response.text()).replace(/\s+/g, ' ');
	expect(response.status).toBe(422);
	for (const [field, sentence] of [
		['email', 'Enter an email address such as ada@example.com.'],
		['newPassword', 'The password must have at least 12 characters.'],
	]) {
		expect(page).toContain(`<li><a href="#${field}">${sentence}</a></li>`);
		expect(page).toContain(`id="${field}-problem">${sentence}<`);
	}
});

test.each([
	['with mail', () => mailing, 'and we have emailed its owner.'],
	['without mail', () => server, 'and its owner will see a notice after signing in.'],
])('The page for leaked keys says how the owner is notified, %s', async (_, site, notified) => {
	const response = await new FormClient(site().port).post('/leaked-key/', { key: 'svc_of_nobody' });
	expect((await response.text()).replace(/\s+/g, ' ')).toContain(`it no longer works, ${notified}`);
});

test('The form for a new key stores nothing when it is opened', async () => {
	const user = await newUser();
	const state = new Database(join(directory.state, 'state.sqlite'), { readonly: true });
	const version = () => state.pragma('data_version', { simple: true });
	const before = version();
	for (let i = 0; i < 5; i++) expect(await openKeyForm(user)).toMatch(/^\w+\.\d+\.[\w-]+$/);
	expect(version()).toBe(before);
	state.close();
});

describe('Signing in', () => {
	// (ASVS 3.7.2)
	test.each(['https://evil.example/', '//evil.example/account/', '/\\evil.example', '/programs/'])(
		'leads to the account, not to %s',
		async (to) => {
			const user = await newUser();
			const address = `/account/sign-in/?to=${encodeURIComponent(to)}`;
			expect((await user.get(address)).headers.get('location')).toBe('/account/');
			const email = `p${people}@site.example`;
			expect((await client().post(address, { email, password: PASSWORD })).headers.get('location')).toBe('/account/');
		},
	);
});

describe('With mail, nobody learns whether an address has an account', () => {
	test.each(['/account/sign-up/', '/account/forgotten/'])('from %s', async (address) => {
		const user = new FormClient(mailing.port);
		const known = `known${address.length}@site.example`;
		await user.post('/account/sign-up/', { email: known, newPassword: PASSWORD });
		const confirmed = await user.post(await linkTo(known), { password: PASSWORD });
		expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/account/']);
		const answers = await Promise.all(
			[known, `new${address.length}@site.example`].map(async (email) => {
				const response = await user.post(address, { email, newPassword: PASSWORD });
				return [response.status, [...response.headers.keys()], (await response.text()).replaceAll(email, 'EMAIL')];
			}),
		);
		expect(answers[0]![0]).toBe(200);
		expect([answers[0]![0], answers[0]![2]]).toEqual([answers[1]![0], answers[1]![2]]);
	});
});

// (ASVS 16.2.5)
test('The log contains no password, no token and no email address', async () => {
	const user = client();
	await user.post('/account/reset-password/?token=a-secret-token', { newPassword: 'a-secret-password' });
	await user.post('/account/sign-in/?to=a-secret-place', {
		email: 'secret@site.example',
		password: 'a-secret-password',
	});
	await user.get('/account/auth/callback/github?code=a-secret-code&state=a-secret-state');
	const lines = () => server.log().filter(({ path }) => path === '/account/auth/callback/github');
	await expect.poll(() => lines().length).toBeGreaterThan(0);
	expect(server.output()).not.toMatch(/secret|site\.example|directory\.session/);
});

// (ASVS 3.5.1)
test("Astro's own server has the same pages, and accepts no form of another site", async () => {
	const args = [join(PROJECT, 'test/support/astro-server.ts'), pagesEntry(applicationVersion(), directory.out)];
	const state = mkdtempSync(join(directory.folder, 'astro-'));
	const env = { ...process.env, OUT_DIR: directory.out, STATE_DIR: state };
	const astro = await listening(spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
	const user = new FormClient(astro.port);
	const form = { email: 'ada@site.example', newPassword: PASSWORD };
	const foreign = await user.send('/account/sign-up/', { method: 'POST', body: new URLSearchParams(form) });
	expect([foreign.status, foreign.headers.get('cache-control')]).toEqual([403, 'no-store']);
	expect((await user.post('/account/sign-up/', form)).status).toBe(303);
	const settings = await user.get('/account/settings/');
	expect([settings.status, settings.headers.get('cache-control')]).toEqual([200, 'no-store']);
	expect(await settings.text()).toContain('ada@site.example');
	await astro.stop('SIGKILL');
});
