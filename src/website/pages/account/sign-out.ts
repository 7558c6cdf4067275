import type { APIRoute } from 'astro';
import { accountRequest, seeOther, withFlash } from '../../account/account-page.ts';
import { SIGN_IN } from '../../addresses.ts';

export const POST: APIRoute = async (context) => {
	const { accounts, request } = await accountRequest(context);
	const result = await accounts.signOut(request);
	return seeOther(withFlash(SIGN_IN, 'signed-out'), result.ok ? result.cookies : []);
};
