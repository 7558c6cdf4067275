import BetterSqlite from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/config/plan.ts';
import { createKey } from '../../../src/state/keys/create.ts';
import { READ_SCOPES, type Scope } from '../../../src/state/keys/scope.ts';
import { openSqlite } from '../../../src/state/sqlite/open-sqlite.ts';
import { NO_PROGRAM } from '../../../src/state/visit-store.ts';
import { ownDirectory, ownServer } from '../../support/own-server.ts';
import { requestOnce } from '../../support/raw-http.ts';
import { succeed } from '../../support/run-command.ts';

const NOW = '2026-05-01T12:00:00Z';

const directory = ownDirectory('site');
const snapshot = new BetterSqlite(directory.snapshot, { readonly: true });
const rows = snapshot
	.prepare<[], { slug: string; organization: string }>(
		"SELECT slug, organization FROM programs WHERE status = 'published' ORDER BY slug",
	)
	.all();
snapshot.close();
const { organization } = rows[0]!;
let own: { readonly organization: string; readonly programs: readonly string[] } = {
	organization,
	programs: rows.filter((row) => row.organization === organization).map(({ slug }) => slug),
};
const other = rows.find((row) => row.organization !== organization)!;
const foreign: { readonly organization: string; readonly program: string } = {
	organization: other.organization,
	program: other.slug,
};
const state = openSqlite(directory.state);
const keys: { readonly [who in 'owner' | 'rival' | 'reader' | 'claimant']: string } = {
	owner: await account('owner', ['analytics:read']),
	rival: await account('rival', ['analytics:read']),
	reader: await account('reader', READ_SCOPES),
	claimant: await account('claimant', ['analytics:read']),
};
const claim = (await state.claims.start('acc_owner', own.organization, NOW)) as { id: string };
expect(await state.claims.verify(claim.id, 'editor', 'pro', NOW)).toBe('verified');
// A claim that nobody has proved gives no access.
await state.claims.start('acc_claimant', own.organization, NOW);
const [program] = own.programs as [string];
const count = { day: '2026-04-30', program, site: '', views: 1, clicks: 0 };
await state.visits.add([
	count,
	{ ...count, site: 'news.example', views: 4, clicks: 2 },
	{ ...count, site: '*', views: 3 },
	{ ...count, day: '2026-05-01' },
	{ ...count, program: foreign.program, views: 100 },
	{ ...count, day: '2026-04-29', program: NO_PROGRAM, views: 0 },
]);
const server = await ownServer(directory);
afterAll(() => state.close());

async function account(name: string, scopes: readonly Scope[], plan: Plan = 'pro'): Promise<string> {
	const made = { id: `acc_${name}`, email: `${name}@site.example`, plan, created_at: NOW };
	await state.accounts.add(made);
	const options = { name, scopes, expires_at: null };
	return (await createKey(made, options, 'svc_', NOW, (key, hash) => state.keys.add(key, hash))).secret;
}

async function get(path: string, key = keys.owner) {
	const { status, body } = await requestOnce(server.port, 'GET', `/v1/analytics${path}`, [`X-API-Key: ${key}`]);
	return { status, body: JSON.parse(String(body)) };
}

describe('Analytics', () => {
	test('of a program show views and clicks by day and by site', async () => {
		const [program] = own.programs as [string];
		const { status, body } = await get(`/programs/${program}?from=2026-04-28&to=2026-05-01`);
		expect(status).toBe(200);
		expect(body.data).toEqual({
			...{ slug: program, from: '2026-04-28', to: '2026-05-01', views: 9, clicks: 2 },
			days: [
				{ day: '2026-04-28', views: null, clicks: null },
				{ day: '2026-04-29', views: 0, clicks: 0 },
				{ day: '2026-04-30', views: 8, clicks: 2 },
				{ day: '2026-05-01', views: 1, clicks: 0 },
			],
			sites: [
				{ site: 'news.example', views: 4, clicks: 2 },
				{ site: 'other', views: 3, clicks: 0 },
				{ site: null, views: 2, clicks: 0 },
			],
		});
	});

	test('of an organization add up its programs', async () => {
		const { body } = await get(`/organizations/${own.organization}?from=2026-04-30&to=2026-04-30`);
		expect(body.data).toMatchObject({ slug: own.organization, views: 8, clicks: 2 });
		expect(body.data.programs.map(({ slug }: { slug: string }) => slug).sort()).toEqual(own.programs);
	});

	test('are null while nothing was counted, and 0 on a day without views', async () => {
		const of = async (day: string) => (await get(`/organizations/${own.organization}?from=${day}&to=${day}`)).body.data;
		const programs = (counts: object) => own.programs.map((slug) => ({ slug, ...counts }));
		const [unknown, none] = [
			{ views: null, clicks: null },
			{ views: 0, clicks: 0 },
		];
		expect(await of('2026-04-28')).toMatchObject({ ...unknown, days: [unknown], sites: [] });
		expect((await of('2026-04-28')).programs).toEqual(expect.arrayContaining(programs(unknown)));
		expect(await of('2026-04-29')).toMatchObject({ ...none, days: [none], sites: [] });
		expect((await of('2026-04-29')).programs).toEqual(expect.arrayContaining(programs(none)));
	});

	test('are about the last 30 days if no period is given', async () => {
		const { body } = await get(`/programs/${own.programs[0]}`);
		expect(body.data.days).toHaveLength(30);
		expect(body.data.to).toBe(new Date().toISOString().slice(0, 10));
		expect((await get(`/programs/${own.programs[0]}?to=2026-05-01`)).body.data.from).toBe('2026-04-02');
	});

	test('are only for accounts that speak for the organization', async () => {
		for (const path of [`/programs/${own.programs[0]}`, `/organizations/${own.organization}`]) {
			expect((await get(path, keys.rival)).status).toBe(REFUSED);
			expect((await get(path, keys.claimant)).status).toBe(REFUSED);
			expect((await get(path, keys.reader)).body.code).toBe('INSUFFICIENT_SCOPE');
		}
		for (const path of [`/programs/${foreign.program}`, `/organizations/${foreign.organization}`]) {
			expect((await get(path)).status).toBe(REFUSED);
		}
		for (const path of ['/programs/no-such', '/organizations/no-such', '/programs/..%2f', '/programs/%00']) {
			expect([path, (await get(path)).status]).toEqual([path, 404]);
		}
	});

	test.each([
		['from=2026-05-02&to=2026-05-01', 'from', 'It must not be after 2026-05-01.'],
		['from=2024-05-02&to=2026-05-01', 'from', 'The period has 730 days. It can have at most 400.'],
		['from=2001-01-01', 'from', 'It can have at most 400.'],
		['to=0000-01-01', 'to', 'It must be a day since 2000-01-01.'],
		['from=2026-02-30', 'from', 'It must be a day in UTC, such as 2026-11-20.'],
		['to=yesterday', 'to', 'It must be a day in UTC, such as 2026-11-20.'],
		['since=2026-05-01', 'since', 'This endpoint does not have this parameter.'],
	])('refuse the period %s', async (query, parameter, message) => {
		const { status, body } = await get(`/programs/${own.programs[0]}?${query}`);
		expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER']);
		expect(body.details).toEqual([{ parameter, message: expect.stringContaining(message) }]);
	});

	test('and proposals follow a program that is renamed', async () => {
		const [program] = own.programs as [string];
		const period = 'from=2026-04-29&to=2026-05-01';
		const { slug: _, ...before } = (await get(`/programs/${program}?${period}`)).body.data;
		const proposed = { account_id: 'acc_owner', author: 'Owner', kind: 'program', target: program } as const;
		const sent = await state.proposals.add({ ...proposed, fields: { cookie_days: 5 }, base: { cookie_days: 4 } }, NOW);
		await succeed('programs', ['rename', program, 'renamed', '--snapshot', directory.snapshot]);
		await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out, '--only', 'api', '--drop-site']);
		await expect.poll(() => get(`/programs/renamed?${period}`)).toMatchObject({ status: 200 });
		expect((await get(`/programs/renamed?${period}`)).body.data).toEqual({ slug: 'renamed', ...before });
		const { programs, views } = (await get(`/organizations/${own.organization}?${period}`)).body.data;
		expect([views, programs[0]]).toEqual([9, { slug: 'renamed', views: 9, clicks: 2 }]);
		expect(programs.map(({ slug }: { slug: string }) => slug)).not.toContain(program);
		const target = async () => (await state.proposals.get((sent as { id: string }).id))!.target;
		await expect.poll(target).toBe('renamed');
		own = { ...own, programs: own.programs.with(0, 'renamed') };
	});

	test('end with the claim', async () => {
		const [claim] = await state.claims.ofAccount('acc_owner');
		await state.claims.withdraw(claim!.id, NOW);
		expect((await get(`/programs/${own.programs[0]}`)).status).toBe(REFUSED);
	});
});

/** The status of NOT_CLAIMED. */
const REFUSED = 403;
