import type { APIRoute } from 'astro';
import { accountVisit, seeOther, wayBack } from '../../site/account-page.ts';

export const prerender = false;

/** Puts a notice away. */
export const POST: APIRoute = async (context) => {
	const form = new URLSearchParams(await context.request.text());
	const { accounts, visitor } = await accountVisit(context);
	await accounts.dismissNotice(visitor, Number(form.get('id')));
	return seeOther(wayBack(form.get('to')));
};
