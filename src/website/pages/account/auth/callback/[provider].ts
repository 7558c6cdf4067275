import type { APIRoute } from 'astro';
import { accountRequest, seeOther, withFlash } from '../../../../account/account-page.ts';
import { ACCOUNT, CONNECTED_ACCOUNTS, SIGN_IN, SIGN_IN_CODE } from '../../../../addresses.ts';

/** Handles the redirect back from a provider. Always redirects to a page of this site, whatever the provider sends. */
export const GET: APIRoute = async (context) => {
	const { accounts, request } = await accountRequest(context);
	const provider = context.params.provider!;
	const finished = await accounts.finishWithProvider(request, provider, context.url.search);
	if (!finished.ok) return seeOther(SIGN_IN.address);
	const { cookies, value } = finished;
	const { result, isSignedIn } = value;
	if (result === 'signed in') return seeOther(ACCOUNT.address, cookies);
	if (result === 'code') return seeOther(SIGN_IN_CODE.address, cookies);
	if (result === 'connected') return seeOther(withFlash(CONNECTED_ACCOUNTS, `${provider}-connected`), cookies);
	const { address } = isSignedIn ? CONNECTED_ACCOUNTS : SIGN_IN;
	return seeOther(`${address}?${new URLSearchParams({ provider, problem: result })}`, cookies);
};
