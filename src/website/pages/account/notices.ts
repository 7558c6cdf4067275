import type { APIRoute } from 'astro';
import { accountRequest, returnTo, seeOther } from '../../account/account-page.ts';

export const POST: APIRoute = async (context) => {
	const form = new URLSearchParams(await context.request.text());
	const { accounts, request } = await accountRequest(context);
	await accounts.dismissNotice(request, Number(form.get('id')));
	return seeOther(returnTo(form.get('to')));
};
