import type { APIRoute } from 'astro';
import { accountVisit, seeOther } from '../../site/account-page.ts';
import { SIGN_IN } from '../../site/addresses.ts';

export const prerender = false;

/** Ends the session, if there is one. */
export const POST: APIRoute = async (context) => {
	const { accounts, visitor } = await accountVisit(context);
	const outcome = await accounts.signOut(visitor);
	return seeOther(SIGN_IN.address, outcome.ok ? outcome.cookies : []);
};
