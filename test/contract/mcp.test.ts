/** The tools for agents, called with the library's own client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTICE, resultSchema } from '../../src/api/mcp/result.ts';
import { TOOLS, type ToolName } from '../../src/api/mcp/tools.ts';
import { jsonOf } from './api.ts';
import { CONTRACT, KEYS, NODE_API } from './contract.ts';

const ADDRESS = new URL(`http://127.0.0.1:${CONTRACT.ports.node}/mcp`);

async function connect(headers: { readonly [name: string]: string }): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	// The library's own types disagree about optional properties.
	await client.connect(new StreamableHTTPClientTransport(ADDRESS, { requestInit: { headers } }) as never);
	return client;
}

let client: Client;
beforeAll(async () => {
	client = await connect({ 'X-API-Key': KEYS.reading });
});
afterAll(() => client?.close());

/** The result of a tool. The client has checked it against the schema in the list of tools. */
async function call(name: ToolName, args: object = {}, as = client) {
	const { structuredContent, content, isError } = await as.callTool({ name, arguments: { ...args } });
	const [{ text }] = content as [{ text: string }];
	if (isError) return text;
	expect(JSON.parse(text)).toEqual(structuredContent);
	return resultSchema.parse(structuredContent);
}

/** The result of a tool that does not fail. */
async function read(name: ToolName, args: object = {}) {
	const result = await call(name, args);
	if (typeof result === 'string') throw new Error(result);
	return result;
}

test('A former slug is an error that names the new one, without other advice', async () => {
	expect(await call('get_program', { slug: 'not-ever' })).toBe(
		'NOT_FOUND: There is no program "not-ever" any more. It is now "never".',
	);
});

describe('The list of tools', () => {
	test('has every tool, for reading only, with a warning about untrusted texts', async () => {
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
		for (const { annotations, description, inputSchema } of tools) {
			expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
			expect(description).toContain(NOTICE);
			expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
		}
	});

	test('describes arguments as the API describes its parameters', async () => {
		const { tools } = await client.listTools();
		const { properties, required } = tools.find(({ name }) => name === 'search_programs')!.inputSchema;
		const documented = ['q', 'commission_type', 'min_commission', 'verified_only', 'category', 'sort', 'page'];
		expect(Object.keys(properties!)).toEqual(expect.arrayContaining(documented));
		expect(properties).toMatchObject({
			min_commission: { type: 'number', minimum: 0, description: 'Minimum commission percentage.' },
			verified_only: { type: 'boolean' },
			per_page: { type: 'integer', maximum: 25 },
		});
		expect(required).toBeUndefined();
		expect(tools.find(({ name }) => name === 'compare_programs')!.inputSchema).toMatchObject({
			properties: { slugs: { type: 'array', minItems: 2, maxItems: 4 } },
			required: ['slugs'],
		});
	});

	test('describes all arguments in less than 9,000 characters, because clients load all of them', async () => {
		const { tools } = await client.listTools();
		expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema)).length).toBeLessThan(9000);
	});

	test('comes with instructions and the name of the site', () => {
		expect(client.getInstructions()).toContain(NOTICE);
		expect(client.getServerVersion()).toMatchObject({ websiteUrl: 'https://affiliates.example' });
	});
});

describe('A tool', () => {
	test.each([
		['search_programs', { category: 'crowd', per_page: 3, page: 2 }, '/programs?category=crowd&per_page=3&page=2'],
		[
			'search_programs',
			{ q: 'recurring lamps & more', sort: 'newest' },
			'/programs?q=recurring+lamps+%26+more&sort=newest&intent=true',
		],
		[
			'search_programs',
			{ min_commission: 12.5, verified_only: true },
			'/programs?min_commission=12.5&verified_only=true',
		],
		[
			'search_programs',
			{ category: ['ranked', 'filtered'], approval: 'automatic', fields: ['signup_url', 'countries'] },
			'/programs?category=ranked&category=filtered&approval=automatic&fields=signup_url,countries',
		],
		[
			'search_programs',
			{ sort: 'estimate', price: 80, customers: 5, churn: 3, months: 24 },
			'/programs?sort=estimate&price=80&customers=5&churn=3&months=24',
		],
		['get_program', { slug: 'lumen-partners' }, '/programs/lumen-partners'],
		['list_categories', {}, '/categories'],
		['list_networks', {}, '/networks'],
		['get_reviews', { slug: 'much-reviewed', per_page: 5 }, '/programs/much-reviewed/reviews?per_page=5'],
		['get_organization', { slug: 'lumen-labs' }, '/organizations/lumen-labs'],
		['changes_since', { since: CONTRACT.earlierSnapshotId }, `/changes?since=${CONTRACT.earlierSnapshotId}`],
		['search_programs', { category: 'lamps' }, '/programs?category=lamps'],
	] as const)('returns what the API returns: %s %j', async (name, args, path) => {
		const { data, meta } = await NODE_API.json(path);
		const result = await read(name, args);
		expect(result.untrusted_data).toEqual(data);
		expect(result.notice).toBe(NOTICE);
		expect(result.snapshot).toBe(CONTRACT.snapshotId);
		if (meta !== undefined) expect(result.page).toEqual(meta);
	});

	test.each([
		[{ tracking_platform: 'In-House' }, 'tracking_platform=in-house'],
		[
			{ tracking_platform: ['Partner Cloud', 'in-house'] },
			'tracking_platform=partner-cloud&tracking_platform=in-house',
		],
		[{ category: 'lighting & lamps' }, 'category=lighting'],
		[{ organization: 'Vermilion sisters', verified_only: false }, 'organization=vermilion'],
		[{ organization: 'crowd-works' }, 'organization=crowd-works'],
		[{ similar_to: 'Lumen Partners' }, 'similar_to=lumen-partners'],
		[
			{ payout_method: ['PayPal'], not_restriction: 'Brand Bidding' },
			'payout_method=paypal&not_restriction=brand-bidding',
		],
		[{ country: 'DE', category: 'No Such', approval: 'Manual' }, 'country=DE&category=no-such&approval=manual'],
	])('finds what a model means by names, and says which values it used: %j', async (args, query) => {
		const { data, meta } = await NODE_API.json(`/programs?${query}`);
		const { untrusted_data, page, used_values = [] } = await read('search_programs', args);
		expect(untrusted_data).toEqual(data);
		expect(page).toEqual(meta);
		const replaced = Object.entries(args).flatMap(([name, values]) => {
			const used = new URLSearchParams(query).getAll(name);
			return [values].flat().map((value, place) => ({ parameter: name, value, used: used[place] }));
		});
		expect(used_values).toEqual(replaced.filter(({ value, used }) => typeof value === 'string' && value !== used));
	});

	test('names the known values of a filter if no program has the value', async () => {
		const { page } = await read('search_programs', { not_restriction: 'ppc' });
		expect(page!.unknown_values).toMatchObject([{ value: 'ppc', known: expect.arrayContaining(['brand-bidding']) }]);
	});

	test('returns all changes if the history does not go back to a time, and says so', async () => {
		const { error } = jsonOf(await NODE_API.get('/changes?since=2019-06-01'));
		const [, since] = /since=(\S+)\.$/.exec(error)!;
		const { page, shortened, untrusted_data } = await read('changes_since', { since: '2019-06-01' });
		const all = await NODE_API.json(`/changes?since=${since}`);
		expect(page).toEqual(all.meta);
		expect(untrusted_data).toEqual(all.data);
		expect(shortened).toMatch(`Earlier changes are not known. These are all changes since ${since}.`);
	});

	test('compares programs, in the order of the slugs', async () => {
		const slugs = ['unicorn', 'lumen-partners'];
		const programs = await Promise.all(slugs.map(async (slug) => (await NODE_API.json(`/programs/${slug}`)).data));
		expect((await read('compare_programs', { slugs })).untrusted_data).toEqual(programs);
	});

	test('lists categories in pages', async () => {
		const { data } = await NODE_API.json('/categories');
		const { untrusted_data, page } = await read('list_categories', { per_page: 4, page: 2 });
		expect(untrusted_data).toEqual(data.slice(4, 8));
		expect(page).toEqual({ page: 2, per_page: 4, total: data.length, total_pages: Math.ceil(data.length / 4) });
	});

	test.each([
		['get_program', { slug: 'no-such' }, /^NOT_FOUND: There is no program "no-such".\nFind .* search_programs/],
		['get_program', { slug: 'lumen-partners/reviews' }, /^NOT_FOUND/],
		['get_program', { slug: 'secret-draft' }, /^NOT_FOUND/],
		['get_program', {}, /^INVALID_PARAMETER: .*\nslug: Send the slug of the program\./],
		['compare_programs', { slugs: ['unicorn', 'unicorn'] }, /slugs: It must be a list of 2 to 4 different slugs\./],
		['compare_programs', { slugs: ['unicorn', 'no-such'] }, /^NOT_FOUND: There is no program "no-such"/],
		['search_programs', { per_page: 26 }, /per_page: It must be a whole number in digits, from 1 to 25\./],
		['search_programs', { limit: 5 }, /limit: .* Did you mean per_page\?/],
		['search_programs', { sort: 'best', page: 'two' }, /sort: It must be one of trending, .*\npage: /],
		['search_programs', { q: { text: 'lamps' } }, /q: It must be text, a number or a boolean\./],
		['changes_since', { since: '0123456789ab' }, /^SNAPSHOT_GONE: .*\nRead the records again/],
		['changes_since', { since: 'last week' }, /^INVALID_PARAMETER: .*\nsince: It must be .*a date such as 2026-11-20/],
	] as const)('explains what was wrong: %s %j', async (name, args, message) => {
		expect(await call(name, args)).toMatch(message);
	});

	test('needs the scope of its endpoint', async () => {
		const limited = await connect({ 'X-API-Key': KEYS.without['reviews:read'] });
		const message = 'INSUFFICIENT_SCOPE: This action requires the "reviews:read" scope.';
		expect(await call('get_reviews', { slug: 'lumen-partners' }, limited)).toBe(message);
		expect(await call('get_program', { slug: 'lumen-partners' }, limited)).toMatchObject({ notice: NOTICE });
		// Changes to reviews are left out, as in the API.
		const path = `/changes?since=${CONTRACT.earlierSnapshotId}`;
		const { meta } = jsonOf(await NODE_API.get(path, { key: KEYS.without['reviews:read'] }));
		expect(meta.total).toBeLessThan((await NODE_API.json(path)).meta.total);
		expect(await call('changes_since', { since: CONTRACT.earlierSnapshotId }, limited)).toMatchObject({ page: meta });
		await limited.close();
	});

	test('accepts the key in Authorization', async () => {
		const bearer = await connect({ Authorization: `Bearer ${KEYS.reading}` });
		expect(await call('get_program', { slug: 'unicorn' }, bearer)).toMatchObject({ snapshot: CONTRACT.snapshotId });
		await bearer.close();
	});

	test('that does not exist is an error with the names of all tools', async () => {
		await expect(client.callTool({ name: 'delete_program', arguments: {} })).rejects.toThrow(
			/There is no tool "delete_program"\. The tools are search_programs, /,
		);
	});
});
