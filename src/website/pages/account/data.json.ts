import type { APIRoute } from 'astro';
import { accountRequest, seeOther } from '../../account/account-page.ts';
import { SIGN_IN } from '../../addresses.ts';

export const GET: APIRoute = async ({ locals }) => {
	const { accounts, request } = await accountRequest({ locals });
	const result = await accounts.export(request);
	if (!result.ok) return seeOther(SIGN_IN.address);
	return new Response(JSON.stringify(result.value, null, 2), {
		headers: {
			'Content-Type': 'application/json; charset=utf-8',
			'Content-Disposition': 'attachment; filename="account.json"',
		},
	});
};
