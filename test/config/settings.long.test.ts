import { Command, CommanderError } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SETTINGS } from '../../src/config/settings.ts';
import { runCommand } from '../support/run-command.ts';

afterEach(() => vi.unstubAllEnvs());

/** Reads one setting from the environment. Returns the error message, or undefined if the value is accepted. */
function refusalOf(setting: keyof typeof SETTINGS, value: string): string | undefined {
	const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
	vi.stubEnv(SETTINGS[setting]().envVar!, value);
	try {
		command.addOption(SETTINGS[setting]()).parse([], { from: 'user' });
		return undefined;
	} catch (error) {
		expect(error).toBeInstanceOf(CommanderError);
		return (error as Error).message;
	}
}

const WHOLE = (most: string) => `It must be a whole number from 1 to ${most}.`;

describe('A setting of the environment is refused, with its name and what is expected', () => {
	test.each([
		['historyDays', 'many', WHOLE('36500')],
		['historyDays', '0', WHOLE('36500')],
		['keepDisk', '-1', 'It must be a number of gigabytes, such as 2 or 0.5.'],
		['keepDisk', '2 GB', 'It must be a number of gigabytes, such as 2 or 0.5.'],
		['port', '65536', 'It must be a whole number from 0 to 65535.'],
		['port', 'http', 'It must be a whole number from 0 to 65535.'],
		['workers', '1.5', WHOLE('256')],
		['workers', '257', WHOLE('256')],
		['siteUrl', 'directory.example', 'It must be an origin such as https://directory.example, without a path.'],
		[
			'siteUrl',
			'https://directory.example/path',
			'It must be an origin such as https://directory.example, without a path.',
		],
		['logLevel', 'loud', 'Allowed choices are debug, info, warn, error, silent.'],
		['trustProxy', '10', 'It must be the number of proxies, from 0 to 9, or their addresses,'],
		['trustProxy', '10.0.0.0/99', 'It must be the number of proxies, from 0 to 9, or their addresses,'],
		['rateLimits', 'none', 'It must be a list such as free=60,'],
		['rateLimits', 'pro=0', 'It must be a list such as free=60,'],
		['rateLimits', 'free=60,gold=5', 'It must be a list such as free=60,'],
		['metrics', '70000', 'It must be a port such as 9464, or an address and a port'],
		['metrics', ':9464', 'It must be a port such as 9464, or an address and a port'],
		['maxConnections', '', undefined],
		['maxConnections', '0', WHOLE('1000000')],
		['maxConnectionsPerAddress', '2000000', WHOLE('1000000')],
	] as const)('%s: %j', (setting, value, expected) => {
		const refusal = refusalOf(setting, value);
		if (expected === undefined) expect(refusal).toBeUndefined();
		else {
			expect(refusal).toContain(`value '${value}' from env '${SETTINGS[setting]().envVar}' is invalid.`);
			expect(refusal).toContain(expected);
		}
	});

	test.each([
		['trustProxy', '10.0.0.0/8, 2001:db8::1'],
		['rateLimits', 'free=60, invalid-keys=5'],
		['metrics', '[::1]:9464'],
		['siteUrl', 'https://directory.example'],
	] as const)('but not %s: %s', (setting, value) => {
		expect(refusalOf(setting, value)).toBeUndefined();
	});
});

describe('A server does not start, and says why without a stack trace,', () => {
	test.each([
		['serve', { SITE_CONFIG: '/nowhere' }, /^There is no file \/nowhere\/site\.json\. /],
		['start', { HOST: '' }, /^The server cannot listen: HOST is empty\. /],
		['start', { HOST: 'no such host' }, /^The server cannot listen: there is no host no such host\. /],
		['serve', { DATABASE_URL: 'mysql://db.example' }, /^DATABASE_URL must be the address of a PostgreSQL database, /],
		[
			'serve',
			{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.example' },
			/^Invalid environment variables\. SMTP_URL: It must be /,
		],
		['serve', { WORKERS: '0' }, /^error: option '--workers <n>' value '0' from env 'WORKERS' is invalid\. /],
	])('%s with %j', async (name, env, message) => {
		const { status, stderr } = await runCommand(name, ['--port', '0'], { env: { ...env, STATE_DIR: '/nowhere' } });
		expect(status).toBe(1);
		expect(stderr).toMatch(message);
		expect(stderr).not.toMatch(/^\s+at /m);
	});
});
