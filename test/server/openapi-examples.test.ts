/**
 * Compares the examples of the OpenAPI document with the responses of a server for the sample directory. To record them
 * again: `npm test -- test/server/openapi-examples.test.ts -u`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import type { ErrorCode } from '../../src/api/error.ts';
import { ERROR_EXAMPLES, EXAMPLE_SITE, HEADERS } from '../../src/api/openapi/responses.ts';
import { apiFile } from '../../src/release/api-database.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { SAMPLE } from '../../src/snapshot/import/sample.ts';
import { type Ask, apiAt, jsonOf } from '../contract/api.ts';
import { EXPORTS } from '../contract/endpoints.ts';
import { expireKey, makeAccount, makeKey, revokeKey } from '../contract/keys.ts';
import { runSql } from '../contract/state.ts';
import { changeDatabase } from '../support/change-database.ts';
import { currentFolder } from '../support/current-folder.ts';
import { ownFolder, ownServer } from '../support/own-server.ts';
import { succeed } from '../support/run-command.ts';

const folder = ownFolder();
const [snapshot, out] = [join(folder, 'snapshot.sqlite'), join(folder, 'out')] as const;
const state = { folder: join(folder, 'state'), env: {} };
const LIMIT = 60;

const keys = { idle: '', limited: '', revoked: '', expired: '' };

await succeed('import', [SAMPLE, '--snapshot', snapshot]);
edit("UPDATE programs SET commission_rate = 20 WHERE slug = 'larkpost'");
edit("INSERT INTO organizations (slug, name, created_at) VALUES ('driftwood', 'Driftwood', '2026-01-01T00:00:00Z')");
/** The ID of the snapshot that was published before. */
const earlier = await build();
edit("UPDATE programs SET commission_rate = 30 WHERE slug = 'larkpost'");
edit("DELETE FROM organizations WHERE slug = 'driftwood'");
await build();
await makeAccount(state, 'ada@site.example', 'free');
await makeAccount(state, 'bo@site.example', 'pro');
const made = async (account: string, ...options: string[]) => makeKey(state, account, ...options);
const { key } = await made('ada@site.example');
keys.limited = (await made('bo@site.example')).key;
keys.idle = (await made('ada@site.example', '--scopes', 'reviews:read')).key;
const [revoked, expired] = [await made('ada@site.example'), await made('ada@site.example')];
await revokeKey(state, revoked.id);
await expireKey(state, expired.id);
Object.assign(keys, { revoked: revoked.key, expired: expired.key });
const env = { SITE_URL: EXAMPLE_SITE, RATE_LIMITS: `pro=${LIMIT},invalid-keys=5` };
const server = await ownServer({ out, state: state.folder }, { env });
const api = apiAt('the Node server', server.port, key);

function edit(sql: string): void {
	changeDatabase(snapshot, sql);
}

/** Builds the API. Returns the ID of the snapshot. */
async function build(): Promise<string> {
	const args = ['--snapshot', snapshot, '--out', out, '--only', 'api', '--json'];
	return JSON.parse(await succeed('build', args, { env: { SITE_URL: EXAMPLE_SITE } })).snapshot;
}

/** The body of the response to a request. */
async function bodyAt(path: string, ask?: Ask): Promise<object> {
	return jsonOf(await api.get(path, ask));
}

/** Repeats a request until the response has this code. Returns its body. */
async function untilCode(code: ErrorCode, ask: Ask): Promise<object> {
	for (let i = 0; i < 10 * LIMIT; i++) {
		const body = await bodyAt('/categories', ask);
		if ('code' in body && body.code === code) return body;
	}
	throw new Error(`No response had the code ${code}.`);
}

async function whileKeysAreMissing(): Promise<object> {
	await runSql(state, 'ALTER TABLE keys RENAME TO elsewhere');
	const body = await bodyAt('/categories');
	await runSql(state, 'ALTER TABLE elsewhere RENAME TO keys');
	return body;
}

async function withDamagedBodies(): Promise<object> {
	writeFileSync(apiFile(currentFolder(out)), 'damaged '.repeat(100_000));
	// The server keeps bodies that it has read, so this is a different program from the example.
	return bodyAt('/programs/fernhollow-hosting');
}

/** The errors of requests that change something. The contract tests have responses with each of them. */
const WRITING = [
	'CONFLICT',
	'PRECONDITION_FAILED',
	'BODY_TOO_LARGE',
	'UNSUPPORTED_MEDIA_TYPE',
	'INVALID_BODY',
	'NOT_CLAIMED',
] as const satisfies readonly ErrorCode[];

/** How to get each error. The order matters: the last one damages the release. */
const ERRORS: { readonly [code in Exclude<ErrorCode, (typeof WRITING)[number]>]: () => Promise<object> } = {
	INVALID_PARAMETER: () => bodyAt('/programs?per_page=500&sort=best'),
	MISSING_API_KEY: () => bodyAt('/programs', { key: null }),
	INVALID_API_KEY: () => bodyAt('/programs', { key: 'YOUR_KEY' }),
	REVOKED_API_KEY: () => bodyAt('/programs', { key: keys.revoked }),
	EXPIRED_API_KEY: () => bodyAt('/programs', { key: keys.expired }),
	INSUFFICIENT_SCOPE: () => bodyAt('/programs', { key: keys.idle }),
	NOT_FOUND: () => bodyAt('/programs/no-such-program'),
	SNAPSHOT_GONE: () => bodyAt('/changes?since=5d1e0c7a92b4'),
	METHOD_NOT_ALLOWED: () => bodyAt('/categories', { method: 'PUT' }),
	RANGE_NOT_SATISFIABLE: () => bodyAt('/export/programs.ndjson', { headers: { Range: 'bytes=999999999-' } }),
	RATE_LIMITED: () => untilCode('RATE_LIMITED', { key: keys.limited }),
	TOO_MANY_FAILED_KEYS: () => untilCode('TOO_MANY_FAILED_KEYS', { key: 'YOUR_KEY' }),
	UNAVAILABLE: whileKeysAreMissing,
	INTERNAL_ERROR: withDamagedBodies,
};

test('The quick start shows what its call returns, with fewer fields', async () => {
	const guide = readFileSync(join(PROJECT, 'src/docs/quick-start.md'), 'utf8');
	const [, path] = /directory\.example\/v1(\/[^"]+)"/.exec(guide)!;
	const [, text] = /```json\n([\s\S]+?)```/.exec(guide)!;
	const shown = JSON.parse(text!.replaceAll('acme', 'larkpost').replaceAll('Acme', 'Larkpost'));
	const body = await api.json(path!);
	expect(body).toMatchObject(shown);
	expect(Object.keys(body)).toEqual(Object.keys(shown));
});

test('The examples of the OpenAPI document are what the server answers', async () => {
	const examples: { [part in 'operations' | 'errors']: { [name: string]: object } } = { operations: {}, errors: {} };
	// The list of exported files shows the sizes and checksums of files that were requested before.
	for (const { path } of EXPORTS) if (path.endsWith('.ndjson')) await api.get(path, { method: 'HEAD' });
	for (const endpoint of ENDPOINTS) {
		if ('mediaType' in endpoint) continue;
		const { operation, example } = endpoint;
		const path = example.replace(HEADERS['X-Snapshot'].example, earlier);
		examples.operations[operation] = await api.json(path);
	}
	for (const [code, body] of Object.entries(ERRORS)) {
		examples.errors[code] = await body();
		expect(examples.errors[code]).toHaveProperty('code', code);
	}
	for (const code of WRITING) examples.errors[code] = ERROR_EXAMPLES[code];
	const text = JSON.stringify(examples, undefined, '\t')
		.replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, HEADERS['X-Request-Id'].example)
		.replace(/(?<="at": ")[^"]+/g, '2026-03-03T09:30:00Z')
		.replace(/ in \d+ s\./g, ` in ${HEADERS['Retry-After'].example} s.`);
	await expect(`${text}\n`).toMatchFileSnapshot(join(PROJECT, 'src/api/openapi/examples.json'));
});
