import { existsSync, rmSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { command, run } from '../../src/commands/command.ts';
import { printTable } from '../../src/commands/table.ts';
import { wholeNumber } from '../../src/config/settings.ts';
import { makeFolder } from '../../src/shared/files.ts';
import { launchBrowser } from '../support/browser.ts';
import { startCommand, succeed } from '../support/run-command.ts';
import { startServer } from '../support/running-server.ts';
import { median, percentile } from './figures.ts';
import { memoryWhile } from './memory.ts';
import { timeExplorer, timeSiteSearch } from './site-times.ts';

const benchSite = command('bench', 'Measures the build of the website, and its search in a browser.', [
	['npm run bench -- site', '10,000 programs and 50,000 reviews: some minutes'],
	['npm run bench -- site --programs 100000 --reviews 0', 'how the explorer answers at that size'],
])
	.name('npm run bench -- site')
	.option('--programs <n>', 'number of programs', wholeNumber(100, 1_000_000), 10_000)
	.option('--reviews <m>', 'number of reviews', wholeNumber(0, 5_000_000), 50_000)
	.option('--folder <folder>', 'where to make what it runs on', 'var/bench-site')
	.action(async ({ programs, reviews, folder }) => {
		makeFolder(folder);
		const snapshot = join(folder, `${programs}-${reviews}.sqlite`);
		const [out, state] = [join(folder, 'out'), join(folder, 'state')];
		if (!existsSync(snapshot)) {
			const size = ['--programs', String(programs), '--reviews', String(reviews)];
			await succeed('generate', [...size, '--snapshot', snapshot]);
		}
		for (const old of [out, state]) rmSync(old, { recursive: true, force: true });
		const start = performance.now();
		const build = startCommand('build', ['--snapshot', snapshot, '--out', out]);
		const memory = await memoryWhile(build);
		const seconds = (performance.now() - start) / 1000;
		const rows = [
			['build, everything included', `${seconds.toFixed(1)} s`, 'under 90 s (10,000 programs, 50,000 reviews)'],
			['memory of the build', memory === undefined ? '' : `${memory.toFixed(0)} MB at most`, 'under 2000 MB'],
		];
		const server = await startServer({ out, state });
		const browser = await launchBrowser();
		try {
			const origin = `http://127.0.0.1:${server.port}`;
			const page = await browser.newPage({ baseURL: origin });
			rows.push(['explorer, from key to list', times(await timeExplorer(page)), 'under 100 ms']);
			rows.push(['site-wide search, from last key', times(await timeSiteSearch(browser, origin)), 'under 300 ms']);
		} finally {
			await browser.close();
			await server.stop();
		}
		const [cpu] = cpus();
		console.log(
			`${programs} programs, ${reviews} reviews; ${cpus().length} × ${cpu?.model}, ${(totalmem() / 1e9).toFixed(0)} GB\n`,
		);
		printTable(['figure', 'measured', 'target'], rows);
	});

await run(benchSite);

function times(milliseconds: readonly number[]): string {
	const [middle, late, most] = [median(milliseconds), percentile(milliseconds, 0.95), Math.max(...milliseconds)];
	return `p50 ${middle.toFixed(0)}, p95 ${late.toFixed(0)}, most ${most.toFixed(0)} ms of ${milliseconds.length}`;
}
