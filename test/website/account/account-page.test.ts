import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { failure, tooMany } from '../../../src/accounts/result.ts';
import { problemOf, readForm, returnTo, seeOther, Text } from '../../../src/website/account/account-page.ts';

const SITE = 'https://directory.example';

/** The context of a page that received a form. */
function pageWith(body: string) {
	const url = new URL(`${SITE}/account/settings/`);
	const request = new Request(url, { method: 'POST', body });
	return { locals: {}, params: {}, url, request, response: { status: 200, headers: new Headers() } };
}

describe('returnTo', () => {
	test.each(['/account/', '/account/keys/', '/account/change-email/?token=a%26b'])('accepts %s', (to) => {
		expect(returnTo(to)).toBe(to);
	});

	test.each([
		'https://evil.example/account/',
		'//evil.example/account/',
		'/\\evil.example/account/',
		'\\\\evil.example',
		'/account/..//evil.example',
		'/.//evil.example',
		'/account/../programs/',
		'javascript:alert(1)',
		' ',
		'',
		'/\t/evil.example',
		'http:evil.example',
		'/accounts/',
		'/account',
		`/account/${'x'.repeat(500)}`,
	])('replaces %j with the account page', (to) => {
		expect(returnTo(to)).toBe('/account/');
	});

	test('never leaves the account pages, for any input', () => {
		const pieces = fc.constantFrom(
			'/',
			'\\',
			'.',
			'..',
			'account',
			'evil.example',
			'@',
			':',
			'?',
			'#',
			'%2f',
			'\t',
			'x',
		);
		const addresses = fc.oneof(
			fc.array(pieces).map((parts) => parts.join('')),
			fc.string(),
			fc.webUrl(),
		);
		fc.assert(
			fc.property(addresses, (to) => {
				for (const given of [to, `/account/${to}`]) {
					const { origin, pathname } = new URL(returnTo(given), SITE);
					expect([origin, pathname.startsWith('/account/')]).toEqual([SITE, true]);
				}
			}),
		);
	});
});

describe('readForm', () => {
	test('reads the fields of a form, repeated ones as a list', async () => {
		const schema = z.object({ name: Text, scopes: z.array(z.string()) });
		const page = pageWith('name=a+b%26&scopes=x&scopes=y&more=z');
		expect(await readForm(page, schema)).toEqual({ ok: true, values: { name: 'a b&', scopes: ['x', 'y'] } });
	});

	test('reports an error for each invalid field', async () => {
		const page = pageWith('email=a&email=b');
		const problems = { email: 'This field is required.', password: 'This field is required.' };
		expect(await readForm(page, z.object({ email: Text, password: Text }))).toEqual({ ok: false, problems });
		expect(page.response.status).toBe(422);
	});

	test('does not mistake properties of all objects for fields', async () => {
		const page = pageWith('__proto__=x&constructor=y');
		expect(await readForm(page, z.object({ toString: Text }))).toMatchObject({ ok: false });
	});
});

describe('problemOf', () => {
	test('assigns the message to its field', () => {
		expect(problemOf(pageWith(''), failure('EMAIL_TAKEN'))).toHaveProperty('email');
		expect(problemOf(pageWith(''), failure('WRONG_CREDENTIALS'))).toHaveProperty(['']);
	});

	test('sets Retry-After after too many attempts', () => {
		const page = pageWith('');
		problemOf(page, tooMany(90));
		expect([page.response.status, page.response.headers.get('retry-after')]).toEqual([429, '90']);
	});

	test('says that the site cannot send the email now', () => {
		const page = pageWith('');
		problemOf(page, { ...failure('MAIL_BUSY'), retryAfter: 600 });
		expect([page.response.status, page.response.headers.get('retry-after')]).toEqual([503, '600']);
	});
});

describe('seeOther', () => {
	test('sends each cookie in its own header', () => {
		const { status, headers } = seeOther('/account/', ['a=1; Path=/', 'b=2; Path=/']);
		expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([
			303,
			'/account/',
			['a=1; Path=/', 'b=2; Path=/'],
		]);
	});
});
