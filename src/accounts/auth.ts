/** Sets up better-auth with the state database. Only this folder uses better-auth. */

import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { getAdapter } from 'better-auth/db/adapter';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { randomText } from '../state/keys/secret.ts';
import type { State } from '../state/state.ts';
import { AUTH_TABLES, TWO_FACTOR_TABLES } from './auth-tables.ts';
import { hardenProviders, twoFactorAfterOAuth } from './oauth-hardening.ts';
import { hashPassword, verifyPassword } from './password-hashes.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password-length.ts';
import type { Provider } from './provider.ts';
import { RECOVERY_CODES } from './recovery-codes.ts';
import { redactError } from './redact.ts';
import { sessionAdapter } from './session-adapter.ts';

/**
 * The base path of better-auth's endpoints. The site serves only one of these endpoints: the OAuth callback, to which
 * providers redirect.
 */
export const AUTH_PATH = '/account/auth';

export interface AuthOptions {
	readonly state: Pick<State, 'database' | 'withRetries'>;
	/** The site's public origin. */
	readonly siteUrl: string;
	/** The name of the site, shown in emails and authenticator apps. */
	readonly siteName: string;
	/** The secret that signs cookies and links, and encrypts the keys of authenticator apps. */
	readonly secret: string;
	readonly providers: { readonly [P in Provider]?: { clientId: string; clientSecret: string } | undefined };
	readonly report: (error: unknown, message: string) => void;
}

export type Auth = Awaited<ReturnType<typeof openAuth>>;

export async function openAuth(given: AuthOptions) {
	const options = authOptions(given);
	// Retrying a method of the adapter is safe, because each method runs only one statement.
	const plain = await getAdapter({ ...options, database: given.state.database });
	const adapter = sessionAdapter(given.state.withRetries(plain), given.state.withRetries(plain, 0));
	return betterAuth({ ...options, database: () => adapter });
}

/** The options of better-auth, without the database. */
export function authOptions({ siteUrl, siteName, secret, providers, report }: Omit<AuthOptions, 'state'>) {
	const isSecure = siteUrl.startsWith('https:');
	function log(_level: unknown, message: string, detail?: unknown): void {
		const safeError = redactError(message, detail);
		if (safeError) report(safeError, `better-auth: ${message}`);
	}
	return {
		appName: siteName,
		baseURL: siteUrl,
		basePath: AUTH_PATH,
		secret,
		...AUTH_TABLES,
		user: { ...AUTH_TABLES.user, validateUserInfo: connectOwnOnly },
		account: {
			...AUTH_TABLES.account,
			// A matching email address does not prove that both accounts belong to one person. Someone else may have
			// signed up with the address, or the address may have a new owner. Linking by address would also bypass
			// two-factor. A signed-in user can connect a provider account that has any email address.
			accountLinking: { disableImplicitLinking: true, allowDifferentEmails: true },
		},
		// `prune` deletes what has expired. It trusts the clock only after a while.
		verification: { ...AUTH_TABLES.verification, storeIdentifier: 'hashed', disableCleanup: true },
		plugins: [
			twoFactorAfterOAuth(
				twoFactor({ issuer: siteName, schema: TWO_FACTOR_TABLES, backupCodeOptions: RECOVERY_CODES }),
			),
			hardenProviders(report),
		],
		emailAndPassword: {
			enabled: true,
			minPasswordLength: MIN_PASSWORD,
			maxPasswordLength: MAX_PASSWORD,
			// Our own code creates accounts and resets passwords, each in one transaction.
			disableSignUp: true,
			password: { hash: hashPassword, verify: verifyPassword },
		},
		socialProviders: Object.fromEntries(Object.entries(providers).filter(([, settings]) => settings !== undefined)),
		databaseHooks: {
			// Do not store data that we do not need: names, pictures and tokens from providers, and the IP addresses of
			// sessions.
			user: { create: { before: async (user) => ({ data: { ...user, name: '', image: null } }) } },
			session: { create: { before: async (session) => ({ data: { ...session, ipAddress: null } }) } },
			account: {
				create: { before: async (credential) => ({ data: { ...credential, ...NO_TOKENS } }) },
				update: { before: async (credential) => ({ data: { ...credential, ...NO_TOKENS } }) },
			},
		},
		advanced: {
			// The `__Host-` prefix means that other hosts on the domain can neither read nor set the cookie.
			cookiePrefix: isSecure ? '__Host-directory' : 'directory',
			useSecureCookies: false,
			defaultCookieAttributes: { secure: isSecure },
			database: { generateId: ({ model }) => (model === 'user' ? `acc_${randomText(16)}` : randomText(24)) },
			ipAddress: { disableIpTracking: true },
		},
		rateLimit: { enabled: false },
		telemetry: { enabled: false },
		logger: { level: 'error', log },
	} satisfies BetterAuthOptions;
}

const NO_TOKENS = {
	accessToken: null,
	refreshToken: null,
	idToken: null,
	accessTokenExpiresAt: null,
	refreshTokenExpiresAt: null,
	scope: null,
};

/** Lets users finish connecting a provider only if they themselves started connecting it. */
const connectOwnOnly: NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']> = async (
	{ user, source },
	context,
) => {
	if (source.action !== 'link-account') return undefined;
	const session = await getSessionFromCtx(context);
	return session?.user.id === user.id ? undefined : { error: 'session_mismatch' };
};
