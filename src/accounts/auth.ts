/** better-auth, set up over the state database. Nothing outside this folder speaks with it. */
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { getAdapter } from 'better-auth/db/adapter';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Database } from 'better-sqlite3';
import { randomText } from '../keys/secret.ts';
import type { Mailer } from '../mail/mailer.ts';
import { accountExists, confirmAddress, resetPassword } from '../mail/messages.ts';
import { AUTH_TABLES, TWO_FACTOR_TABLES } from './auth-tables.ts';
import { carefulProviders } from './careful-providers.ts';
import { codesAfterProviders } from './codes-after-providers.ts';
import { faultOf } from './fault.ts';
import { hashSessionTokens } from './hashed-sessions.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password.ts';
import type { Provider } from './provider.ts';
import { RECOVERY_CODES } from './recovery-codes.ts';

/** Where better-auth's own addresses lie; of them only the way back from a provider is served. */
export const AUTH_PATH = '/account/auth';

export interface AuthOptions {
	readonly database: Database;
	/** The public address, an origin. */
	readonly siteUrl: string;
	/** What the site is called, in mails and in an app for codes. */
	readonly siteName: string;
	/** Signs cookies and links, and encrypts the secrets of two-factor. */
	readonly secret: string;
	/** Undefined where the site cannot send mail: then addresses are not confirmed, and the operator resets passwords. */
	readonly mailer: Mailer | undefined;
	readonly providers: { readonly [P in Provider]?: { clientId: string; clientSecret: string } | undefined };
	/** Takes note of a fault. */
	readonly report: (error: unknown, message: string) => void;
}

export type Auth = Awaited<ReturnType<typeof openAuth>>;

export async function openAuth(given: AuthOptions) {
	const options = authOptions(given);
	const adapter = hashSessionTokens(await getAdapter({ ...options, database: given.database }));
	return betterAuth({ ...options, database: () => adapter });
}

/** All but the database. */
export function authOptions({ siteUrl, siteName, secret, mailer, providers, report }: AuthOptions) {
	const from = { siteName, siteUrl };
	const canMail = mailer !== undefined;
	const isSecure = siteUrl.startsWith('https:');
	function log(_level: unknown, message: string, detail?: unknown): void {
		const fault = faultOf(message, detail);
		if (fault) report(fault, `better-auth: ${message}`);
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
			// An e-mail address alone opens no account: it may have been typed in by someone else, have changed hands, and
			// two-factor would be got around. Whoever is signed in connects a provider, of any address.
			accountLinking: { disableImplicitLinking: true, allowDifferentEmails: true },
		},
		verification: { ...AUTH_TABLES.verification, storeIdentifier: 'hashed' },
		plugins: [
			codesAfterProviders(
				twoFactor({ issuer: siteName, schema: TWO_FACTOR_TABLES, backupCodeOptions: RECOVERY_CODES }),
			),
			carefulProviders(report),
		],
		emailAndPassword: {
			enabled: true,
			minPasswordLength: MIN_PASSWORD,
			maxPasswordLength: MAX_PASSWORD,
			requireEmailVerification: canMail,
			revokeSessionsOnPasswordReset: true,
			sendResetPassword: async ({ user, token }) =>
				mailer?.send(user.email, resetPassword(from, `${siteUrl}/account/reset-password/?token=${token}`)),
			onExistingUserSignUp: async ({ user }) => mailer?.send(user.email, accountExists(from)),
		},
		...(canMail && {
			emailVerification: {
				sendOnSignUp: true,
				sendVerificationEmail: async ({ user, token }) =>
					mailer.send(user.email, confirmAddress(from, `${siteUrl}/account/verify-email/?token=${token}`)),
			},
		}),
		socialProviders: Object.fromEntries(Object.entries(providers).filter(([, settings]) => settings !== undefined)),
		databaseHooks: {
			// What is not needed is not kept: names and pictures from providers, their tokens, addresses of sessions.
			user: { create: { before: async (user) => ({ data: { ...user, name: '', image: null } }) } },
			session: { create: { before: async (session) => ({ data: { ...session, ipAddress: null } }) } },
			account: {
				create: { before: async (credential) => ({ data: { ...credential, ...NO_TOKENS } }) },
				update: { before: async (credential) => ({ data: { ...credential, ...NO_TOKENS } }) },
			},
		},
		advanced: {
			// Such a cookie comes from this host alone: another one of its domain can neither read nor set it.
			cookiePrefix: isSecure ? '__Host-directory' : 'directory',
			useSecureCookies: false,
			defaultCookieAttributes: { secure: isSecure },
			database: { generateId: ({ model }) => (model === 'user' ? `acc_${randomText(16)}` : randomText(24)) },
			ipAddress: { disableIpTracking: true },
			backgroundTasks: { handler: (work) => void work.catch((error) => report(error, 'a mail could not be made')) },
		},
		rateLimit: { enabled: false },
		telemetry: { enabled: false },
		logger: { level: 'error', log },
	} satisfies BetterAuthOptions;
}

const NO_TOKENS = {
	...{ accessToken: null, refreshToken: null, idToken: null },
	...{ accessTokenExpiresAt: null, refreshTokenExpiresAt: null, scope: null },
};

/** Refuses to connect a provider to an account that another than the one who is signed in has begun to connect it to. */
const connectOwnOnly: NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']> = async (
	{ user, source },
	context,
) => {
	if (source.action !== 'link-account') return undefined;
	const session = await getSessionFromCtx(context);
	return session?.user.id === user.id ? undefined : { error: 'session_mismatch' };
};
