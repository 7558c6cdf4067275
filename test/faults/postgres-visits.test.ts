/** Three servers that share PostgreSQL count the views of many visitors, and are then stopped. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import settings from '../../data/site.json' with { type: 'json' };
import { openState } from '../../src/state/open-state.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { startServer } from '../support/running-server.ts';
import { copyDirectory } from '../support/small-directory.ts';
import { rowsOf } from '../support/states.ts';

const BROWSER = 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const VISIT = [BROWSER, 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
const VISITORS = 200;

test('A clean stop loses no view, and a visitor of several servers counts once', async () => {
	const directory = copyDirectory('site');
	onTestFinished(() => directory.remove());
	const config = join(directory.folder, 'config');
	mkdirSync(config);
	writeFileSync(join(config, 'site.json'), JSON.stringify({ ...settings, count_views: true }));
	const DATABASE_URL = await emptyDatabase();
	const env = { SITE_CONFIG: config, DATABASE_URL, TRUST_PROXY: '1' };
	await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out], { env });
	const snapshot = new Database(directory.snapshot, { readonly: true });
	const slug = snapshot.prepare<[], string>("SELECT slug FROM programs WHERE status = 'published'").pluck().get()!;
	snapshot.close();
	const servers = await Promise.all([0, 1, 2].map(() => startServer(directory, { env })));
	onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop('SIGKILL')))));

	/** Visits with a server of its own for each visitor, and later with the next one. */
	const visitAll = (round: number) =>
		Promise.all(
			Array.from({ length: VISITORS }, async (_, visitor) => {
				const { port } = servers[(visitor + round) % servers.length]!;
				const from = `X-Forwarded-For: 198.51.${Math.floor(visitor / 100)}.${visitor % 100}`;
				expect((await requestOnce(port, 'GET', `/programs/${slug}/`, [...VISIT, from])).status).toBe(200);
			}),
		);
	await visitAll(0);
	await visitAll(1);
	await Promise.all(servers.map((server) => server.stop()));

	const state = await openState(directory.state, DATABASE_URL);
	onTestFinished(() => state.close());
	const rows = await rowsOf(
		state,
		"SELECT program, CAST(sum(views) AS BIGINT) AS views FROM program_views WHERE program <> '' GROUP BY program",
	);
	expect(rows).toEqual([{ program: slug, views: VISITORS }]);
});
