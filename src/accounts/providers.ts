import { providerConnected } from '../mail/messages.ts';
import { ask } from './ask.ts';
import { AUTH_PATH } from './auth.ts';
import { type Desk, limit, remember, type Visitor } from './desk.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { isProvider, PROVIDER_NAMES, type Provider } from './provider.ts';
import { type ProviderProblem, providerProblem } from './provider-problem.ts';
import { endSession, isRefused, type SignedIn, whoIs, whoIsSurely, withCookies } from './who.ts';

/** What came of going by a provider. */
export interface ProviderReturn {
	/** `code` is the second step, where two-factor is on; nobody is signed in yet. */
	readonly result: 'signed in' | 'code' | 'connected' | ProviderProblem;
	/** Whether they are signed in now. */
	readonly isInside: boolean;
}

/** Where better-auth would send someone on, who never gets to see it: it says how it went. */
const ENDS = { callbackURL: '/known', newUserCallbackURL: '/new', errorCallbackURL: '/failed' };
const CONNECTED = '/connected';

/** Signing in at GitHub or Google, and connecting them to an account. An account is known by its number there. */
export function providers(desk: Desk, known: readonly Provider[]) {
	const { auth, state } = desk;
	const isKnown = (name: string): name is Provider => isProvider(name) && known.includes(name);

	return {
		/** The providers that are set up. */
		providers: known,

		/** Those that someone can sign in by. */
		connectedProviders: async ({ account }: SignedIn): Promise<Provider[]> =>
			(await state.credentials.providersOf(account.id)).filter(isProvider),

		/** Where to send a visitor who wants to sign in at a provider, who comes back to `/account/auth/callback/NAME`. */
		async startWithProvider(visitor: Visitor, provider: string): Promise<Outcome<string>> {
			if (!isKnown(provider)) return refused('PROVIDER_UNKNOWN');
			const limited = await limit(desk, 'sign_in', visitor);
			if (limited) return limited;
			const { headers } = visitor;
			const body = { provider, additionalData: { provider }, ...ENDS };
			const begun = await ask(auth.api.signInSocial({ headers, body, returnHeaders: true }));
			return begun.ok ? done(begun.value.url!, begun.cookies) : begun;
		},

		/** The same for someone who is signed in and wants to be able to sign in there too. */
		async connectProvider(
			visitor: Visitor,
			{ provider, password }: { readonly provider: string; readonly password: string },
		): Promise<Outcome<string>> {
			if (!isKnown(provider)) return refused('PROVIDER_UNKNOWN');
			const who = await whoIsSurely(desk, visitor, password);
			if (isRefused(who)) return who;
			const { headers } = visitor;
			const body = { ...ENDS, provider, additionalData: { provider }, callbackURL: CONNECTED };
			const begun = await ask(auth.api.linkSocialAccount({ headers, body, returnHeaders: true }));
			return begun.ok ? done(begun.value.url, begun.cookies) : begun;
		},

		/** Ends that someone can sign in there, unless it is the only way. */
		async disconnectProvider(
			visitor: Visitor,
			{ provider, password }: { readonly provider: string; readonly password: string },
		): Promise<Outcome> {
			if (!isProvider(provider)) return refused('PROVIDER_UNKNOWN');
			const who = await whoIsSurely(desk, visitor, password);
			if (isRefused(who)) return who;
			if (!(await state.credentials.removeProvider(who.account.id, provider))) return refused('ONLY_WAY_IN');
			await remember(desk, who.account.id, 'provider_disconnected', visitor, PROVIDER_NAMES[provider]);
			return done();
		},

		/** The way back from a provider. */
		async finishWithProvider(visitor: Visitor, provider: string, search: string): Promise<Outcome<ProviderReturn>> {
			if (!isKnown(provider)) return refused('PROVIDER_UNKNOWN');
			const { headers } = visitor;
			const address = `${desk.siteUrl}${AUTH_PATH}/callback/${provider}${search}`;
			const response = await auth.handler(new Request(address, { headers }));
			const cookies = response.headers.getSetCookie();
			const end = new URL(response.headers.get('location') ?? '', desk.siteUrl);
			const before = await whoIs(desk, visitor);
			if (end.pathname === CONNECTED && before) {
				const { id, email } = before.account;
				await remember(desk, id, 'provider_connected', visitor, PROVIDER_NAMES[provider]);
				desk.mailer?.send(email, providerConnected(desk, PROVIDER_NAMES[provider]));
				return done({ result: 'connected', isInside: true }, cookies);
			}
			const isNew = end.pathname === ENDS.newUserCallbackURL;
			if (!isNew && end.pathname !== ENDS.callbackURL) {
				const result = providerProblem(end.searchParams.get('error'));
				return done({ result, isInside: before !== undefined }, cookies);
			}
			await endSession(desk, visitor);
			const who = await whoIs(desk, { ...visitor, headers: withCookies(headers, cookies) });
			if (who === undefined) return done({ result: 'code', isInside: false }, cookies);
			const kind = isNew ? 'signed_up' : 'signed_in';
			await remember(desk, who.account.id, kind, visitor, PROVIDER_NAMES[provider]);
			return done({ result: 'signed in', isInside: true }, cookies);
		},
	};
}
