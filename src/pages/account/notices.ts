import type { APIRoute } from 'astro';
import { accountRequest, seeOther, wayBack } from '../../site/account/account-page.ts';

export const prerender = false;

/** Puts a notice away. */
export const POST: APIRoute = async (context) => {
	const form = new URLSearchParams(await context.request.text());
	const { accounts, request } = await accountRequest(context);
	await accounts.dismissNotice(request, Number(form.get('id')));
	return seeOther(wayBack(form.get('to')));
};
