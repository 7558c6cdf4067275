/** Runs before every page, in our server and in Astro's own server. */
import type { APIContext, MiddlewareHandler, MiddlewareNext } from 'astro';
import { isSameOrigin } from '../accounts/form-tokens.ts';
import type { ReleaseData } from '../api/release-data.ts';
import { isPrivatePath } from '../shared/http/site-headers.ts';
import { needsSession, seeOther, withReturnTo } from './account/account-page.ts';
import { CHANGE_PASSWORD, LEAKED_KEY, SIGN_IN, SIGN_OUT, TWO_FACTOR } from './addresses.ts';
import { contentRoutes } from './rendering/page-types.ts';
import { servedRelease } from './served/release.ts';

const NOT_FOUND = '/404';
const READ_METHODS = ['GET', 'HEAD'];
/**
 * The only private pages that users can open before they turn on two-factor, if the operator requires it. The password
 * page is one of them, because two-factor needs a password.
 */
const BEFORE_TWO_FACTOR = [TWO_FACTOR, CHANGE_PASSWORD, SIGN_OUT, LEAKED_KEY].map(({ address }) => address);

/** The account pages with slugs in their addresses: for each, the places of the slugs among the segments of the path. */
const SLUGS: { readonly [page: string]: { readonly [place: number]: string } } = {
	organizations: { 3: 'organizations', 5: 'programs' },
	reviews: { 3: 'programs' },
};

/**
 * Replaces the former slugs of renamed and merged records in the path of an account page. Returns undefined if it has none.
 *
 * @param path such as `/account/organizations/acme-co/programs/acme/`
 */
function presentAddress(release: Pick<ReleaseData, 'redirect'>, path: string): string | undefined {
	const segments = path.split('/');
	const places = SLUGS[segments[2]!] ?? {};
	const present = segments.map((slug, place) => {
		const kind = places[place];
		return (kind !== undefined && release.redirect(`/${kind}/${slug}`)) || slug;
	});
	const address = present.join('/');
	return address === path ? undefined : address;
}

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
	const mustSignIn = session === undefined && needsSession(url);
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
