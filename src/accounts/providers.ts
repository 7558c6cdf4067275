import { providerConnected } from '../mail/messages.ts';
import { AUTH_PATH } from './auth.ts';
import { callAuth } from './auth-errors.ts';
import { type AccountContext, checkLimit, type RequestContext, recordEvent } from './context.ts';
import { type OAuthError, oauthError } from './oauth-errors.ts';
import { isProvider, PROVIDER_NAMES, type Provider } from './provider.ts';
import { failure, ok, type Result } from './result.ts';
import { type AccountSession, endSession, findSession, isFailure, reauthenticate, withCookies } from './session.ts';

/** What came of going by a provider. */
export interface ProviderReturn {
	/** `code` is the second step, where two-factor is on; nobody is signed in yet. */
	readonly result: 'signed in' | 'code' | 'connected' | OAuthError;
	/** Whether they are signed in now. */
	readonly isInside: boolean;
}

/** Where better-auth would send someone on, who never gets to see it: it says how it went. */
const ENDS = { callbackURL: '/known', newUserCallbackURL: '/new', errorCallbackURL: '/failed' };
const CONNECTED = '/connected';

/** Signing in at GitHub or Google, and connecting them to an account. An account is known by its number there. */
export function providers(context: AccountContext, known: readonly Provider[]) {
	const { auth, state } = context;
	const isKnown = (name: string): name is Provider => isProvider(name) && known.includes(name);

	return {
		/** The providers that are set up. */
		providers: known,

		/** Those that someone can sign in by. */
		connectedProviders: async ({ account }: AccountSession): Promise<Provider[]> =>
			(await state.credentials.providersOf(account.id)).filter(isProvider),

		/** Where to send a visitor who wants to sign in at a provider, who comes back to `/account/auth/callback/NAME`. */
		async startWithProvider(request: RequestContext, provider: string): Promise<Result<string>> {
			if (!isKnown(provider)) return failure('PROVIDER_UNKNOWN');
			const limited = await checkLimit(context, 'sign_in', request);
			if (limited) return limited;
			const { headers } = request;
			const body = { provider, additionalData: { provider }, ...ENDS };
			const begun = await callAuth(auth.api.signInSocial({ headers, body, returnHeaders: true }));
			return begun.ok ? ok(begun.value.url!, begun.cookies) : begun;
		},

		/** The same for someone who is signed in and wants to be able to sign in there too. */
		async connectProvider(
			request: RequestContext,
			{ provider, password }: { readonly provider: string; readonly password: string },
		): Promise<Result<string>> {
			if (!isKnown(provider)) return failure('PROVIDER_UNKNOWN');
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			const { headers } = request;
			const body = { ...ENDS, provider, additionalData: { provider }, callbackURL: CONNECTED };
			const begun = await callAuth(auth.api.linkSocialAccount({ headers, body, returnHeaders: true }));
			return begun.ok ? ok(begun.value.url, begun.cookies) : begun;
		},

		/** Ends that someone can sign in there, unless it is the only way. */
		async disconnectProvider(
			request: RequestContext,
			{ provider, password }: { readonly provider: string; readonly password: string },
		): Promise<Result> {
			if (!isProvider(provider)) return failure('PROVIDER_UNKNOWN');
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			if (!(await state.credentials.removeProvider(session.account.id, provider))) return failure('ONLY_WAY_IN');
			await recordEvent(context, session.account.id, 'provider_disconnected', request, PROVIDER_NAMES[provider]);
			return ok();
		},

		/** The way back from a provider. */
		async finishWithProvider(
			request: RequestContext,
			provider: string,
			search: string,
		): Promise<Result<ProviderReturn>> {
			if (!isKnown(provider)) return failure('PROVIDER_UNKNOWN');
			const { headers } = request;
			const address = `${context.siteUrl}${AUTH_PATH}/callback/${provider}${search}`;
			const response = await auth.handler(new Request(address, { headers }));
			const cookies = response.headers.getSetCookie();
			const end = new URL(response.headers.get('location') ?? '', context.siteUrl);
			const before = await findSession(context, request);
			if (end.pathname === CONNECTED && before) {
				const { id, email } = before.account;
				await recordEvent(context, id, 'provider_connected', request, PROVIDER_NAMES[provider]);
				context.mailer?.send(email, providerConnected(context, PROVIDER_NAMES[provider]));
				return ok({ result: 'connected', isInside: true }, cookies);
			}
			const isNew = end.pathname === ENDS.newUserCallbackURL;
			if (!isNew && end.pathname !== ENDS.callbackURL) {
				const result = oauthError(end.searchParams.get('error'));
				return ok({ result, isInside: before !== undefined }, cookies);
			}
			await endSession(context, request);
			const session = await findSession(context, { ...request, headers: withCookies(headers, cookies) });
			if (session === undefined) return ok({ result: 'code', isInside: false }, cookies);
			if (isNew) await state.signUps.removeAll(session.account.email);
			const kind = isNew ? 'signed_up' : 'signed_in';
			await recordEvent(context, session.account.id, kind, request, PROVIDER_NAMES[provider]);
			return ok({ result: 'signed in', isInside: true }, cookies);
		},
	};
}
