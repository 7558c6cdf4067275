import { ask } from './ask.ts';
import { AUTH_PATH, PROVIDERS, type Provider } from './auth.ts';
import { type Desk, remember, type Visitor } from './desk.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { endSession, whoIs, withCookies } from './who.ts';

/** Signing in at GitHub or Google. An account's second factor is not asked for then: it is theirs to ask for one. */
export function providers(desk: Desk, known: readonly Provider[]) {
	const { auth } = desk;

	return {
		/** The providers that are set up. */
		providers: known,

		/** Where to send a visitor who wants to sign in at a provider, who comes back to `/account/auth/callback/NAME`. */
		async startWithProvider(visitor: Visitor, provider: string): Promise<Outcome<string>> {
			const name = PROVIDERS.find((one) => one === provider);
			if (name === undefined || !known.includes(name)) return refused('PROVIDER_UNKNOWN');
			const body = {
				provider: name,
				...{ callbackURL: '/account/', errorCallbackURL: '/account/sign-in/?provider=failed' },
			};
			const begun = await ask(auth.api.signInSocial({ headers: visitor.headers, body, returnHeaders: true }));
			return begun.ok ? done(begun.value.url!, begun.cookies) : begun;
		},

		/** The way back. The visitor is sent on to a page of ours, whatever the provider says. */
		async finishWithProvider(visitor: Visitor, provider: string, search: string): Promise<Outcome<string>> {
			const name = PROVIDERS.find((one) => one === provider);
			if (name === undefined || !known.includes(name)) return refused('PROVIDER_UNKNOWN');
			const { headers } = visitor;
			const address = `${desk.siteUrl}${AUTH_PATH}/callback/${name}${search}`;
			const response = await auth.handler(new Request(address, { headers }));
			const cookies = response.headers.getSetCookie();
			const who = await whoIs(desk, { ...visitor, headers: withCookies(headers, cookies) });
			if (who === undefined) return refused('PROVIDER_FAILED');
			await endSession(desk, visitor);
			await remember(desk, who.account.id, 'signed_in', visitor, name);
			return done('/account/', cookies);
		},
	};
}
