import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import settings from '../../data/site.json' with { type: 'json' };
import { type CountedVisits, VISIT_DAYS } from '../../src/build/counted-visits.ts';
import { openRelease } from '../../src/release/release.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { recordKeys } from '../../src/snapshot/read.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { startCountingServer, TOKEN } from '../server/operator/counting-server.ts';
import { buildHere } from '../support/build-here.ts';
import { currentFolder } from '../support/current-folder.ts';
import { succeed } from '../support/run-command.ts';
import { makeSnapshot, type SmallSnapshot } from '../support/small-directory.ts';

let directory: SmallSnapshot;
let out: string;
let warnings: string[];

beforeEach(() => {
	directory = makeSnapshot({ programs: 6, reviews: 0 });
	edit("UPDATE programs SET featured = 0, status = 'published', views = rowid * 10");
	out = join(directory.folder, 'out');
	warnings = [];
});
afterEach(() => directory.remove());

function edit(sql: string): void {
	const db = new BetterSqlite(directory.snapshot);
	db.pragma('foreign_keys = OFF');
	db.exec(sql);
	db.close();
}

function slugs(): string[] {
	const db = new BetterSqlite(directory.snapshot, { readonly: true });
	const found = db.prepare<[], string>('SELECT slug FROM programs ORDER BY rowid').pluck().all();
	db.close();
	return found;
}

const countedOn = (
	today: string,
	views: { readonly [slug: string]: number },
	periods: unknown[] = [],
): CountedVisits => ({
	today,
	read: async (period) => {
		periods.push(period);
		return new Map(Object.entries(views));
	},
});

/** Builds, and returns the programs in the order of the API's list. */
async function ordered(
	visits: CountedVisits | undefined,
	more: { readonly expectSnapshot?: string } = {},
): Promise<string[]> {
	const options = {
		snapshot: directory.snapshot,
		out,
		only: 'api' as const,
		visits,
		warn: (said: string) => void warnings.push(said),
	};
	await buildHere({ ...options, ...more });
	return orderOnline();
}

async function orderOnline(folder = out): Promise<string[]> {
	const release = await openRelease(currentFolder(folder));
	const { items } = release.search({ sort: 'trending', offset: 0, limit: 10 });
	const body = Buffer.alloc(items.length);
	items.copyTo(body, 0);
	const order = JSON.parse(`[${body}]`).map(({ slug }: { readonly slug: string }) => slug);
	release.close();
	return order;
}

describe('A build with counted views', () => {
	test('orders programs by the views of the last complete days', async () => {
		const [a, b, c, ...others] = slugs() as [string, string, string];
		const periods: unknown[] = [];
		const order = await ordered(countedOn('2026-05-31', { [b]: 5, [a]: 9, [c]: 2 }, periods));
		expect(order.slice(0, 3)).toEqual([a, b, c]);
		expect(order.slice(3)).toEqual(others.toSorted());
		expect(periods).toEqual([{ from: '2026-05-01', to: '2026-05-30' }]);
		expect(VISIT_DAYS).toBe(30);
		expect(warnings).toEqual([]);
	});

	test('takes them once a day, so later builds of the day keep the order', async () => {
		const [a, b] = slugs() as [string, string];
		await ordered(countedOn('2026-05-31', { [a]: 9, [b]: 5 }));
		edit(`UPDATE programs SET name = 'Renamed', views = 99 WHERE slug = '${b}'`);
		const never: CountedVisits = { today: '2026-05-31', read: () => Promise.reject(new Error('was read again')) };
		expect((await ordered(never)).slice(0, 2)).toEqual([a, b]);
		expect((await ordered(countedOn('2026-06-01', { [a]: 1, [b]: 2 }))).slice(0, 2)).toEqual([b, a]);
		expect(warnings).toEqual([]);
		expect(readdirSync(join(out, 'releases')).filter((name) => name.startsWith('.'))).toEqual([]);
	});

	test('counts the views of a former slug for the program that it leads to', async () => {
		const [a, b] = slugs() as [string, string];
		edit(`INSERT INTO redirects (kind, slug, target) VALUES ('programs', 'older', 'old'), ('programs', 'old', '${b}'),
			('programs', 'gone', NULL)`);
		const order = await ordered(countedOn('2026-05-31', { [a]: 9, older: 6, old: 3, [b]: 1, gone: 99, unknown: 99 }));
		expect(order.slice(0, 2)).toEqual([b, a]);
	});

	test('keeps the views that it has, and says so, if none were counted or the state cannot be read', async () => {
		const own = slugs().toReversed();
		expect(await ordered(countedOn('2026-05-31', {}))).toEqual(own);
		expect(warnings.splice(0)).toEqual([expect.stringContaining('lists are ordered by the views of the snapshot')]);
		const [a] = own as [string];
		await ordered(countedOn('2026-06-01', { [own[3]!]: 7 }));
		const failing: CountedVisits = { today: '2026-06-02', read: () => Promise.reject(new Error('no database')) };
		expect((await ordered(failing))[0]).toBe(own[3]);
		expect(warnings).toEqual([
			'could not read the counted views, so lists are ordered by those of 2026-06-01: no database',
		]);
		writeFileSync(join(out, 'counted-views.json'), '{"day":');
		expect((await ordered(failing))[0]).toBe(a);
	});

	test('keeps the views of an earlier day if the release must have the same data', async () => {
		const [a, b] = slugs() as [string, string];
		await ordered(countedOn('2026-05-31', { [b]: 5 }));
		const { manifest } = await openRelease(currentFolder(out));
		const again = await ordered(countedOn('2026-06-01', { [a]: 9 }), { expectSnapshot: manifest.snapshot });
		expect(again[0]).toBe(b);
	});
});

const counting = await startCountingServer();

test('With order_by_views, the build command reads the state, and diff finds no differences', async () => {
	const [, b] = slugs() as [string, string];
	const config = join(directory.folder, 'config');
	const state = join(directory.folder, 'state');
	mkdirSync(config);
	const site = { ...settings, count_views: true, order_by_views: true };
	writeFileSync(join(config, 'site.json'), JSON.stringify(site));
	const opened = openSqlite(state);
	const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
	await opened.visits.add([{ day, program: b, site: '', views: 3, clicks: 0 }]);
	await opened.close();
	const env = { SITE_CONFIG: config };
	const paths = ['--snapshot', directory.snapshot, '--out', out];
	await succeed('build', [...paths, '--state', state, '--only', 'api'], { env });
	expect((await orderOnline())[0]).toBe(b);
	expect(await succeed('diff', paths, { env })).toContain('the same as online');
	// Another machine that serves the directory is asked over HTTP.
	const at = `http://127.0.0.1:${counting.server.port}`;
	const { folder, snapshot } = counting.directory;
	const last = withSnapshot(snapshot, (db) => recordKeys(db, 'programs')).at(-1) as string;
	await counting.state.visits.add([{ day, program: last, site: '', views: 9, clicks: 0 }]);
	const remote = ['--snapshot', snapshot, '--out', join(folder, 'remote'), '--only', 'api', '--at', at];
	await succeed('build', remote, { env: { ...env, OPERATOR_TOKEN: TOKEN } });
	expect((await orderOnline(join(folder, 'remote')))[0]).toBe(last);
});
