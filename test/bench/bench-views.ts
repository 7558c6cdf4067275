import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import defaults from '../../data/site.json' with { type: 'json' };
import { command, run } from '../../src/commands/command.ts';
import { Random } from '../../src/commands/generate/random.ts';
import { wholeNumber } from '../../src/commands/settings.ts';
import { printTable } from '../../src/commands/table.ts';
import { makeFolder } from '../../src/shared/make-folder.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { programAddress } from '../../src/website/addresses.ts';
import { succeed } from '../support/run-command.ts';
import { median, medianRatio } from './figures.ts';
import type { Subject } from './load-client.ts';
import { measureBuild } from './measured-build.ts';
import { makeKey } from './prepare.ts';
import { startDirectoryServer } from './servers.ts';
import { measureThroughput } from './throughput.ts';

/** How many visitors the load has. Each has an address of its own, so the server counts each of their views. */
const VISITORS = 200_003;
/** What a browser sends when a person opens a page. */
const VISIT =
	'Accept-Encoding: gzip, deflate, br\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n';
const DAY = 86_400_000;

const benchViews = command('bench-views', 'Measures what counting views costs, and the first build of a day.', [
	['npm run bench-views', '10,000 programs and 50,000 reviews: some minutes'],
])
	.option('--programs <n>', 'number of programs', wholeNumber(20, 1_000_000), 10_000)
	.option('--reviews <m>', 'number of reviews', wholeNumber(0, 5_000_000), 50_000)
	.option('--rounds <n>', 'how often each server has its turn', wholeNumber(1, 100_000), 50)
	.option('--turn <ms>', 'how long a turn is', wholeNumber(1, 500), 200)
	.option('--folder <folder>', 'where to make what it runs on', 'var/bench-views')
	.action(async ({ programs, reviews, rounds, turn, folder }) => {
		makeFolder(folder);
		const snapshot = join(folder, `${programs}-${reviews}.sqlite`);
		const [out, state] = [join(folder, 'out'), join(folder, 'state')];
		if (!existsSync(snapshot)) {
			const size = ['--programs', String(programs), '--reviews', String(reviews)];
			await succeed('generate', [...size, '--snapshot', snapshot]);
		}
		rmSync(out, { recursive: true, force: true });
		const key = await makeKey(state);
		const [plain, counting] = [siteConfig(folder, false), siteConfig(folder, true)];
		const slugs = withSnapshot(snapshot, (db) =>
			db.prepare<[], string>("SELECT slug FROM programs WHERE status = 'published' ORDER BY slug").pluck().all(),
		);
		const environment = { SITE_CONFIG: counting, STATE_DIR: state };
		await addViews(state, slugs, 2, VIEW_DAYS_BEFORE);
		const full = await measureBuild(snapshot, out, environment);
		await addViews(state, slugs, 1, 1);
		rmSync(join(out, 'counted-views.json'));
		const daily = await measureBuild(snapshot, out, environment);
		const same = await measureBuild(snapshot, out, environment);
		const builds = { 'full build': full, 'first build of a day': daily, 'next build of the day': same };
		printTable(
			['build', 'measured', 'of a full build', 'CPU', 'of a full build', 'pages rendered'],
			Object.entries(builds).map(([name, { seconds, cpu, summary }]) => [
				name,
				`${seconds.toFixed(1)} s`,
				(seconds / full.seconds).toFixed(2),
				cpu === undefined ? '' : `${cpu.toFixed(1)} s`,
				cpu === undefined ? '' : (cpu / full.cpu!).toFixed(2),
				summary.pages.rendered.toLocaleString('en'),
			]),
		);
		const servers = {
			'not counted': await startDirectoryServer(out, join(folder, 'plain-state'), {
				SITE_CONFIG: plain,
				TRUST_PROXY: '1',
			}),
			counted: await startDirectoryServer(out, state, { SITE_CONFIG: counting, TRUST_PROXY: '1' }),
		};
		try {
			const headers = Array.from({ length: VISITORS }, (_, i) => `${VISIT}X-Forwarded-For: ${addressOf(i)}\r\n`);
			const paths = slugs.slice(0, 1000).map(programAddress);
			const subjects = Object.entries(servers).map(([name, { port }]): Subject => ({ name, port, paths, headers }));
			const measured = await measureThroughput({ subjects, key, rounds, turn });
			const rates = (name: string) => measured[name]!.map(({ rate }) => rate);
			console.log();
			printTable(
				['pages of programs', 'measured', 'p99', 'ratio', 'target'],
				Object.keys(servers).map((name) => [
					name,
					`${Math.round(median(rates(name))).toLocaleString('en')} requests/s`,
					`${median(measured[name]!.map(({ p99 }) => p99)).toFixed(1)} ms`,
					`${medianRatio(rates(name), rates('not counted')).toFixed(2)} × not counted`,
					name === 'counted' ? 'at least 0.95' : '',
				]),
			);
		} finally {
			await Promise.all(Object.values(servers).map((server) => server.stop()));
		}
		console.log(`\n${(await viewsToday(state)).toLocaleString('en')} views were counted.`);
	});

/** The weight of the views on the days before yesterday. */
const VIEW_DAYS_BEFORE = 29;

await run(benchViews);

/** Writes the configuration of a site that counts views and orders lists by them, or does neither. */
function siteConfig(folder: string, counts: boolean): string {
	const path = join(folder, counts ? 'counting' : 'plain');
	mkdirSync(path, { recursive: true });
	const site = { ...defaults, count_views: counts, order_by_views: counts };
	writeFileSync(join(path, 'site.json'), JSON.stringify(site));
	return path;
}

/** Adds views of all programs on one day: many of a few programs, and few of most. */
async function addViews(folder: string, slugs: readonly string[], daysAgo: number, weight: number): Promise<void> {
	const random = new Random(daysAgo, 'views');
	const day = dayBefore(daysAgo);
	const state = openSqlite(folder);
	const counts = slugs.map((program) => {
		const views = Math.ceil((weight * 10) / (random.fraction() + 0.001));
		return { day, program, site: '', views, clicks: 0 };
	});
	await state.views.add(counts);
	await state.close();
}

async function viewsToday(folder: string): Promise<number> {
	const state = openSqlite(folder);
	const totals = await state.views.totals({ from: dayBefore(0), to: dayBefore(0) });
	await state.close();
	return totals.values().reduce((sum, views) => sum + views, 0);
}

function dayBefore(days: number): string {
	return new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
}

/** An IPv4 address of its own for each visitor. */
function addressOf(visitor: number): string {
	return `5.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
}
