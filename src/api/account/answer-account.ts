/** Answers requests to the endpoints about the account of the key. */
import { hash } from 'node:crypto';
import { tagOf } from '../../shared/tag.ts';
import { Content } from '../content.ts';
import { type EndpointRequest, FRESH, type Handler, methodOf } from '../endpoint.ts';
import { ApiError } from '../error.ts';
import { needScopes } from '../keyed.ts';
import { readParameters } from '../parameters.ts';
import type { ValidKey } from '../rate.ts';
import { refusal } from '../refusals.ts';
import type { Answer } from '../respond.ts';
import type { AccountHandler, AccountRequest, AccountStores } from './account-request.ts';
import { once } from './once.ts';
import { invalidBody, parseBody } from './parse-body.ts';

/**
 * Makes the function that answers requests to an endpoint. It reads the body first, which can take long, and then checks
 * the key again.
 */
export function forAccount(handler: AccountHandler): Handler {
	return (request) => answer(request, handler);
}

async function answer(accepted: EndpointRequest, handler: AccountHandler): Promise<Answer> {
	const { context, request, endpoint } = accepted;
	const { stores } = context;
	if (stores === undefined) throw new ApiError('UNAVAILABLE', 'This server has no accounts.');
	if (methodOf(endpoint) === 'GET') {
		const { body, headers = [] } = await handler(asked(accepted, stores, accepted.key, Buffer.alloc(0)));
		return answerOf(200, JSON.stringify(body), headers, true);
	}
	const bytes = (await request.body?.()) ?? Buffer.alloc(0);
	if (bytes === 413) throw new ApiError('BODY_TOO_LARGE', 'The body is larger than 64 kB. Send a smaller one.');
	if (bytes === 400) throw invalidBody([{ field: '', message: 'The body is incomplete. Send the request again.' }]);
	const key = await context.verify(request.header('x-api-key'));
	if (!key.ok) throw refusal(key.code, context, request);
	needScopes(endpoint, key.scopes);
	const repeatable = {
		account: key.account,
		operation: endpoint.operation,
		fingerprint: hash('sha256', Buffer.concat([Buffer.from(`${accepted.path.text}\n`), bytes]), 'base64url'),
	};
	const { status, body, headers } = await once(stores.idempotency, request, repeatable, endpoint, async () => {
		const reply = await handler(asked(accepted, stores, key, bytes));
		return { status: endpoint.status ?? 200, body: JSON.stringify(reply.body), headers: reply.headers ?? [] };
	});
	return answerOf(status, body, headers, false);
}

function asked(
	{ context, request, path, query }: EndpointRequest,
	stores: AccountStores,
	{ account, plan, scopes }: ValidKey,
	bytes: Buffer,
): AccountRequest {
	return {
		account: { id: account, plan },
		scopes,
		path: path.text,
		segments: path.segments,
		query,
		parameters: (parameters) => readParameters(parameters, query),
		body: (schema) => parseBody(request.header('content-type'), request.header('content-encoding'), bytes, schema),
		header: (name) => request.header(name),
		directory: context.directory(),
		stores,
		webhookSecrets: context.webhookSecrets,
		address: () => request.address(),
		siteUrl: context.siteUrl,
		now: new Date(),
	};
}

function answerOf(status: number, text: string, headers: readonly string[], isRead: boolean): Answer {
	const body = Buffer.from(text);
	return { status, content: new Content(body, 'once', isRead ? tagOf(body) : undefined), caching: FRESH, headers };
}
