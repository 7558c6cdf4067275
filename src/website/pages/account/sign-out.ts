import type { APIRoute } from 'astro';
import { accountRequest, seeOther } from '../../account/account-page.ts';
import { SIGN_IN } from '../../addresses.ts';

export const POST: APIRoute = async (context) => {
	const { accounts, request } = await accountRequest(context);
	const result = await accounts.signOut(request);
	return seeOther(SIGN_IN.address, result.ok ? result.cookies : []);
};
