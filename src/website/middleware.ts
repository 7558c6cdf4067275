/** Runs before every page, in our server and in Astro's own server. */
import type { MiddlewareHandler } from 'astro';
import { isSameOrigin } from '../accounts/same-origin.ts';
import { isPrivatePath } from '../shared/http/private-path.ts';
import { CHANGE_PASSWORD, LEAKED_KEY, SIGN_OUT, TWO_FACTOR } from './addresses.ts';
import { contentRoutes } from './rendering/page-types.ts';

const NOT_FOUND = '/404';
const READ_METHODS = ['GET', 'HEAD'];
/**
 * The only private pages that users can open before they turn on two-factor, if the operator requires it. The password
 * page is one of them, because two-factor needs a password.
 */
const BEFORE_TWO_FACTOR = [TWO_FACTOR, CHANGE_PASSWORD, SIGN_OUT, LEAKED_KEY].map(({ address }) => address);

/**
 * In development, provides the view that a content page shows. Protects private pages: rejects forms sent from other
 * sites, redirects users who must turn on two-factor first, and forbids caching.
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
	const mustTurnOn =
		!BEFORE_TWO_FACTOR.includes(url.pathname) && (await accounts.mustTurnOnTwoFactor(locals.requestContext!));
	const response = mustTurnOn ? context.redirect(TWO_FACTOR.address, 303) : await next();
	response.headers.set('Cache-Control', 'no-store');
	return response;
};
