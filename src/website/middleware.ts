/** Runs before every page, in our server and in Astro's own server. */
import type { APIContext, MiddlewareHandler, MiddlewareNext } from 'astro';
import { isSameOrigin } from '../accounts/same-origin.ts';
import { isPrivatePath } from '../shared/http/site-headers.ts';
import { seeOther, withReturnTo } from './account/account-page.ts';
import { presentAddress } from './account/present-address.ts';
import {
	ACCOUNT,
	CHANGE_PASSWORD,
	DISMISS,
	FORGOTTEN,
	LEAKED_KEY,
	SAVED_SYNC,
	SIGN_IN,
	SIGN_OUT,
	SIGN_UP,
	TWO_FACTOR,
	WRONG_FACT,
} from './addresses.ts';
import { contentRoutes } from './rendering/page-types.ts';
import { servedRelease } from './served/release.ts';

const NOT_FOUND = '/404';
const READ_METHODS = ['GET', 'HEAD'];
/** The starts of the addresses of private pages that visitors can open without a session. */
const WITHOUT_SESSION = [
	...[SIGN_IN, SIGN_UP, FORGOTTEN, SIGN_OUT, DISMISS, LEAKED_KEY, WRONG_FACT].map(({ address }) => address),
	...['auth/', 'reset-password/', 'verify-email/'].map((path) => ACCOUNT.address + path),
	SAVED_SYNC,
];
/**
 * The only private pages that users can open before they turn on two-factor, if the operator requires it. The password
 * page is one of them, because two-factor needs a password.
 */
const BEFORE_TWO_FACTOR = [TWO_FACTOR, CHANGE_PASSWORD, SIGN_OUT, LEAKED_KEY].map(({ address }) => address);

/** Sends visitors of a page of a renamed or merged record to its present address. */
async function answerOrMove({ locals, url }: APIContext, next: MiddlewareNext): Promise<Response> {
	const response = await next();
	if (response.status !== 404) return response;
	const address = presentAddress(await servedRelease(locals), url.pathname);
	if (address === undefined) return response;
	return new Response(null, { status: 307, headers: { Location: address + url.search } });
}

/**
 * In development, provides the view that a content page shows. Protects private pages: rejects forms sent from other
 * sites, finds the session, redirects visitors who must sign in or turn on two-factor first, and forbids caching.
 */
export const onRequest: MiddlewareHandler = async (context, next) => {
	const { request, locals, url } = context;
	if (import.meta.env.DEV && locals.view === undefined && contentRoutes.has(context.routePattern)) {
		const { developmentView } = await import('./rendering/development-view.ts');
		const found = await developmentView(url.pathname);
		if (found === undefined && context.routePattern !== NOT_FOUND) return context.rewrite(NOT_FOUND);
		Object.assign(locals, found);
	}
	if (!isPrivatePath(url.pathname)) return next();
	const siteUrl = context.site!.origin;
	if (!READ_METHODS.includes(request.method) && !isSameOrigin(request.headers, siteUrl)) {
		return new Response(
			`This form did not come from a page of this site. Open ${siteUrl}${url.pathname} and try again.\n`,
			{
				status: 403,
				headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' },
			},
		);
	}
	if (locals.requestContext === undefined) {
		const { astroService } = await import('virtual:service');
		const { accounts, clientAddress } = await astroService();
		const { headers } = request;
		const address = clientAddress(context.clientAddress, () => headers.get('x-forwarded-for') ?? undefined);
		Object.assign(locals, { accounts, requestContext: { headers, address } });
	}
	const accounts = await locals.accounts!();
	const session = await accounts.findSession(locals.requestContext!);
	Object.assign(locals, { session, requestContext: { ...locals.requestContext, session } });
	const mustSignIn = session === undefined && !WITHOUT_SESSION.some((start) => url.pathname.startsWith(start));
	const mustTurnOn =
		accounts.requiresTwoFactor && session?.twoFactor === false && !BEFORE_TWO_FACTOR.includes(url.pathname);
	const response = mustSignIn
		? seeOther(withReturnTo(SIGN_IN, url.pathname + url.search))
		: mustTurnOn
			? seeOther(TWO_FACTOR.address)
			: await answerOrMove(context, next);
	// A page that signs in or out sets the cookies itself. Otherwise, they extend a session that is in use.
	if (session && !response.headers.has('Set-Cookie')) {
		for (const cookie of session.cookies) response.headers.append('Set-Cookie', cookie);
	}
	response.headers.set('Cache-Control', 'no-store');
	return response;
};
