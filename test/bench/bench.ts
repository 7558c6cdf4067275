import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { command, run } from '../../src/commands/command.ts';
import { printTable } from '../../src/commands/table.ts';
import { wholeNumber } from '../../src/config/settings.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { openRelease } from '../../src/release/release.ts';
import { compareDefault } from '../../src/search/order.ts';
import { makeFolder } from '../../src/shared/files.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { publishedPrograms } from '../../src/snapshot/read.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { SqlSearch } from '../support/sql-search.ts';
import { measureExports } from './export-throughput.ts';
import { median, medianRatio, percentile } from './figures.ts';
import { timeAgainstSql, timeExplorer, timeHandler } from './handler-times.ts';
import type { Subject } from './load-client.ts';
import { type Prepared, prepare } from './prepare.ts';
import { randomExplorations, randomQueries } from './random-queries.ts';
import { memoryOf, startBareServer, startDirectoryServer, startStaticNginx, startUncheckedServer } from './servers.ts';
import { measureThroughput } from './throughput.ts';

/**
 * The longest turn, in milliseconds. A connection is idle while the others of the eight subjects have their turns, and
 * Node closes a connection after five idle seconds by default.
 */
const LONGEST_TURN = 500;

type Row = readonly [figure: string, measured: string, ratio: string, target: string];

const bench = command('bench', 'Measures the API on a generated directory, as ratios to baselines in the same run.', [
	['npm run bench', '100,000 programs and 500,000 reviews: several minutes'],
	['npm run bench -- --programs 1000 --reviews 5000 --rounds 2', 'a look at whether it works'],
])
	.option('--programs <n>', 'number of programs', wholeNumber(100, 5_000_000), 100_000)
	.option('--reviews <m>', 'number of reviews', wholeNumber(0, 50_000_000), 500_000)
	.option('--rounds <n>', 'how often each server has its turn', wholeNumber(1, 100_000), 100)
	.option('--turn <ms>', 'how long a turn is', wholeNumber(1, LONGEST_TURN), 100)
	.option('--queries <n>', 'how many queries are timed inside the handler', wholeNumber(10, 1_000_000), 20_000)
	.option('--folder <folder>', 'where to make what it runs on', 'var/bench')
	.action(async ({ programs, reviews, rounds, turn, queries, folder }) => {
		makeFolder(folder);
		const prepared = await prepare(folder, programs, reviews);
		const rows = [
			...buildRows(prepared),
			...(await serverRows(prepared, resolve(folder), rounds, turn)),
			...(await handlerRows(prepared, queries)),
			...(await exportRows(prepared, resolve(folder))),
		];
		console.log(`${programs} programs, ${reviews} reviews; ${machine()}\n`);
		printTable(['figure', 'measured', 'ratio', 'target'], rows);
	});

await run(bench);

function machine(): string {
	const [cpu] = cpus();
	return `${cpus().length} × ${cpu?.model}, ${(totalmem() / 1e9).toFixed(0)} GB, ${process.platform}, Node ${process.version}`;
}

function buildRows({ buildSeconds }: Prepared): Row[] {
	return Object.entries(buildSeconds).map(([step, seconds]) => [
		`build: ${step.toLowerCase()}`,
		`${seconds.toFixed(1)} s`,
		'',
		step === 'Write the API responses' ? 'under 20 s' : '',
	]);
}

/** Measures throughput over HTTP, start times and memory. */
async function serverRows(
	{ snapshot, out, state, key }: Prepared,
	folder: string,
	rounds: number,
	turn: number,
): Promise<Row[]> {
	const db = openSnapshot(snapshot);
	const slugs = db
		.prepare<[], string>("SELECT slug FROM programs WHERE status = 'published' ORDER BY views DESC")
		.pluck()
		.all();
	const lists = randomQueries(db, 200_000, 1, 0.5).map((query) => `/v1/programs?${query}`);
	db.close();

	const release = await openRelease(releaseFolder(out, currentRelease(out)!));
	const path = `/v1/programs/${slugs[0]}`;
	const body = release.resource(path.slice('/v1'.length))!.read();
	release.close();

	const server = await startDirectoryServer(out, state);
	const unchecked = await startUncheckedServer(out, state);
	const bare = await startBareServer(body);
	const nginx = await startStaticNginx(join(folder, 'nginx'), path, body);
	try {
		const each = slugs.map((slug) => `/v1/programs/${slug}`);
		const subjects: Subject[] = [
			...(nginx === undefined ? [] : [{ name: 'nginx', port: nginx.port, paths: [path] }]),
			{ name: 'bare', port: bare.port, paths: [path] },
			{ name: 'one', port: server.port, paths: [path] },
			{ name: 'all', port: server.port, paths: each },
			{ name: 'list', port: server.port, paths: lists },
			{ name: 'unchecked', port: unchecked.port, paths: [path] },
			// Earlier work changes a server's speed, so both servers do the same work.
			{ name: 'unchecked, all', port: unchecked.port, paths: each },
			{ name: 'unchecked, list', port: unchecked.port, paths: lists },
		];
		const measured = await measureThroughput({ subjects, key, rounds, turn });
		const rates = (name: string) => measured[name]!.map(({ rate }) => rate);
		const rate = (name: string) => `${Math.round(median(rates(name))).toLocaleString('en')} requests/s`;
		const ratio = (name: string, baseline: string) => medianRatio(rates(name), rates(baseline)).toFixed(2);
		const memory = memoryOf(server.pid);
		return [
			['ready after starting', `${server.readyAfter.toFixed(2)} s`, '', 'under 2 s'],
			[
				'memory after the load',
				memory === undefined ? 'unknown' : `${memory.now.toFixed(0)} MB, at most ${memory.most.toFixed(0)} MB`,
				'',
				'under 500 MB',
			],
			...(nginx === undefined ? [] : [['nginx, a static file', rate('nginx'), '', ''] as Row]),
			[`bare Node, a constant`, rate('bare'), '', ''],
			...(nginx === undefined
				? []
				: [['a prebuilt resource', rate('one'), `${ratio('one', 'nginx')} × nginx`, 'at least 0.50'] as Row]),
			['a prebuilt resource', rate('one'), `${ratio('one', 'bare')} × bare Node`, 'at least 0.70'],
			[
				'the same without checking keys',
				rate('unchecked'),
				`with checks: ${ratio('one', 'unchecked')} × without`,
				'at least 0.75',
			],
			['prebuilt resources, each in turn', rate('all'), `${ratio('all', 'bare')} × bare Node`, ''],
			['GET /v1/programs, always different', rate('list'), `${ratio('list', 'one')} × prebuilt`, 'at least 0.15'],
		];
	} finally {
		await Promise.all([server.stop(), unchecked.stop(), bare.stop(), nginx?.stop()]);
	}
}

/** Measures downloads of the exported reviews. */
async function exportRows(prepared: Prepared, folder: string): Promise<Row[]> {
	const figures = await measureExports(prepared, folder);
	return figures.map(({ encoding, size, speed, toNginx, toBareNode, memory }) => [
		`export of ${size.toFixed(0)} MB, ${encoding}`,
		`${speed.toFixed(0)} MB/s${memory === undefined ? '' : `, ${memory.toFixed(0)} MB more memory`}`,
		`${toNginx === undefined ? '' : `${toNginx.toFixed(2)} × nginx, `}${toBareNode.toFixed(2)} × bare Node`,
		'at least 0.25 × nginx',
	]);
}

/** Measures times inside this process: the handler alone, and the index compared with SQL. */
async function handlerRows({ snapshot, out, state: stateFolder, key }: Prepared, count: number): Promise<Row[]> {
	const db = openSnapshot(snapshot);
	const release = await openRelease(releaseFolder(out, currentRelease(out)!));
	const state = openSqlite(stateFolder);
	const sql = new SqlSearch([...publishedPrograms(db)].sort(compareDefault));
	await timeHandler(release, state, key, randomQueries(db, 2000, 2, 0.5));
	const without = await timeHandler(release, state, key, randomQueries(db, count, 3, 0));
	const withText = await timeHandler(release, state, key, randomQueries(db, count, 4, 1));
	timeExplorer(release, randomExplorations(db, 2000, 6, 0.5));
	const explorer = timeExplorer(release, randomExplorations(db, count, 7, 0));
	const explorerWithText = timeExplorer(release, randomExplorations(db, count, 8, 1));
	const sums = timeAgainstSql(release, sql, randomQueries(db, Math.min(400, count), 5, 0.5));
	sql.close();
	state.close();
	release.close();
	db.close();
	const times = (values: readonly number[]) =>
		`p50 ${percentile(values, 0.5).toFixed(3)}, p99 ${percentile(values, 0.99).toFixed(3)}, most ${percentile(values, 1).toFixed(1)} ms`;
	return [
		['handler, without q', times(without), '', 'p99 under 0.5 ms'],
		['handler, with q', times(withText), '', 'p99 under 2 ms'],
		['explorer, facets and page, without q', times(explorer), '', 'p99 under 2 ms'],
		['explorer, facets and page, with q', times(explorerWithText), '', 'p99 under 2 ms'],
		[
			'page and count, index against SQL',
			`${((sums.sql / Math.min(400, count)) * 1000).toFixed(2)} ms by SQL`,
			`${(sums.sql / sums.index).toFixed(0)} × faster`,
			'at least 100',
		],
	];
}
