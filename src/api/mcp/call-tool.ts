/** Calls tools. Checks the arguments, and reads only API data that the key is allowed to read. */
import { firstTime } from '../changes.ts';
import type { ApiContext } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import { ApiError } from '../error.ts';
import { needScopes, toApiError } from '../keyed.ts';
import { pageRequest, positionOf } from '../page.ts';
import { type Parameters, readParameters } from '../parameters.ts';
import type { ValidKey } from '../rate.ts';
import type { ReleaseData } from '../release-data.ts';
import type { Answer } from '../respond.ts';
import type { ApiRequest, QueryPair } from '../target.ts';
import { meantValues } from './meant-values.ts';
import { type ToolRecord, type ToolResult, toolResult } from './result.ts';
import type { Tool } from './tools.ts';

/** The key and the request on whose behalf a tool is called. */
export interface Caller {
	readonly context: ApiContext;
	readonly key: ValidKey;
	readonly request: ApiRequest;
	readonly requestId: string;
}

/** The arguments of a call, as a client sent them. */
export type Arguments = { readonly [name: string]: unknown };

/** Calls a tool. If the tool fails, returns sentences that help the model to correct the call. */
export async function callTool(tool: Tool, args: Arguments, caller: Caller): Promise<ToolResult | string> {
	try {
		return await read(tool, args, caller);
	} catch (error) {
		const { message, code, status, successor, details = [] } = toApiError(error, caller.context, caller.requestId);
		const problems = details.map(
			(detail) => `${'parameter' in detail ? detail.parameter : detail.field}: ${detail.message}`,
		);
		const advice = (status === 404 && successor === undefined) || status === 410 ? tool.advice : undefined;
		return [`${code}: ${message}`, ...problems, advice].filter(Boolean).join('\n');
	}
}

/** @throws ApiError if the call is not valid or not allowed, or if the API cannot return the data */
async function read(tool: Tool, args: Arguments, caller: Caller): Promise<ToolResult> {
	const { endpoint } = tool;
	needScopes(endpoint, caller.key.scopes);
	const release = caller.context.release();
	const { query, used } = meantValues(queryOf(tool.parameters, args), release);
	const values: { slug?: string; slugs?: readonly string[]; page?: number; per_page?: number } = readParameters(
		tool.parameters,
		query,
	);
	const { slug, slugs } = values;
	if (slugs !== undefined) {
		const programs = await Promise.all(slugs.map((one) => readRecord(endpoint, one, release, caller)));
		return toolResult(programs, release);
	}
	const sent = isPaged(endpoint) ? [...withoutSlug(query), ...(tool.always ?? [])] : [];
	const { answer, leftOut } = await readAsFarBack(endpoint, slug, sent, release, caller);
	const { data, meta } = bodyOf(answer);
	const snapshot = answer.snapshot ?? release.snapshot;
	if (!Array.isArray(data) || meta !== undefined) return toolResult(data, { snapshot, page: meta, used, leftOut });
	const page = pageRequest(values);
	const shown = data.slice(page.offset, page.offset + page.perPage);
	return toolResult(shown, { snapshot, page: positionOf(shown.length, data.length, page).meta });
}

/** Like `readEndpoint`, but if the history of changes does not go back to a time, reads all of the history instead. */
async function readAsFarBack(
	endpoint: Endpoint,
	slug: string | undefined,
	query: readonly QueryPair[],
	release: ReleaseData,
	caller: Caller,
): Promise<{ readonly answer: Answer; readonly leftOut?: string }> {
	try {
		return { answer: await readEndpoint(endpoint, slug, query, release, caller) };
	} catch (error) {
		const isTime = query.some(({ name, value }) => name === 'since' && /^\d{4}-/.test(value ?? ''));
		const first = isTime && isGone(error) ? firstTime(caller.context.historyBegins) : undefined;
		if (first === undefined) throw error;
		const all = query.map((pair) => (pair.name === 'since' ? { ...pair, value: first } : pair));
		const answer = await readEndpoint(endpoint, slug, all, release, caller);
		return { answer, leftOut: `Earlier changes are not known. These are all changes since ${first}.` };
	}
}

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'SNAPSHOT_GONE';

/** Whether the endpoint paginates its list. This module paginates the lists of all other endpoints. */
const isPaged = ({ parameters }: Endpoint) => Object.hasOwn(parameters, 'page');

const withoutSlug = (query: readonly QueryPair[]) => query.filter(({ name }) => name !== 'slug');

async function readRecord(endpoint: Endpoint, slug: string, release: ReleaseData, caller: Caller): Promise<ToolRecord> {
	return bodyOf(await readEndpoint(endpoint, slug, [], release, caller)).data as ToolRecord;
}

/**
 * Makes the response of an endpoint. The response is never a file, because no tool uses an endpoint that sends files.
 */
async function readEndpoint(
	endpoint: Endpoint,
	slug: string | undefined,
	query: readonly QueryPair[],
	release: ReleaseData,
	{ context, key, request }: Caller,
): Promise<Answer> {
	const segments = endpoint.path
		.slice(1)
		.split('/')
		.map((segment) => (segment === ':slug' ? slug! : segment));
	const path = { text: `/${segments.join('/')}`, segments };
	return (await endpoint.handle({ endpoint, path, query, key, release, context, request })) as Answer;
}

function bodyOf({ content }: Answer): {
	readonly data: ToolResult['untrusted_data'];
	readonly meta?: ToolResult['page'];
} {
	return JSON.parse(content.read().toString());
}

/**
 * Converts the arguments to an API query. Numbers and booleans become text. Lists become repeated parameters if the
 * parameter can be repeated, otherwise they are joined with commas. An argument that is null counts as missing.
 *
 * @throws ApiError INVALID_PARAMETER
 */
function queryOf(parameters: Parameters, args: Arguments): QueryPair[] {
	const present = Object.entries(args).filter(([, value]) => value !== null && value !== undefined);
	const wrong = present.filter(([, value]) => !isScalar(value) && !(Array.isArray(value) && value.every(isScalar)));
	if (wrong.length > 0) {
		throw new ApiError('INVALID_PARAMETER', 'Some arguments are not valid.', {
			details: wrong.map(([parameter]) => ({ parameter, message: 'It must be text, a number or a boolean.' })),
		});
	}
	return present.flatMap(([name, value]) => {
		const isSeveral = Array.isArray(value) && Object.hasOwn(parameters, name) && parameters[name]!.repeats;
		const values: readonly unknown[] = isSeveral ? value : [value];
		return values.map((one) => ({ name, value: String(one) }));
	});
}

function isScalar(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
