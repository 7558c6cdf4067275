import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { site } from '../../src/config/site/site.ts';
import { type Answer, type Api, jsonOf, keysOf } from './api.ts';
import { CONTRACT, KEYS, SERVERS } from './contract.ts';
import { SITE_URL } from './directory.ts';
import { EXPORTS, READ_SCOPES } from './endpoints.ts';

const LINES = EXPORTS.filter(({ path }) => path.endsWith('.ndjson')).map(({ path, scopes: [scope] }) => ({
	path,
	scope: scope!,
	kind: /(\w+)\.ndjson/.exec(path)![1]!,
}));
const PROGRAMS = '/export/programs.ndjson';
const DATABASE = '/export/directory.sqlite';
const ENCODINGS = ['identity', 'gzip'];

/** The database, which the server makes at the first request. */
async function getDatabase(api: Api): Promise<Answer> {
	for (;;) {
		const answer = await api.get(DATABASE);
		if (answer.status !== 503) return answer;
		expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
	}
}

/** The text of a file in any encoding. */
function textOf({ headers, body }: Answer): string {
	return String(headers.get('content-encoding') === 'gzip' ? gunzipSync(body) : body);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

describe.each(SERVERS)('Exports, through $name', (api) => {
	test.each(LINES)('$path has every published record, as its own endpoint returns it', async ({ path, kind }) => {
		const lines = textOf(await api.get(path)).split('\n');
		expect(lines.pop()).toBe('');
		const keys = keysOf({ data: lines.map((line) => JSON.parse(line)) });
		expect(keys).toEqual(keys.toSorted());
		for (const [index, key] of keys.entries()) {
			expect(`{"data":${lines[index]}}`).toBe((await api.get(`/${kind}/${key}`)).body.toString());
		}
		const db = new Database(CONTRACT.snapshot, { readonly: true });
		const published = ['programs', 'reviews'].includes(kind) ? "WHERE status = 'published'" : '';
		const all = db
			.prepare(`SELECT ${kind === 'reviews' ? 'id' : 'slug'} FROM ${kind} ${published}`)
			.pluck()
			.all();
		db.close();
		// A review with the status `published` is not exported if its program is a draft.
		const expected = kind === 'reviews' ? all.filter((id) => keys.includes(id as string)) : all;
		expect(keys).toEqual((expected as string[]).sort());
	});

	test('export.json and the table about say which snapshot the files come from, and under which license', async () => {
		const about = jsonOf(await api.get('/export/export.json'));
		const lines = async (kind: string) => textOf(await api.get(`/export/${kind}.ndjson`)).split('\n').length - 1;
		const counts = Object.fromEntries(await Promise.all(LINES.map(async ({ kind }) => [kind, await lines(kind)])));
		expect(about).toEqual({
			...{ snapshot: CONTRACT.snapshotId, name: site().name, url: SITE_URL, license: null, credits: [] },
			...counts,
		});
		expect(await api.client.exportAbout()).toEqual(about);
		const file = join(CONTRACT.folder, 'about.sqlite');
		writeFileSync(file, (await getDatabase(api)).body);
		const db = new Database(file, { readonly: true });
		const rows = db.prepare('SELECT * FROM about').all();
		db.close();
		expect(rows).toEqual([{ ...about, credits: '[]', license_url: null }]);
	});

	test.each(LINES)('$path has the same text in every encoding, each with its own tag and SHA-256', async ({ path }) => {
		const answers = await Promise.all(
			ENCODINGS.map((encoding) => api.get(path, { headers: { 'Accept-Encoding': encoding } })),
		);
		expect(new Set(answers.map(textOf)).size).toBe(1);
		expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(2);
		for (const { headers, body } of answers) {
			expect(headers.get('content-length')).toBe(String(body.length));
			expect(headers.get('repr-digest')).toBe(`sha-256=:${sha256(body).toString('base64')}:`);
			expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
			expect(headers.get('content-type')).toBe('application/x-ndjson');
			expect(headers.get('accept-ranges')).toBe('bytes');
			expect(headers.get('x-snapshot')).toBe(CONTRACT.snapshotId);
			expect(headers.get('vary')).toBe('X-API-Key, Accept-Encoding');
			expect(headers.get('cache-control')).toBe('private, no-cache');
		}
	});

	test.each([
		['gzip;q=0.5, identity;q=0.1', 'gzip'],
		['gzip;q=0.5, identity', undefined],
		['br, zstd', undefined],
	])('Accept-Encoding: %s gives %s', async (accepted, encoding) => {
		const { headers } = await api.get(PROGRAMS, { headers: { 'Accept-Encoding': accepted } });
		expect(headers.get('content-encoding')).toBe(encoding);
	});

	test.each(LINES)('the smallest of the accepted encodings is sent: $path', async ({ path }) => {
		const lengthOf = async (accepted: string) =>
			Number((await api.get(path, { headers: { 'Accept-Encoding': accepted } })).headers.get('content-length'));
		const smallest = Math.min(await lengthOf('gzip'), await lengthOf('identity'));
		for (const accepted of ['gzip, deflate, br, zstd', '*']) expect(await lengthOf(accepted)).toBe(smallest);
	});

	test.each(LINES)('HEAD is like GET: $path', async ({ path }) => {
		for (const encoding of ENCODINGS) {
			const headers = { 'Accept-Encoding': encoding };
			const [head, get] = [await api.get(path, { method: 'HEAD', headers }), await api.get(path, { headers })];
			expect(head.body).toHaveLength(0);
			for (const name of ['content-length', 'etag', 'repr-digest', 'content-encoding', 'content-type']) {
				expect(head.headers.get(name)).toBe(get.headers.get(name));
			}
		}
	});

	describe.each(ENCODINGS)('Range, in the encoding %s', (encoding) => {
		const get = (headers = {}, method = 'GET') =>
			api.get(PROGRAMS, { method, headers: { 'Accept-Encoding': encoding, ...headers } });

		test.each([
			['bytes=0-0', 0, 1],
			['bytes=10-99', 10, 100],
			['bytes=100-', 100, undefined],
			['bytes=-50', -50, undefined],
			['bytes=5-99999999', 5, undefined],
			['bytes=-99999999', 0, undefined],
		])('%s is that part', async (range, start, end) => {
			const { body: whole, headers: all } = await get();
			const { status, headers, body } = await get({ Range: range });
			const expected = whole.subarray(start, end);
			expect(status).toBe(206);
			expect(body.equals(expected)).toBe(true);
			const from = start < 0 ? whole.length + start : start;
			expect(headers.get('content-range')).toBe(`bytes ${from}-${from + expected.length - 1}/${whole.length}`);
			expect(headers.get('content-length')).toBe(String(expected.length));
			for (const name of ['etag', 'repr-digest']) expect(headers.get(name)).toBe(all.get(name));
		});

		test('parts make the whole file', async () => {
			const { body: whole } = await get();
			const parts: Buffer[] = [];
			const size = Math.ceil(whole.length / 7);
			for (let start = 0; start < whole.length; start += size) {
				parts.push((await get({ Range: `bytes=${start}-${start + size - 1}` })).body);
			}
			expect(Buffer.concat(parts).equals(whole)).toBe(true);
		});

		test.each(['bytes=99999999-', 'bytes=-0'])('%s is outside the file: 416', async (range) => {
			const { body: whole } = await get();
			const answer = await get({ Range: range });
			expect(answer.status).toBe(416);
			expect(answer.headers.get('content-range')).toBe(`bytes */${whole.length}`);
			expect(jsonOf(answer).code).toBe('RANGE_NOT_SATISFIABLE');
		});

		test.each(['bytes=0-1,5-6', 'lines=0-1', 'bytes=9-2', 'bytes=-', 'bytes=a-b', ''])(
			'%s is ignored',
			async (range) => {
				const { status, body } = await get({ Range: range });
				expect(status).toBe(200);
				expect(body.equals((await get()).body)).toBe(true);
			},
		);

		test('is ignored for HEAD', async () => {
			expect((await get({ Range: 'bytes=0-1' }, 'HEAD')).status).toBe(200);
		});

		test('If-Range with the tag gives the part, and anything else the whole file', async () => {
			const tag = (await get()).headers.get('etag')!;
			const ask = async (ifRange: string) => (await get({ Range: 'bytes=0-1', 'If-Range': ifRange })).status;
			expect(await ask(tag)).toBe(206);
			expect(await ask(`W/${tag}`)).toBe(200);
			expect(await ask('"other"')).toBe(200);
			expect(await ask('Wed, 21 Oct 2026 07:28:00 GMT')).toBe(200);
		});

		test('If-None-Match gives 304', async () => {
			const tag = (await get()).headers.get('etag')!;
			const { status, headers, body } = await get({ 'If-None-Match': tag });
			expect([status, body.length, headers.get('etag')]).toEqual([304, 0, tag]);
			expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
		});
	});

	test.each(EXPORTS)('$path needs the scopes $scopes, and no others', async ({ path, scopes }) => {
		for (const scope of READ_SCOPES) {
			const answer = await api.get(path, { key: KEYS.without[scope] });
			const needed = (scopes as readonly string[]).includes(scope);
			expect(answer.status === 403, scope).toBe(needed);
			if (needed) expect(jsonOf(answer).error).toBe(`This action requires the "${scope}" scope.`);
		}
		expect((await api.get(path, { key: KEYS.idle })).status).toBe(403);
		expect((await api.get(path, { key: null })).status).toBe(401);
	});

	test.each(EXPORTS)('$path refuses parameters and other methods', async ({ path }) => {
		expect((await api.get(`${path}?page=1`)).status).toBe(400);
		expect((await api.get(path, { method: 'POST' })).status).toBe(405);
	});

	test('directory.sqlite has exactly the published records', async () => {
		const { status, headers, body } = await getDatabase(api);
		expect(status).toBe(200);
		expect(headers.get('content-type')).toBe('application/vnd.sqlite3');
		expect(headers.get('repr-digest')).toBe(`sha-256=:${sha256(body).toString('base64')}:`);
		const file = join(CONTRACT.folder, `${api.port}.sqlite`);
		writeFileSync(file, body);
		const db = new Database(file, { readonly: true });
		expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
		expect(db.pragma('foreign_key_check')).toEqual([]);
		for (const { path, kind } of LINES) {
			const records = textOf(await api.get(path))
				.split('\n')
				.slice(0, -1)
				.map((line) => JSON.parse(line));
			const rows = db.prepare(`SELECT * FROM ${kind} ORDER BY 1`).all() as { [column: string]: unknown }[];
			expect(rows).toHaveLength(records.length);
			for (const [index, row] of rows.entries()) expect(row).toEqual(rowOf(kind, records[index], row));
		}
		const linked = db.prepare('SELECT * FROM program_categories ORDER BY program, position').all();
		expect(linked.length).toBeGreaterThan(0);
		db.close();
	});

	test('no file has a text of an unpublished record', async () => {
		const db = new Database(CONTRACT.snapshot, { readonly: true });
		const hidden = db
			.prepare<[], string>(
				`SELECT slug FROM programs WHERE status <> 'published' UNION SELECT id FROM reviews WHERE status <> 'published'`,
			)
			.pluck()
			.all();
		db.close();
		expect(hidden.length).toBeGreaterThan(1);
		const database = await getDatabase(api);
		expect(database.status).toBe(200);
		const files = [database, ...(await Promise.all(LINES.map(({ path }) => api.get(path))))];
		for (const { body } of files) for (const key of hidden) expect(body.includes(`"${key}"`), key).toBe(false);
		for (const key of hidden) expect(database.body.includes(key), key).toBe(false);
	});

	test('the list names the files that a key may download, with the sizes and sums', async () => {
		for (const { path } of LINES) await api.get(path, { method: 'HEAD' });
		const { data } = await api.json('/export');
		expect(data.map(({ name }: { name: string }) => `/export/${name}`)).toEqual(EXPORTS.map(({ path }) => path));
		for (const { name, records, snapshot, encodings } of data) {
			if (['directory.sqlite', 'export.json'].includes(name)) continue;
			expect(encodings.map((one: { encoding: string }) => one.encoding)).toEqual(ENCODINGS);
			expect(snapshot).toBe(CONTRACT.snapshotId);
			for (const { encoding, bytes, sha256: sum } of encodings) {
				const answer = await api.get(`/export/${name}`, { headers: { 'Accept-Encoding': encoding } });
				expect(answer.body.length).toBe(bytes);
				expect(sha256(answer.body).toString('hex')).toBe(sum);
				expect(textOf(answer).split('\n')).toHaveLength(records + 1);
			}
		}
		for (const { path, scope } of LINES) {
			const { data: own } = jsonOf(await api.get('/export', { key: KEYS.only[scope] }));
			expect(own.map(({ name }: { name: string }) => `/export/${name}`)).toEqual([path, '/export/export.json']);
		}
		expect(jsonOf(await api.get('/export', { key: KEYS.idle })).data).toEqual([]);
		expect((await api.get('/export', { key: KEYS.revoked })).status).toBe(401);
	});

	test('the list and an unknown file: 304 and 404', async () => {
		const tag = (await api.get('/export')).headers.get('etag')!;
		expect((await api.get('/export', { headers: { 'If-None-Match': tag } })).status).toBe(304);
		expect((await api.get('/export/accounts.ndjson')).status).toBe(404);
	});
});

/** The row of a record in the database. */
function rowOf(kind: string, record: ReturnType<typeof jsonOf>, row: object): object {
	if (kind === 'reviews') {
		const { author, program, ...fields } = record;
		return {
			...fields,
			program: program.slug,
			author_username: author.username,
			author_display_name: author.display_name,
			author_avatar_url: author.avatar_url,
		};
	}
	const value = (one: unknown) =>
		typeof one === 'boolean' ? Number(one) : typeof one === 'object' && one !== null ? JSON.stringify(one) : one;
	const { categories, ...fields } = record;
	const values = Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, value(one)]));
	expect(Object.keys(row)).toEqual(Object.keys(values));
	return kind === 'programs' ? { ...values, organization: record.organization.slug } : values;
}
