import { setTimeout as sleep } from 'node:timers/promises';
import type { BetterAuthPlugin } from 'better-auth';
import { getOAuthState } from 'better-auth/api';
import type { OAuth2Tokens, OAuthProvider } from 'better-auth/oauth2';
import type { twoFactor } from 'better-auth/plugins/two-factor';
import { verifyGoogleIdToken } from 'better-auth/social-providers';
import { EmailSchema } from './email.ts';
import { reasonCode } from './redact.ts';

/** The time limit for exchanging an authorization code, and for reading the user's data, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * Hardens better-auth's OAuth providers. Calls to a provider have a time limit. A Google ID token must be signed by
 * Google and issued for this site. An authorization code is sent only to the provider that issued the code. An
 * unconfirmed email address is ignored. Errors are reported without the provider's text, because that text may contain
 * a secret.
 */
export function hardenProviders(report: (error: unknown, message: string) => void): BetterAuthPlugin {
	return {
		id: 'oauth-hardening',
		init: ({ socialProviders }) => ({
			context: { socialProviders: socialProviders.map((provider) => harden(provider, report)) },
		}),
	};
}

function harden(provider: OAuthProvider, report: (error: unknown, message: string) => void): OAuthProvider {
	async function nullOnError<T>(work: Promise<T>): Promise<T | null> {
		try {
			return await withTimeout(work);
		} catch (error) {
			report(new Error(`${provider.name}: ${reasonCode(error)}`), 'sign-in with a provider failed');
			return null;
		}
	}
	return {
		...provider,
		validateAuthorizationCode: (given) => nullOnError(tokens(provider, given)),
		getUserInfo: (tokens) => nullOnError(userInfo(provider, tokens)),
	};
}

async function tokens(provider: OAuthProvider, given: Parameters<OAuthProvider['validateAuthorizationCode']>[0]) {
	const state = await getOAuthState();
	if (state?.provider !== provider.id) throw { error: 'started_elsewhere' };
	return provider.validateAuthorizationCode(given);
}

async function userInfo(provider: OAuthProvider, tokens: OAuth2Tokens) {
	if (provider.id === 'google' && !(await isIdTokenValid(provider, tokens))) throw { error: 'invalid_id_token' };
	const info = await provider.getUserInfo(tokens);
	if (info === null) return null;
	// Compare with `true`, because a provider once sent the text "false".
	const email = info.user.emailVerified === true ? EmailSchema.safeParse(info.user.email).data : undefined;
	return { ...info, user: { ...info.user, email: email ?? null } };
}

async function isIdTokenValid({ options }: OAuthProvider, { idToken }: OAuth2Tokens): Promise<boolean> {
	const claims = await verifyGoogleIdToken({ token: idToken ?? '', audience: options!.clientId! });
	return claims !== null;
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
	const late = sleep(TIMEOUT, undefined, { ref: false }).then(() => Promise.reject({ error: 'took_too_long' }));
	return Promise.race([work, late]);
}

/**
 * Makes better-auth's two-factor plugin ask for a code after an OAuth sign-in too. By default, the plugin asks only
 * after a sign-in with a password.
 */
export function twoFactorAfterOAuth<P extends ReturnType<typeof twoFactor>>(plugin: P): P {
	const after = plugin.hooks.after.map(({ matcher, handler }) => ({
		handler,
		matcher: (context: Parameters<typeof matcher>[0]) => context.path === '/callback/:id' || matcher(context),
	}));
	return { ...plugin, hooks: { ...plugin.hooks, after } };
}
