import { isIP } from 'node:net';
import { z } from 'zod';
import { UserError } from '../shared/user-error.ts';

/**
 * The settings of accounts. They come only from the environment, because most are secrets, and every user of a machine
 * can read the command lines of all processes.
 */
const EnvironmentSchema = z.object({
	SMTP_URL: z.url({
		protocol: /^smtps?$/,
		hostname: /./,
		error: 'It must be an address such as smtps://user:password@host.',
	}),
	MAIL_FROM: z.string().regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, { error: 'It must be an email address.' }),
	AUTH_SECRET: z.string().min(32, { error: 'It must have at least 32 characters.' }),
	GITHUB_CLIENT_ID: z.string(),
	GITHUB_CLIENT_SECRET: z.string(),
	GOOGLE_CLIENT_ID: z.string(),
	GOOGLE_CLIENT_SECRET: z.string(),
	DNS_SERVERS: z
		.string()
		.transform((text) => text.split(',').map((one) => one.trim()))
		.refine((servers) => servers.every(isDnsServer), { error: 'It must be IP addresses separated by commas.' }),
	REQUIRE_TWO_FACTOR: z.stringbool({ error: 'It must be true or false.' }),
});
const Schema = EnvironmentSchema.partial();

export const ACCOUNT_VARIABLES = Object.keys(EnvironmentSchema.shape);

/** Reads the settings of accounts from the environment. An empty value counts as missing. */
export function readAccountSettings(environment: NodeJS.ProcessEnv) {
	const given = Object.entries(environment).filter(([name, value]) => ACCOUNT_VARIABLES.includes(name) && value !== '');
	const result = Schema.safeParse(Object.fromEntries(given));
	if (!result.success) {
		const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
		throw new UserError(`Invalid environment variables. ${problems.join(' ')}`);
	}
	const settings = result.data;
	if (settings.SMTP_URL !== undefined && settings.MAIL_FROM === undefined) {
		throw new UserError(
			'SMTP_URL is set, but MAIL_FROM is not. Set MAIL_FROM to the address that emails are sent from.',
		);
	}
	const { SMTP_URL: smtpUrl, MAIL_FROM: from, AUTH_SECRET: secret } = settings;
	const mail = smtpUrl === undefined ? undefined : { smtpUrl, from: from! };
	const providers = {
		github: pair(settings.GITHUB_CLIENT_ID, settings.GITHUB_CLIENT_SECRET, 'GITHUB'),
		google: pair(settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET, 'GOOGLE'),
	};
	const claimNetwork = { dnsServers: settings.DNS_SERVERS };
	return { mail, secret, providers, requireTwoFactor: settings.REQUIRE_TWO_FACTOR ?? false, claimNetwork };
}

/** Whether a text is an IP address, perhaps with a port: `203.0.113.53`, `127.0.0.1:5353` or `[::1]:53`. */
function isDnsServer(text: string): boolean {
	const [, address] = /^\[(.+)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+)(?::\d{1,5})?$/.exec(text) ?? [];
	return isIP(address ?? text) !== 0;
}

function pair(clientId: string | undefined, clientSecret: string | undefined, name: string) {
	if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
	if (clientId === clientSecret) return undefined;
	const missing = `${name}_CLIENT_${clientId === undefined ? 'ID' : 'SECRET'}`;
	throw new UserError(
		`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together, but ${missing} is missing. Set it too.`,
	);
}

const SHORTEST = 32;
const VALID = /^[\x21-\x7e]+$/;

/**
 * Returns the token with which the operator's machines read from a server. An empty value counts as missing.
 *
 * @throws UserError when it is too short. The message does not contain it
 */
export function operatorToken({ OPERATOR_TOKEN: token }: NodeJS.ProcessEnv): string | undefined {
	if (token === undefined || token === '') return undefined;
	if (token.length >= SHORTEST && VALID.test(token)) return token;
	throw new UserError(
		`OPERATOR_TOKEN must have at least ${SHORTEST} ASCII characters without spaces. Make one with: openssl rand -hex 32`,
	);
}
