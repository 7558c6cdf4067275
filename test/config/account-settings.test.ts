import { describe, expect, test } from 'vitest';
import { readAccountSettings } from '../../src/config/account-settings.ts';

describe('readAccountSettings', () => {
	test('needs no settings', () => {
		expect(readAccountSettings({ PATH: '/bin', SMTP_URL: '' })).toEqual({
			mail: undefined,
			secret: undefined,
			providers: { github: undefined, google: undefined },
			requireTwoFactor: false,
			claimNetwork: { dnsServers: undefined },
		});
	});

	test('reads mail and providers', () => {
		const settings = readAccountSettings({
			SMTP_URL: 'smtps://user:pass@mail.example',
			MAIL_FROM: 'Directory <directory@site.example>',
			GITHUB_CLIENT_ID: 'id',
			GITHUB_CLIENT_SECRET: 'secret',
		});
		expect(settings).toMatchObject({
			mail: { smtpUrl: 'smtps://user:pass@mail.example', from: 'Directory <directory@site.example>' },
			providers: { github: { clientId: 'id', clientSecret: 'secret' } },
		});
	});

	test.each([
		['true', true],
		['1', true],
		['false', false],
		['', false],
	])('reads whether two-factor is required: %j', (REQUIRE_TWO_FACTOR, requireTwoFactor) => {
		expect(readAccountSettings({ REQUIRE_TWO_FACTOR } as NodeJS.ProcessEnv)).toMatchObject({ requireTwoFactor });
	});

	test.each([
		[{ SMTP_URL: 'smtps://user:hunter2@mail.example' }, 'MAIL_FROM is not'],
		[{ SMTP_URL: 'https://hunter2@mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL: It must be'],
		[{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'hunter2' }, 'MAIL_FROM: It must be'],
		[{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example\r\nBcc: hunter2@b.example' }, 'MAIL_FROM: It must be'],
		[{ REQUIRE_TWO_FACTOR: 'hunter2' }, 'REQUIRE_TWO_FACTOR: It must be true or false.'],
		[{ AUTH_SECRET: 'hunter2' }, 'AUTH_SECRET: It must have'],
		[{ GOOGLE_CLIENT_SECRET: 'hunter2' }, 'GOOGLE_CLIENT_ID is missing. Set it too.'],
	])('refuses %j and repeats no value', (environment, message) => {
		const read = () => readAccountSettings(environment as NodeJS.ProcessEnv);
		expect(read).toThrow(message);
		expect(read).toThrow(/^(?!.*hunter2)/s);
	});
});
