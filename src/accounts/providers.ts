import { AUTH_PATH } from './auth.ts';
import { callAuth } from './auth-errors.ts';
import { type AccountContext, type AccountSession, checkLimit, type RequestContext, recordEvent } from './context.ts';
import { type OAuthError, oauthError } from './oauth-errors.ts';
import { isProvider, PROVIDER_NAMES, type Provider } from './provider.ts';
import { failure, ok, type Result } from './result.ts';
import { endSession, findSession, isFailure, reauthenticate, withCookies } from './session.ts';

/** The result when a user comes back from a provider. */
export interface ProviderReturn {
	/** `code` means that two-factor is on and the user must still enter a code. */
	readonly result: 'signed in' | 'code' | 'connected' | OAuthError;
	readonly isSignedIn: boolean;
}

/**
 * The addresses that better-auth redirects to. No browser opens these addresses. They only tell our code what the
 * result is.
 */
const RESULT_ADDRESSES = { callbackURL: '/known', newUserCallbackURL: '/new', errorCallbackURL: '/failed' };
const CONNECTED = '/connected';

/**
 * Actions for signing in with GitHub or Google, and for connecting these providers to an account. A provider account is
 * identified by its ID, not by its email address.
 */
export function providers(context: AccountContext, known: readonly Provider[]) {
	const { auth, state } = context;
	const isKnown = (name: string): name is Provider => isProvider(name) && known.includes(name);

	return {
		/** The providers that are set up. */
		providers: known,

		connectedProviders: async ({ account }: AccountSession): Promise<Provider[]> =>
			(await state.credentials.providersOf(account.id)).filter(isProvider),

		/**
		 * Starts signing in with a provider. Returns the provider's address, to which the browser must be redirected.
		 * The provider redirects back to `/account/auth/callback/NAME`.
		 */
		async startWithProvider(request: RequestContext, provider: string): Promise<Result<string>> {
			if (!isKnown(provider)) return failure('PROVIDER_UNKNOWN');
			const limited = await checkLimit(context, 'sign_in', request);
			if (limited) return limited;
			const { headers } = request;
			const body = { provider, additionalData: { provider }, ...RESULT_ADDRESSES };
			const started = await callAuth(auth.api.signInSocial({ headers, body, returnHeaders: true }));
			return started.ok ? ok(started.value.url!, started.cookies) : started;
		},

		/** Starts connecting a provider to the signed-in account. Returns the address to redirect to. */
		async connectProvider(
			request: RequestContext,
			{ provider, password }: { readonly provider: string; readonly password: string },
		): Promise<Result<string>> {
			if (!isKnown(provider)) return failure('PROVIDER_UNKNOWN');
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			const { headers } = request;
			const body = { ...RESULT_ADDRESSES, provider, additionalData: { provider }, callbackURL: CONNECTED };
			const started = await callAuth(auth.api.linkSocialAccount({ headers, body, returnHeaders: true }));
			return started.ok ? ok(started.value.url, started.cookies) : started;
		},

		/** Disconnects a provider, unless it is the only way to sign in. */
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

		/** Handles the redirect back from a provider. */
		finishWithProvider: async (
			request: RequestContext,
			provider: string,
			search: string,
		): Promise<Result<ProviderReturn>> =>
			isKnown(provider) ? finish(context, request, provider, search) : failure('PROVIDER_UNKNOWN'),
	};
}

async function finish(
	context: AccountContext,
	request: RequestContext,
	provider: Provider,
	search: string,
): Promise<Result<ProviderReturn>> {
	const { headers } = request;
	const address = `${context.siteUrl}${AUTH_PATH}/callback/${provider}${search}`;
	const response = await context.auth.handler(new Request(address, { headers }));
	const cookies = response.headers.getSetCookie();
	const end = new URL(response.headers.get('location') ?? '', context.siteUrl);
	const before = await findSession(context, request);
	if (end.pathname === CONNECTED && before) {
		const { id, email } = before.account;
		await recordEvent(context, id, 'provider_connected', request, PROVIDER_NAMES[provider]);
		await context.mail?.add({ kind: 'provider_connected', to: email, account: id, provider });
		return ok({ result: 'connected', isSignedIn: true }, cookies);
	}
	const isNew = end.pathname === RESULT_ADDRESSES.newUserCallbackURL;
	if (!isNew && end.pathname !== RESULT_ADDRESSES.callbackURL) {
		const result = oauthError(end.searchParams.get('error'));
		return ok({ result, isSignedIn: before !== undefined }, cookies);
	}
	await endSession(context, request);
	const session = await findSession(context, withCookies(request, cookies));
	if (session === undefined) return ok({ result: 'code', isSignedIn: false }, cookies);
	if (isNew) await context.state.signUps.removeAll(session.account.email);
	const kind = isNew ? 'signed_up' : 'signed_in';
	await recordEvent(context, session.account.id, kind, request, PROVIDER_NAMES[provider]);
	return ok({ result: 'signed in', isSignedIn: true }, cookies);
}
