import type { BetterAuthPlugin } from 'better-auth';
import { getOAuthState } from 'better-auth/api';
import type { OAuth2Tokens, OAuthProvider } from 'better-auth/oauth2';
import { verifyGoogleIdToken } from 'better-auth/social-providers';
import { EmailSchema } from './account.ts';
import { reasonOf } from './fault.ts';

/** How long a provider may take for each of its answers, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Makes better-auth's providers wait for no answer longer than that, believe an id token only when it is signed and for
 * us, show one provider's codes to no other, and take an e-mail address that a provider does not say is confirmed for
 * none. Whatever else goes wrong there comes to a failure that is told of without a provider's words, which may repeat a
 * secret.
 */
export function carefulProviders(report: (error: unknown, message: string) => void): BetterAuthPlugin {
	return {
		id: 'careful-providers',
		init: ({ socialProviders }) => ({
			context: { socialProviders: socialProviders.map((provider) => careful(provider, report)) },
		}),
	};
}

function careful(provider: OAuthProvider, report: (error: unknown, message: string) => void): OAuthProvider {
	async function orNull<T>(work: Promise<T>): Promise<T | null> {
		try {
			return await inTime(work);
		} catch (error) {
			report(new Error(`${provider.name}: ${reasonOf(error)}`), 'signing in at a provider failed');
			return null;
		}
	}
	return {
		...provider,
		validateAuthorizationCode: (given) => orNull(tokens(provider, given)),
		getUserInfo: (tokens) => orNull(userInfo(provider, tokens)),
	};
}

async function tokens(provider: OAuthProvider, given: Parameters<OAuthProvider['validateAuthorizationCode']>[0]) {
	const state = await getOAuthState();
	if (state?.provider !== provider.id) throw { error: 'begun_elsewhere' };
	return provider.validateAuthorizationCode(given);
}

async function userInfo(provider: OAuthProvider, tokens: OAuth2Tokens) {
	if (provider.id === 'google' && !(await isForUs(provider, tokens))) throw { error: 'id_token_not_right' };
	const info = await provider.getUserInfo(tokens);
	if (info === null) return null;
	// One provider once said "false", as a text.
	const email = info.user.emailVerified === true ? EmailSchema.safeParse(info.user.email).data : undefined;
	return { ...info, user: { ...info.user, email: email ?? null } };
}

async function isForUs({ options }: OAuthProvider, { idToken }: OAuth2Tokens): Promise<boolean> {
	const claims = await verifyGoogleIdToken({ token: idToken ?? '', audience: options!.clientId! });
	return claims !== null;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject({ error: 'took_too_long' }), PATIENCE);
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
