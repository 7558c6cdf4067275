import type { APIRoute } from 'astro';
import { accountVisit, seeOther } from '../../../../site/account-page.ts';
import { SIGN_IN } from '../../../../site/addresses.ts';

export const prerender = false;

/** The way back from a provider. */
export const GET: APIRoute = async (context) => {
	const { accounts, visitor } = await accountVisit(context);
	const outcome = await accounts.finishWithProvider(visitor, context.params.provider!, context.url.search);
	return outcome.ok ? seeOther(outcome.value, outcome.cookies) : seeOther(`${SIGN_IN.address}?provider=failed`);
};
