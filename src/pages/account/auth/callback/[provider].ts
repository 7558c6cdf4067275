import type { APIRoute } from 'astro';
import { accountRequest, seeOther } from '../../../../site/account/account-page.ts';
import { withFlash } from '../../../../site/account/flash-message.ts';
import { ACCOUNT, CONNECTED_ACCOUNTS, SIGN_IN, SIGN_IN_CODE } from '../../../../site/addresses.ts';

export const prerender = false;

/** The way back from a provider: to a page of ours, whatever the provider says. */
export const GET: APIRoute = async (context) => {
	const { accounts, request } = await accountRequest(context);
	const provider = context.params.provider!;
	const outcome = await accounts.finishWithProvider(request, provider, context.url.search);
	if (!outcome.ok) return seeOther(SIGN_IN.address);
	const { cookies, value } = outcome;
	const { result, isInside } = value;
	if (result === 'signed in') return seeOther(ACCOUNT.address, cookies);
	if (result === 'code') return seeOther(SIGN_IN_CODE.address, cookies);
	if (result === 'connected') return seeOther(withFlash(CONNECTED_ACCOUNTS, `${provider}-connected`), cookies);
	const { address } = isInside ? CONNECTED_ACCOUNTS : SIGN_IN;
	return seeOther(`${address}?${new URLSearchParams({ provider, problem: result })}`, cookies);
};
