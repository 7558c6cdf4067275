import type { APIRoute } from 'astro';
import { accountRequest, seeOther } from '../../site/account/account-page.ts';
import { SIGN_IN } from '../../site/addresses.ts';

export const prerender = false;

/** All that is kept about someone, as a file. */
export const GET: APIRoute = async ({ locals }) => {
	const { accounts, request } = await accountRequest({ locals });
	const outcome = await accounts.export(request);
	if (!outcome.ok) return seeOther(SIGN_IN.address);
	return new Response(JSON.stringify(outcome.value, null, '\t'), {
		headers: {
			'Content-Type': 'application/json; charset=utf-8',
			'Content-Disposition': 'attachment; filename="account.json"',
		},
	});
};
