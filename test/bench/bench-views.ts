import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import defaults from '../../data/site.json' with { type: 'json' };
import { command, run } from '../../src/commands/command.ts';
import { printTable } from '../../src/commands/table.ts';
import { wholeNumber } from '../../src/config/settings.ts';
import { makeFolder } from '../../src/shared/files.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { programAddress } from '../../src/website/addresses.ts';
import { Random } from '../generate/random.ts';
import { succeed } from '../support/run-command.ts';
import { median, medianRatio } from './figures.ts';
import type { Subject } from './load-client.ts';
import { measureBuild } from './measured-build.ts';
import { makeKey } from './prepare.ts';
import { startDirectoryServer } from './servers.ts';
import { measureThroughput } from './throughput.ts';

/** How many requests the load has. Each visitor has an address of its own, so the server counts each of their views. */
const REQUESTS = 200_000;
/** What a browser sends with each request, and further when a person opens a page. */
const BROWSER =
	'Accept-Encoding: gzip, deflate, br\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n';
const VISIT = 'Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n';
const DAY = 86_400_000;

const benchViews = command('bench', 'Measures what counting views costs, and the first build of a day.', [
	['npm run bench -- views', '10,000 programs and 50,000 reviews: some minutes'],
])
	.name('npm run bench -- views')
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
			const pages = slugs.slice(0, 1000).map(programAddress);
			const files = await filesOf(servers.counted.port, pages[0]!);
			const loads = {
				'pages of programs': { paths: pages, headers: visits(1) },
				[`a page and its ${files.length} files`]: {
					paths: pages.flatMap((page) => [page, ...files]),
					headers: visits(1 + files.length),
				},
			};
			for (const [load, requests] of Object.entries(loads)) {
				const subjects = Object.entries(servers).map(([name, { port }]): Subject => ({ name, port, ...requests }));
				const measured = await measureThroughput({ subjects, key, rounds, turn });
				const rates = (name: string) => measured[name]!.map(({ rate }) => rate);
				console.log();
				printTable(
					[load, 'measured', 'p99', 'ratio', 'target'],
					Object.keys(servers).map((name) => [
						name,
						`${Math.round(median(rates(name))).toLocaleString('en')} requests/s`,
						`${median(measured[name]!.map(({ p99 }) => p99)).toFixed(1)} ms`,
						`${medianRatio(rates(name), rates('not counted')).toFixed(2)} × not counted`,
						name === 'counted' ? 'at least 0.95' : '',
					]),
				);
			}
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
	await state.visits.add(counts);
	await state.close();
}

async function viewsToday(folder: string): Promise<number> {
	const state = openSqlite(folder);
	const totals = await state.visits.totals({ from: dayBefore(0), to: dayBefore(0) });
	await state.close();
	return totals.values().reduce((sum, views) => sum + views, 0);
}

function dayBefore(days: number): string {
	return new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
}

/** The headers of visitors who send some requests each, of which the first opens a page. */
function visits(requests: number): string[] {
	return Array.from({ length: REQUESTS - (REQUESTS % requests) }, (_, i) => {
		const visit = i % requests === 0 ? VISIT : '';
		return `${BROWSER}${visit}X-Forwarded-For: ${addressOf(Math.floor(i / requests))}\r\n`;
	});
}

/** The styles, scripts and images that a page loads at once. */
async function filesOf(port: number, page: string): Promise<string[]> {
	const html = await (await fetch(`http://127.0.0.1:${port}${page}`)).text();
	const links = html.matchAll(
		/<(?:link [^>]*rel="(?:stylesheet|preload|icon)"|script|img)[^>]*? (?:href|src)="(\/[^"]+)"/g,
	);
	return [...new Set([...links].map(([, path]) => path!))];
}

/** An IPv4 address of its own for each visitor. */
function addressOf(visitor: number): string {
	return `5.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
}
