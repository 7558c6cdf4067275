/** Requests that change something (decisions, Writing). */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { RawConnection } from '../support/raw-http.ts';
import { type Api, type Ask, jsonOf } from './api.ts';
import { KEYS, NODE_API, SERVERS } from './contract.ts';
import { DOCUMENT } from './documented.ts';

const PROGRAM = '/programs/lumen-partners';
let sent = 0;
/** A different value for each proposal. */
const days = () => 1000 + sent++;

async function propose(api: Api, path: string, ask: Ask) {
	const answer = await api.get(path, { key: KEYS.brand, method: 'PATCH', ...ask });
	return { answer, status: answer.status, body: jsonOf(answer) };
}

describe.each(SERVERS)('Writing, through $name', (api) => {
	test('a change of a program is a proposal with its address, which says what became of it', async () => {
		const cookie_days = days();
		const { answer, status, body } = await propose(api, PROGRAM, { json: { cookie_days, currency: null } });
		expect(status).toBe(202);
		const { id } = body.data;
		expect(answer.headers.get('location')).toMatch(new RegExp(`^https://.+/v1/proposals/${id}$`));
		expect(body.data).toMatchObject({ kind: 'program', target: 'lumen-partners', status: 'pending', reason: null });
		expect(body.data.fields).toEqual({ cookie_days, currency: null });
		const before = (await api.json(PROGRAM)).data;
		expect(body.data.base).toEqual({ cookie_days: before.cookie_days, currency: before.currency });
		const path = `/proposals/${id}`;
		expect(jsonOf(await api.get(path, { key: KEYS.brand }))).toEqual(body);
		const { data } = jsonOf(await api.get('/proposals?per_page=100', { key: KEYS.brand }));
		expect(data.map((one: { id: string }) => one.id)).toContain(id);
		// Nobody else finds it.
		for (const method of ['GET', 'DELETE']) {
			expect((await api.get(path, { key: KEYS.rival, method })).status).toBe(404);
			expect((await api.get(path, { key: KEYS.reading, method })).status).toBe(403);
		}
		const withdrawn = await api.get(path, { key: KEYS.brand, method: 'DELETE' });
		expect(jsonOf(withdrawn).data).toMatchObject({ id, status: 'withdrawn' });
		expect((await api.get(path, { key: KEYS.brand, method: 'DELETE' })).status).toBe(409);
	});

	test('a former slug in a body means the record that has replaced it', async () => {
		const json = { categories: ['lamps', 'abandoned'], cookie_days: days() };
		const { status, body } = await propose(api, PROGRAM, { json });
		expect(status).toBe(202);
		expect(body.data.fields.categories).toEqual(['lighting', 'deserted']);
		await api.get(`/proposals/${body.data.id}`, { key: KEYS.brand, method: 'DELETE' });
	});

	test('a change of an organization and a new program are proposals too', async () => {
		const description = `Lamps ${days()}`;
		const changed = await propose(api, '/organizations/lumen-labs', { json: { description } });
		expect(changed.body.data).toMatchObject({ kind: 'organization', fields: { description } });
		const slug = `lumen-${days()}`;
		const json = {
			...{ slug, organization: 'lumen-labs', name: 'New', commission_type: 'recurring' },
			website_url: 'https://lumen-labs.example/new',
			categories: ['lighting'],
		};
		const added = await propose(api, '/programs', { method: 'POST', json });
		expect(added.status).toBe(202);
		expect(added.body.data).toMatchObject({ kind: 'program', target: slug, fields: json, base: null });
	});

	test.each([
		['another organization’s program', 'PATCH', '/programs/quillon', { cookie_days: 5 }],
		['another organization', 'PATCH', '/organizations/crowd-works', { name: 'Mine' }],
		[
			'a new program of another organization',
			'POST',
			'/programs',
			{
				slug: 'mine',
				organization: 'crowd-works',
				name: 'A',
				commission_type: 'hybrid',
				website_url: 'https://a.example/',
			},
		],
	])('nobody changes %s', async (_what, method, path, json) => {
		const answer = await api.get(path, { key: KEYS.brand, method, json });
		expect([answer.status, jsonOf(answer).code]).toEqual([403, 'NOT_CLAIMED']);
	});

	test.each([
		['verified', true],
		['featured', true],
		['views', 1_000_000],
		['status', 'draft'],
		['slug', 'other'],
		['organization', 'crowd-works'],
		['created_at', '2020-01-01T00:00:00Z'],
		['updated_at', '2020-01-01T00:00:00Z'],
		['checked_at', '2020-01-01T00:00:00Z'],
		['source_name', 'Me'],
		['rating', 5],
		['review_count', 900],
		['id', 'prop_1'],
		['account_id', 'acc_1'],
		['__proto__', { verified: true }],
		['constructor', 1],
	])('a brand cannot set %s', async (field, value) => {
		const json = `{"cookie_days": ${days()}, ${JSON.stringify(field)}: ${JSON.stringify(value)}}`;
		const { status, body } = await propose(api, PROGRAM, { content: json });
		expect([status, body.code]).toEqual([422, 'INVALID_BODY']);
		expect(body.details.map((one: { field: string }) => one.field)).toEqual([field]);
	});

	test('the plan of an organization is not the brand’s to set', async () => {
		const { status, body } = await propose(api, '/organizations/lumen-labs', { json: { plan: 'pro' } });
		expect([status, body.details]).toEqual([422, [{ field: 'plan', message: 'Only editors can set this field.' }]]);
	});

	test.each([
		['commission_percent', 'There is no such field. Did you mean commission_rate?'],
		['cookie_duration_days', 'There is no such field. Did you mean cookie_days?'],
		['brand_name', 'Only editors can set organization.'],
		['is_verified', 'Only editors can set verified.'],
		['average_rating', 'Nobody can set rating. It comes from the reviews.'],
		['review_count', 'Nobody can set review_count. It comes from the reviews.'],
		['foo', 'There is no such field.'],
	])('for %s, which lists have, a body is told the field of the program', async (field, message) => {
		const { status, body } = await propose(api, PROGRAM, { json: { [field]: 5 } });
		expect([status, body.details]).toEqual([422, [{ field, message }]]);
	});

	test('problems inside of a list name the path, and quote what was sent', async () => {
		const offers = [{ rate: 'x', commission_rate: 3 }, { per: 'sales', foo: 1 }, 5];
		const { body } = await propose(api, PROGRAM, { json: { offers, categories: ['lighting', 6] } });
		const messages = body.details.map(({ field, message }: { field: string; message: string }) => [field, message]);
		expect(Object.fromEntries(messages)).toEqual({
			'offers.0.rate': '"x" must be a number.',
			'offers.0.commission_rate': 'There is no field "commission_rate"; write rate.',
			'offers.1.per': expect.stringMatching(/^"sales" must be one of .*; write sale\.$/),
			'offers.1.foo': 'There is no field "foo"; remove it.',
			'offers.2': '5 must be an object.',
			'categories.1': '6 must be text.',
		});
	});

	test('all invalid fields are listed, with the messages of an import', async () => {
		const json = { cookie_days: -1, commission_type: 'weekly', categories: ['no-such'], coookie_days: 3 };
		const { status, body } = await propose(api, PROGRAM, { json });
		expect([status, body.code]).toEqual([422, 'INVALID_BODY']);
		const messages = new Map(body.details.map((one: { field: string; message: string }) => [one.field, one.message]));
		expect([...messages.keys()].toSorted()).toEqual(['commission_type', 'cookie_days', 'coookie_days']);
		expect(messages.get('commission_type')).toContain('must be');
		expect(messages.get('coookie_days')).toBe('There is no such field. Did you mean cookie_days?');
		const unknown = await propose(api, PROGRAM, { json: { categories: ['no-such'] } });
		expect(unknown.body.details[0].field).toBe('categories');
	});

	test('numbers have limits, which the error and the document name', async () => {
		const { status, body } = await propose(api, PROGRAM, { json: { commission_rate: 1e308, cookie_days: 40_000 } });
		expect([status, body.details]).toEqual([
			422,
			[
				{ field: 'commission_rate', message: '1e+308 must be at most 1,000; correct it, or leave it empty.' },
				{ field: 'cookie_days', message: '40000 must be at most 36,500; correct it, or leave it empty.' },
			],
		]);
		const fields = DOCUMENT.paths['/programs/{slug}']!.patch!.requestBody!.content['application/json']!.schema;
		expect(JSON.stringify(fields)).toContain('"minimum":0,"maximum":1000');
	});

	test('an equal proposal is the same one, and a later one for the same fields replaces it', async () => {
		const send = (cookie_days: number, verb = {}) => propose(api, PROGRAM, { json: { cookie_days, ...verb } });
		const cookie_days = days();
		const ids = new Set<string>();
		for (let i = 0; i < 84; i++) ids.add((await send(cookie_days)).body.data.id);
		expect(ids.size).toBe(1);
		const later = await send(days());
		expect(later.body.data).toMatchObject({ id: [...ids][0], status: 'pending' });
		const other = await send(days(), { payout_minimum: 7 });
		expect(other.body.data.id).not.toBe(later.body.data.id);
	});

	test('values of a wrong type are named in plain words', async () => {
		const json = { name: 5, categories: 'x', countries: 'DE', deep_links: 'maybe', cookie_days: 'x' };
		const { status, body } = await propose(api, PROGRAM, { json });
		const messages = new Map(body.details.map((one: { field: string; message: string }) => [one.field, one.message]));
		expect(status).toBe(422);
		expect(messages.get('name')).toBe('5 must be text.');
		expect(messages.get('categories')).toBe('"x" must be a list.');
		expect(messages.get('countries')).toBe('"DE" must be a list.');
		expect(messages.get('deep_links')).toBe('"maybe" must be true or false.');
		expect(messages.get('cookie_days')).toBe('"x" must be a whole number.');
	});

	test('a body that is not JSON is a 415 or a 422', async () => {
		const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''];
		for (const type of types) {
			const { status, body } = await propose(api, PROGRAM, { json: {}, headers: { 'Content-Type': type } });
			expect([status, body.code], type).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
		}
		const packed = { 'Content-Encoding': 'gzip' };
		expect((await propose(api, PROGRAM, { json: {}, headers: packed })).status).toBe(415);
		for (const content of ['', '{', '[]', 'null', '"text"', '1', '{}', '{"name": }']) {
			const { status, body } = await propose(api, PROGRAM, { content });
			expect([status, body.code], content).toEqual([422, 'INVALID_BODY']);
		}
		expect((await propose(api, PROGRAM, { content: `${'['.repeat(30_000)}` })).status).toBe(422);
	});

	test('a body of more than 64 kB is a 413', async () => {
		const { status, body } = await propose(api, PROGRAM, { json: { description: 'x'.repeat(65_536) } });
		expect([status, body.code]).toEqual([413, 'BODY_TOO_LARGE']);
		const long = await propose(api, PROGRAM, { json: { long_description: `${'x'.repeat(19_000)} ${days()}` } });
		expect(long.status).toBe(202);
	});

	test('a change is refused if the record has changed since the client read it', async () => {
		const tag = (await api.get(PROGRAM)).headers.get('etag')!;
		const ask = { json: { cookie_days: days() } };
		for (const old of ['W/"old"', '"old"', 'W/"old", "other"']) {
			const { status, body } = await propose(api, PROGRAM, { ...ask, headers: { 'If-Match': old } });
			expect([status, body.code]).toEqual([412, 'PRECONDITION_FAILED']);
		}
		expect((await propose(api, PROGRAM, { ...ask, headers: { 'If-Match': tag } })).status).toBe(202);
	});

	test('a repeated request with the same Idempotency-Key is done once', async () => {
		const json = { cookie_days: days() };
		const headers = { 'Idempotency-Key': `key-${days()}` };
		const first = await propose(api, PROGRAM, { json, headers });
		const second = await propose(api, PROGRAM, { json, headers });
		expect([first.status, second.status]).toEqual([202, 202]);
		expect(second.body).toEqual(first.body);
		expect(second.answer.headers.get('location')).toBe(first.answer.headers.get('location'));
		expect(second.answer.headers.get('idempotent-replayed')).toBe('true');
		expect(first.answer.headers.has('idempotent-replayed')).toBe(false);
		const other = await propose(api, PROGRAM, { json: { cookie_days: days() }, headers });
		expect([other.status, other.body.code]).toEqual([409, 'CONFLICT']);
		// The keys of accounts are apart, and a request that failed can be repeated.
		const rival = { key: KEYS.rival, method: 'PATCH', headers, json: { name: `Crowd ${days()}` } };
		expect((await api.get('/organizations/crowd-works', rival)).status).toBe(202);
		const failing = { 'Idempotency-Key': `key-${days()}` };
		expect((await propose(api, PROGRAM, { json: { cookie_days: -1 }, headers: failing })).status).toBe(422);
		expect((await propose(api, PROGRAM, { json, headers: failing })).status).toBe(202);
		const invalid = await propose(api, PROGRAM, { json, headers: { 'Idempotency-Key': 'x'.repeat(256) } });
		expect([invalid.status, invalid.body.code]).toEqual([400, 'INVALID_PARAMETER']);
	});

	test('of requests with the same Idempotency-Key at the same time, one is done', async () => {
		const ask = { json: { cookie_days: days() }, headers: { 'Idempotency-Key': `key-${days()}` } };
		const answers = await Promise.all(Array.from({ length: 6 }, () => propose(api, PROGRAM, ask)));
		expect(answers.every(({ status }) => status === 202 || status === 409)).toBe(true);
		const ids = answers.flatMap(({ status, body }) => (status === 202 ? [body.data.id] : []));
		expect(new Set(ids).size).toBe(1);
	});

	test('the checks come in order: key, scope, method, resource, parameters, body', async () => {
		const bad = { method: 'PATCH', content: 'no json', headers: { 'Content-Type': 'text/plain' } };
		const at = async (path: string, ask: Ask) => (await api.get(path, { ...bad, ...ask })).status;
		expect(await at('/programs/none?x=1', { key: 'no key' })).toBe(401);
		expect(await at('/programs/none?x=1', { key: KEYS.reading })).toBe(403);
		expect(await at('/programs/none?x=1', { key: KEYS.brand, method: 'PUT' })).toBe(405);
		expect(await at('/programs/none?x=1', { key: KEYS.brand })).toBe(404);
		expect(await at(`${PROGRAM}?x=1`, { key: KEYS.brand })).toBe(400);
		expect(await at(PROGRAM, { key: KEYS.brand })).toBe(415);
		expect(await at('/programs/lumen-partners%2Freviews', { key: KEYS.brand })).toBe(404);
	});

	test('Allow names what the address of a proposal accepts', async () => {
		const { headers } = await api.get('/proposals/prop_1', { key: KEYS.brand, method: 'PUT' });
		expect(headers.get('allow')).toBe('GET, HEAD, DELETE');
	});

	test('the error of the typed client has the fields that are invalid', async () => {
		const client = api.clientWith({ key: KEYS.brand });
		const refused = await client.updateOrganization('lumen-labs', { name: '' }).catch((error) => error);
		expect(refused).toMatchObject({ status: 422, code: 'INVALID_BODY', details: [], fields: [{ field: 'name' }] });
	});
});

describe('Writing, only through the Node server', () => {
	test('a client that waits to be asked for its body is asked', async () => {
		const content = JSON.stringify({ cookie_days: days() });
		const connection = await RawConnection.open(NODE_API.port);
		connection.write(
			[
				`PATCH /v1${PROGRAM} HTTP/1.1`,
				'Host: directory.example',
				`X-API-Key: ${KEYS.brand}`,
				'Content-Type: application/json',
				`Content-Length: ${content.length}`,
				'Expect: 100-continue',
				'\r\n',
			].join('\r\n'),
		);
		const [asked] = await once(connection.socket, 'data');
		expect(String(asked)).toContain('HTTP/1.1 100 Continue');
		connection.write(content);
		expect((await connection.read('PATCH'))?.status).toBe(202);
		connection.close();
	});
});
