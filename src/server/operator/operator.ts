/** Answers at `/operator/…`, for other machines of the operator: those that build releases, and those of editors. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { HttpResponse } from '../../shared/http/response.ts';
import type { Stores } from '../../state/state.ts';
import { sentence, UNCACHED } from '../error-responses.ts';
import type { SiteHandler } from '../site.ts';
import type { SiteRequest } from '../site-response.ts';
import {
	type OperatorReply,
	type OperatorRequest,
	operatorProposals,
	operatorSettlement,
	operatorVisits,
} from './answers.ts';

const OPERATOR = '/operator/';

const HANDLERS: { readonly [endpoint: string]: (request: OperatorRequest) => Promise<OperatorReply> } = {
	'GET /operator/views': operatorVisits,
	'GET /operator/proposals': operatorProposals,
	'POST /operator/proposals': operatorSettlement,
};

/**
 * Extends a website with the addresses for the operator's machines. Without a token, they do not exist.
 *
 * @param token the operator's token, which requests send as `Authorization: Bearer …`
 */
export function withOperator(site: SiteHandler, stores: Stores, token: string | undefined): SiteHandler {
	if (token === undefined) return site;
	const expected = digest(token);
	return async (request, failed) => {
		const { target, header } = request;
		if (!target.startsWith(OPERATOR)) return site(request, failed);
		const [, sent] = /^Bearer ([\x21-\x7e]{1,1000})$/i.exec(header('authorization') ?? '') ?? [];
		if (sent === undefined || !timingSafeEqual(digest(sent), expected)) return UNAUTHORIZED;
		return answer(request, stores).catch((error) => {
			failed(error);
			return sentence(503, 'The state cannot be read or written at the moment. Try again in a minute.');
		});
	};
}

async function answer(request: SiteRequest, stores: Stores): Promise<HttpResponse> {
	const [path, query = ''] = request.target.split('?', 2) as [string, string?];
	const handle = HANDLERS[`${request.method} ${path}`];
	if (handle === undefined) return sentence(404, 'There is nothing at this address, or not for this method.');
	const body = () => request.privateRequest().body();
	const reply = await handle({ query: new URLSearchParams(query), stores, body });
	if ('problem' in reply) return sentence(400, reply.problem);
	const text = Buffer.from(JSON.stringify(reply));
	// biome-ignore format: a name and its value on each line
	const headers = [
		'Cache-Control', UNCACHED,
		'Content-Type', 'application/json',
		'Content-Length', String(text.length),
	];
	return { status: 200, headers, body: text };
}

const digest = (text: string) => hash('sha256', text, 'buffer');

const UNAUTHORIZED = sentence(401, 'Send the OPERATOR_TOKEN of this server as Authorization: Bearer …', [
	'WWW-Authenticate',
	'Bearer',
]);
