/**
 * Shows that a server can produce everything in the OpenAPI document. The client of these tests checks the other
 * direction: that every response is documented.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDED_FIELDS } from '../../src/api/added-fields.ts';
import { type Endpoint, scopesOf } from '../../src/api/endpoint.ts';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { ERRORS, type ErrorCode } from '../../src/api/error.ts';
import { createApi } from '../../src/api/handler.ts';
import { openApiPath } from '../../src/api/openapi/operation.ts';
import { OFFER_PER } from '../../src/catalog/offer.ts';
import { documentSchema } from '../support/document-schema.ts';
import { OPEN } from '../support/open-verdict.ts';
import type { ServerProcess } from '../support/running-server.ts';
import { type Answer, type Ask, allItems, apiAt, decoded, jsonOf, withParameters } from './api.ts';
import { CONTRACT, KEYS, NODE_API } from './contract.ts';
import { CAPPED, RENAMED } from './directory.ts';
import { checkDocumented, DOCUMENT, responseOf } from './documented.ts';
import { ENDPOINTS as EXISTING, type ReadScope } from './endpoints.ts';
import { documentedFacts, shownFacts } from './schema-facts.ts';
import { startNodeServer } from './servers.ts';
import { copyOfState, runSql } from './state.ts';

/** The endpoints, each with the path of an existing resource. */
const OPERATIONS = (ENDPOINTS as readonly Endpoint[]).map((endpoint) => ({ endpoint, path: existingPath(endpoint) }));

function existingPath({ path, parameters }: Endpoint): string {
	if ('since' in parameters) return `${path}?since=${CONTRACT.earlierSnapshotId}`;
	return EXISTING.find(({ endpoint }) => endpoint === `GET ${path}`)?.path ?? path;
}

/** Programs with all kinds of values. */
const TELLING = [
	...['all-unknown', 'monthly', 'once', 'mixed', 'stepped', 'words-range', 'words-up-to', 'many-offers', 'for-life'],
	'every-term',
	...CAPPED.map((per) => `capped-per-${per}`),
	...OFFER_PER.map((per) => `for-${per.replace('_', '-')}`),
];

/** More resources, with values that the existing ones lack, by endpoint. */
const OTHERS: { readonly [operation: string]: readonly string[] } = {
	listPrograms: [
		'/programs?q=quilon',
		'/programs?not_restriction=ppc',
		'/programs?category=lamps',
		'/programs?q=recurring+xyzzy+lamps+paypal&intent=true',
		`/programs?slugs=lumen-partners,${TELLING}&fields=${ADDED_FIELDS}&facets=category`,
	],
	getProgram: TELLING.map((slug) => `/programs/${slug}`),
	listProgramReviews: ['/programs/lumen-partners/reviews'],
	getCategory: ['/categories/unlabelled'],
	listCategoryPrograms: ['lighting', 'filtered'].map((slug) => `/categories/${slug}/programs`),
	getReview: ['/reviews/rev_bare', '/reviews/rev_a', '/reviews/rev__'],
	getOrganization: ['/organizations/plain'],
	listOrganizationPrograms: ['lumen-labs', 'plain', 'rankers'].map((slug) => `/organizations/${slug}/programs`),
};

describe('Every documented value of a response occurs', () => {
	// The list of exported files shows the sizes and checksums of files that were requested before.
	beforeAll(() => NODE_API.get('/export/programs.ndjson', { method: 'HEAD' }));

	const withJson = OPERATIONS.filter(({ endpoint }) => endpoint.mediaType === undefined);
	test.each(withJson)('in $endpoint.operation', async ({ endpoint: { path, operation }, path: existing }) => {
		const { schema } = DOCUMENT.paths[openApiPath(path)]!.get!.responses[200].content['application/json']!;
		const bodies = await Promise.all([existing, ...(OTHERS[operation] ?? [])].map((one) => NODE_API.json(one)));
		for (const body of bodies) documentSchema(DOCUMENT, schema).parse(body);
		if (['/programs', '/changes', '/reviews'].includes(path)) {
			bodies.push({ data: await allItems(NODE_API, existing, 50) });
		}
		const shown = new Set(bodies.flatMap((body) => shownFacts(schema, body)));
		expect(documentedFacts(schema).filter((fact) => !shown.has(fact))).toEqual([]);
	});
});

const ONCE = { headers: { 'Idempotency-Key': 'openapi' } };
const CHANGE = { method: 'PATCH', json: { cookie_days: 4321 } };

/** Requests with all errors of requests that change something, and with the headers of their responses. */
const WRITES: readonly (readonly [path: string, ask: Ask])[] = [
	['/programs/lumen-partners', { ...CHANGE, ...ONCE }],
	['/programs/lumen-partners', { ...CHANGE, ...ONCE }],
	['/programs/lumen-partners', { ...CHANGE, ...ONCE, json: { cookie_days: 4322 } }],
	['/programs/lumen-partners', { ...CHANGE, headers: { 'If-Match': '"old"' } }],
	['/programs/lumen-partners', { ...CHANGE, headers: { 'Content-Type': 'text/plain' } }],
	['/programs/lumen-partners', { ...CHANGE, json: { views: 1 } }],
	['/programs/lumen-partners', { ...CHANGE, content: `"${'x'.repeat(70_000)}"` }],
	['/programs/quillon', CHANGE],
];

describe('Every documented status, code and header occurs', () => {
	const answers: { operation: string; answer: Answer }[] = [];
	let server: ServerProcess;

	beforeAll(async () => {
		const state = await copyOfState(CONTRACT.state, join(CONTRACT.folder, 'openapi-state'));
		server = await startNodeServer(CONTRACT.out, state, { RATE_LIMITS: 'free=1,invalid-keys=1' });
		const limited = apiAt('the Node server with limits', server.port, KEYS.reading);
		for (const { endpoint, path } of OPERATIONS) {
			const { operation } = endpoint;
			const [scope, ...others] = scopesOf(endpoint) as [ReadScope, ...ReadScope[]];
			const add = (answer: Answer) => answers.push({ operation, answer });
			const ranges = endpoint.mediaType !== undefined ? ['bytes=0-1', 'bytes=99999999-'] : [];
			for (const ask of [
				{},
				{ headers: { 'If-None-Match': '*' } },
				{ key: null },
				{ key: KEYS.revoked },
				{ key: KEYS.expired },
				{ key: 'no key' },
				{ key: scope === undefined || others.length > 0 ? KEYS.idle : KEYS.without[scope] },
				...ranges.map((range) => ({ headers: { Range: range } })),
				{ method: 'PUT' },
			]) {
				add(await NODE_API.get(path, ask));
			}
			add(await NODE_API.get(withParameters(path, 'nothing=1')));
			if ('since' in endpoint.parameters) add(await NODE_API.get(`${endpoint.path}?since=000000000000`));
			if ('snapshot' in endpoint.parameters) add(await NODE_API.get(`${path}?snapshot=0123456789ab`));
			if (endpoint.path.includes(':')) add(await NODE_API.get(path.replace(/^(\/\w+\/)[^/]+/, '$1no-such')));
			const renamed = RENAMED.find(([kind]) => endpoint.path.startsWith(`/${kind}/:`));
			if (renamed) add(await NODE_API.get(path.replace(/^(\/\w+\/)[^/]+/, `$1${renamed[1]}`)));
			// The server counts per minute. At least two of three requests are in the same one.
			for (let i = 0; i < 3; i++) {
				add(await limited.get(path));
				add(await limited.get(path, { key: 'no key' }));
			}
			add(await failingAnswer(path));
		}
		for (const ask of WRITES) {
			const [path, sent] = ask;
			answers.push({ operation: 'writing', answer: await NODE_API.get(path, { key: KEYS.brand, ...sent }) });
		}
		await runSql(state, 'ALTER TABLE keys RENAME TO elsewhere');
		// The server may still have a valid decision about a key used before, so this one is new to it.
		for (const { endpoint, path } of OPERATIONS) {
			answers.push({ operation: endpoint.operation, answer: await limited.get(path, { key: KEYS.idle }) });
		}
	});
	afterAll(() => server?.stop('SIGKILL'));

	test.each(ENDPOINTS)('every status of $operation', ({ path, operation }) => {
		const documented = Object.keys(DOCUMENT.paths[openApiPath(path)]!.get!.responses).map(Number);
		const own = answers.filter((one) => one.operation === operation);
		expect([...new Set(own.map(({ answer }) => answer.status))].sort()).toEqual(documented);
	});

	test.each(ENDPOINTS)('every header of each status of $operation', (endpoint) => {
		for (const { answer } of answers.filter(({ operation }) => operation === endpoint.operation)) {
			const documented = Object.keys(responseOf(endpoint, answer.status)!.headers!);
			const same = answers.filter((one) => one.answer.status === answer.status);
			const seen = new Set(same.flatMap((one) => [...one.answer.headers.keys()]));
			// A limit that was not counted yet cannot be shown.
			const missing = documented.filter((name) => !seen.has(name.toLowerCase()) && !name.startsWith('RateLimit'));
			expect(missing, String(answer.status)).toEqual([]);
		}
	});

	test.each(Object.keys(ERRORS) as ErrorCode[])('the code %s', (code) => {
		const errors = answers.filter(({ answer }) => answer.status >= 400);
		expect(errors.some(({ answer }) => jsonOf(answer).code === code)).toBe(true);
	});
});

describe('The client of these tests refuses a response', () => {
	const headers = { 'x-request-id': 'r1', 'x-snapshot': 's1', 'cache-control': 'private, no-cache', etag: 'W/"t"' };
	const body = { data: { slug: 'a', name: 'A', program_count: 1, icon: 'tag', description: null } };
	const { description, ...others } = body.data;
	const { etag, ...withoutTag } = headers;
	const check = (sent: { [name: string]: string }, value: object, status = 200) => {
		const answer = { status, headers: new Map(Object.entries(sent)), body: Buffer.alloc(0) };
		return () => checkDocumented('GET', '/v1/categories/a', answer, JSON.stringify(value));
	};

	test.each([
		['status', check(headers, body, 201)],
		['header', check({ ...headers, 'x-more': '1' }, body)],
		['field', check(headers, { data: { ...body.data, more: 1 } })],
		['order of fields', check(headers, { data: { description, ...others } })],
		['value', check(headers, { data: { ...body.data, program_count: -1 } })],
		['missing header', check(withoutTag, body)],
		['missing field', check(headers, { data: others })],
	])('with a %s that is not documented', (_what, checked) => {
		expect(check(headers, body)).not.toThrow();
		expect(checked).toThrow(/^The response to GET \/v1\/categories\/a is not documented: /);
	});
});

/** The response to a request with a valid key while the release cannot be read. */
async function failingAnswer(path: string): Promise<Answer> {
	const api = createApi({
		release: () => {
			throw new Error('The disk is gone.');
		},
		changes: () => undefined,
		verify: () => OPEN,
		siteUrl: 'https://directory.example',
		nextRequestId: () => 'r1',
		reportError: () => {},
	});
	const target = `/v1${path}`;
	const { status, headers, body } = await api({
		method: 'GET',
		target,
		header: () => undefined,
		address: () => '127.0.0.1',
	});
	const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), headers[i + 1]!] as const] : []));
	const answer = { status, headers: new Map(pairs), body: body as Buffer };
	checkDocumented('GET', target, answer, decoded(answer).toString());
	return answer;
}
