import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../src/client/index.ts';
import { succeed } from '../support/run-command.ts';
import type { ServerProcess } from '../support/running-server.ts';
import { type Api, apiAt, jsonOf } from './api.ts';
import { CONTRACT, KEYS, SERVERS } from './contract.ts';
import { RENAMED, SITE_URL } from './directory.ts';
import { startNodeServer } from './servers.ts';

const SINCE = `/changes?since=${CONTRACT.earlierSnapshotId}`;

describe.each(SERVERS)('Extensions, GET /changes, on $name', (api) => {
	const changes = () => Array.fromAsync(api.client.sync(CONTRACT.earlierSnapshotId));

	test('lists what was added, changed and removed, with its time', async () => {
		const found = await changes();
		const of = (kind: string, id: string) => found.find((change) => change.kind === kind && change.id === id);
		const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
		expect(of('program', 'lumen-partners')!.fields).toMatchObject({
			name: ['Lumen Affiliates', 'Lumen Partners™'],
			commission_rate: [10, 12.5],
		});
		expect(of('organization', 'lumen-labs')!.fields).toMatchObject({ name: ['Lumen', 'Lumen Labs'] });
		expect(of('category', 'lighting')!.fields).toMatchObject({ icon: ['star', 'lamp'] });
		expect(of('review', 'rev_full')!.fields).toMatchObject({ rating: [3, 4.5] });
		const { data } = await api.json('/programs/all-zero');
		const fields = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, [null, value]]));
		expect(of('program', 'all-zero')).toEqual({ kind: 'program', id: 'all-zero', op: 'added', at, fields });
		expect(of('category', 'deserted')!.fields).toMatchObject({ slug: [null, 'deserted'], program_count: [null, 0] });
		expect(of('program', 'secret-draft')).toEqual({ kind: 'program', id: 'secret-draft', op: 'removed', at });
	});

	test('shows nothing that was not published, and not who made a change', async () => {
		const { body } = await api.get(`${SINCE}&per_page=100`);
		expect(String(body)).not.toMatch(/Public Once|Secret Draft|rev_pending|rev_rejected/);
		for (const change of await changes()) expect(Object.keys(change).slice(0, 4)).toEqual(['kind', 'id', 'op', 'at']);
	});

	test('sorts a publication by kind, with removals last, then by slug or ID', async () => {
		const keys = (await changes()).map(({ kind, id, op }) => `${kind} ${op === 'removed' ? 2 : 1} ${id}`);
		expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
		expect(new Set(keys).size).toBe(keys.length);
	});

	test('has the pages and links of every list', async () => {
		const all = await changes();
		const answer = await api.get(`${SINCE}&per_page=10&page=2`);
		const { data, meta, pagination } = jsonOf(answer);
		expect(data).toEqual(all.slice(10, 20));
		expect(meta).toEqual({ page: 2, per_page: 10, total: all.length, total_pages: Math.ceil(all.length / 10) });
		expect(pagination).toEqual({ page: 2, per_page: 10, has_more: true });
		const next = `<${SITE_URL}/v1${SINCE}&per_page=10&page=3>; rel="next"`;
		expect(answer.headers.get('link')).toContain(next);
		expect(jsonOf(await api.get(`${SINCE}&page=9007199254740992`)).data).toEqual([]);
		expect((await api.get(`${SINCE}&per_page=101`)).status).toBe(400);
	});

	test('is empty for the current snapshot, which X-Snapshot names', async () => {
		const answer = await api.get(`/changes?since=${CONTRACT.snapshotId}`);
		expect(answer.status).toBe(200);
		expect(jsonOf(answer)).toMatchObject({ data: [], meta: { total: 0, total_pages: 0 } });
		expect(answer.headers.get('x-snapshot')).toBe(CONTRACT.snapshotId);
		expect((await api.get(SINCE)).headers.get('x-snapshot')).toBe(CONTRACT.snapshotId);
	});

	test.each([
		['programs:read', 'program'],
		['categories:read', 'category'],
		['organizations:read', 'organization'],
		['reviews:read', 'review'],
	] as const)('lists only kinds that the key can read: %s', async (scope, kind) => {
		const all = await changes();
		const kinds = async (key: string) => {
			const { data, meta } = jsonOf(await api.get(`${SINCE}&per_page=100`, { key }));
			return [new Set(data.map((change: Change) => change.kind)), meta.total];
		};
		const own = all.filter((change) => change.kind === kind);
		expect(await kinds(KEYS.only[scope])).toEqual([new Set([kind]), own.length]);
		expect((await kinds(KEYS.without[scope]))[1]).toBe(all.length - own.length);
	});

	test('needs one of the scopes', async () => {
		const answer = await api.get(SINCE, { key: KEYS.idle });
		expect(answer.status).toBe(403);
		expect(jsonOf(answer)).toMatchObject({
			error:
				'This action requires the "categories:read" or "organizations:read" or "programs:read" or "reviews:read" scope.',
			code: 'INSUFFICIENT_SCOPE',
		});
	});

	test.each(['/changes', '/changes?since=', '/changes?page=2'])('needs the parameter since: %s', async (path) => {
		expect(await api.refusal(path)).toEqual({
			since: 'Send the X-Snapshot of an earlier response, a date or a time.',
		});
	});

	test.each(['000000000000', '2019-06-01', '0000-01-01T00:00:00+14:00'])(
		'says where to begin anew after %s',
		async (since) => {
			const answer = await api.get(`/changes?since=${encodeURIComponent(since)}`);
			expect(answer.status).toBe(410);
			const { code, error } = jsonOf(answer);
			expect(code).toBe('SNAPSHOT_GONE');
			expect(error).toContain(`Get all records from ${SITE_URL}/v1/export`);
			expect(error.length).toBeLessThan(300);
		},
	);

	test.each([
		CONTRACT.snapshotId.slice(1),
		CONTRACT.snapshotId.toUpperCase().replace(/^./, 'X'),
		'a'.repeat(300),
		"'; DROP",
		'%00',
		'friday',
		'2026-02-30',
		'2026-11-20T09:30:00',
		'20.11.2026',
	])('refuses %s with advice, as it is no snapshot, date or time', async (since) => {
		expect(await api.refusal(`/changes?since=${encodeURIComponent(since)}`)).toEqual({
			since:
				'It must be the X-Snapshot of an earlier response (12 characters from 0-9 and a-f, such as 9f2c41d07b6e), a date such as 2026-11-20, or a time with its offset from UTC, such as 2026-11-20T09:30:00Z.',
		});
	});

	test('refuses a time in the future, and says what time it is', async () => {
		for (const since of ['9999-12-31', new Date(Date.now() + 60_000).toISOString()]) {
			const refusal = await api.refusal(`/changes?since=${encodeURIComponent(since)}`);
			expect(refusal.since).toMatch(/^It is in the future\. It is \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ now\.$/);
		}
	});

	test('takes a time instead of a snapshot, with any offset, and keeps it in the links', async () => {
		const all = await changes();
		const published = all[0]!.at;
		const paris = `${new Date(Date.parse(published) + 3_600_000).toISOString().slice(0, 19)}+01:00`;
		// A plus that is not encoded becomes a space.
		for (const since of [published, encodeURIComponent(paris), paris]) {
			const answer = await api.get(`/changes?since=${since}&per_page=10`);
			expect(jsonOf(answer)).toMatchObject({ data: all.slice(0, 10), meta: { total: all.length } });
			expect(answer.headers.get('x-snapshot')).toBe(CONTRACT.snapshotId);
			const next = /<https?:\/\/[^/]+\/v1([^>]+)>; rel="next"/.exec(answer.headers.get('link')!)![1]!;
			expect(next).toContain(`since=${encodeURIComponent(since === published ? published : paris).slice(0, 22)}`);
			expect(jsonOf(await api.get(next)).data).toEqual(all.slice(10, 20));
		}
		const now = new Date().toISOString();
		expect(jsonOf(await api.get(`/changes?since=${now}`))).toMatchObject({ data: [], meta: { total: 0 } });
	});

	test('names the call for the whole history if a time is before its start', async () => {
		const { error } = jsonOf(await api.get('/changes?since=2019-06-01'));
		const [, since] = /does not go back to 2019-06-01T00:00:00Z\..* from http\S+\/v1\/changes\?since=(\S+)\.$/.exec(
			error,
		)!;
		const begins = new Date(Date.parse(since!) - 1000).toISOString();
		expect((await api.get(`/changes?since=${begins}`)).status).toBe(410);
		expect(jsonOf(await api.get(`/changes?since=${since}`)).meta.total).toBe((await changes()).length);
	});

	test('has an ETag, and a 304 while nothing changes', async () => {
		const { headers } = await api.get(SINCE);
		expect((await api.get(SINCE, { headers: { 'If-None-Match': headers.get('etag')! } })).status).toBe(304);
	});
});

describe('Extensions, GET /changes, while releases are published', () => {
	const out = join(CONTRACT.folder, 'changes-out');
	let server: ServerProcess;
	let api: Api;

	beforeAll(async () => {
		cpSync(CONTRACT.out, out, { recursive: true, verbatimSymlinks: true });
		server = await startNodeServer(out, CONTRACT.state);
		api = apiAt('the Node server', server.port, KEYS.reading);
	});
	afterAll(() => server.stop('SIGKILL'));

	test('has the inverse changes as soon as a rollback has ended, and X-Snapshot names where they lead', async () => {
		const path = `/changes?since=${CONTRACT.snapshotId}`;
		expect((await api.json(path)).data).toEqual([]);
		await succeed('rollback', ['--out', out]);
		const answer = await api.get(`${path}&per_page=100`);
		expect(answer.headers.get('x-snapshot')).toBe(CONTRACT.earlierSnapshotId);
		const changes: Change[] = jsonOf(answer).data;
		const lighting = changes.find(({ kind, id }) => kind === 'category' && id === 'lighting');
		expect(lighting!.fields).toMatchObject({ icon: ['lamp', 'star'] });
		const added = (await Array.fromAsync(api.client.sync(CONTRACT.snapshotId))).filter(({ op }) => op === 'added');
		expect(added.map(({ id }) => id)).toContain('secret-draft');
		for (const { kind, id, fields } of added) {
			expect(fields, id).toHaveProperty(kind === 'review' ? 'id' : 'slug', [null, id]);
		}
		expect((await api.json(SINCE)).data).toEqual([]);
	});

	test('a rollback takes renames back, and nothing that was merged', async () => {
		const changes = await Array.fromAsync(api.client.sync(CONTRACT.snapshotId));
		const named = changes.flatMap(({ op, id, renamed_from, successor }) =>
			renamed_from === undefined && successor === undefined ? [] : [{ op, id, renamed_from, successor }],
		);
		const expected = RENAMED.flatMap(([, former, now]) => [
			{ op: 'added', id: former, renamed_from: now, successor: undefined },
			{ op: 'removed', id: now, renamed_from: undefined, successor: former },
		]);
		const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
		expect(named.toSorted(byId)).toEqual(expected.toSorted(byId));
	});

	test('needs no history for the current snapshot', async () => {
		for (const end of ['', '-journal']) rmSync(join(out, `history.sqlite${end}`), { force: true });
		const current = async () => (await api.get('/categories')).headers.get('x-snapshot');
		await expect.poll(current).toBe(CONTRACT.earlierSnapshotId);
		expect((await api.json(SINCE)).data).toEqual([]);
		expect((await api.get(`/changes?since=${CONTRACT.snapshotId}`)).status).toBe(410);
	});

	test('is a 503 while the history is damaged, and the log names the cause', async () => {
		writeFileSync(join(out, 'history.sqlite'), 'damaged '.repeat(1000));
		const answer = await api.get(SINCE);
		expect(answer.status).toBe(503);
		expect(jsonOf(answer).error).toBe('The history of changes cannot be read at the moment. Try again in a minute.');
		const logged = () => server.log().find((line) => line.request_id === answer.headers.get('x-request-id'));
		await expect.poll(logged).toMatchObject({ err: { stack: expect.stringContaining('Sqlite') } });
		expect((await api.get('/categories')).status).toBe(200);
	});
});
