import type { APIRoute } from 'astro';
import type { FailureCode } from '../../../../accounts/result.ts';
import { accountRequest } from '../../../account/account-page.ts';

const STATUSES: { readonly [C in FailureCode]?: number } = { SIGNED_OUT: 401, OTHER_ACCOUNT: 409, TOO_MANY: 429 };

/** Takes the saved programs of a browser, and sends the list that it and the account have from now on, as JSON. */
export const POST: APIRoute = async (context) => {
	const { accounts, request } = await accountRequest(context);
	const result = await accounts.syncSaved(request, await context.request.text());
	if (result === undefined) return json(422, { code: 'INVALID' });
	if (result.ok) return json(200, result.value, result.cookies);
	const { code, retryAfter } = result;
	const response = json(STATUSES[code] ?? 422, { code });
	if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter));
	return response;
};

function json(status: number, body: object, cookies: readonly string[] = []): Response {
	const headers = new Headers({ 'Content-Type': 'application/json' });
	for (const cookie of cookies) headers.append('Set-Cookie', cookie);
	return new Response(JSON.stringify(body), { status, headers });
}
