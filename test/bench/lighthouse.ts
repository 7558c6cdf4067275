import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { command, run } from '../../src/commands/command.ts';
import { printTable } from '../../src/commands/table.ts';
import { SETTINGS, wholeNumber } from '../../src/config/settings.ts';
import { needCurrentRelease } from '../../src/release/publish.ts';
import { UserError } from '../../src/shared/user-error.ts';
import { launchBrowser } from '../support/browser.ts';
import { currentSite } from '../support/current-site.ts';
import { startServer } from '../support/running-server.ts';
import { median } from './figures.ts';
import { freePort } from './servers.ts';

/**
 * Lighthouse is not installed as a dependency, because it is a third as large as all other dependencies together.
 * Instead, npx downloads it for each run.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** The largest report, in bytes. It contains screenshots. */
const MAX_REPORT = 64 * 1024 * 1024;

/** The lowest allowed score in each category, out of 100. */
const LEAST = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof LEAST;
const CATEGORIES = Object.keys(LEAST) as Category[];
type Scores = { readonly [C in Category]: number };

const lighthouseCommand = command('lighthouse', 'Rates pages of the current release as Lighthouse does for a phone.', [
	['node scripts/launch.mjs test/bench/lighthouse.ts', 'home, explorer, a program and a category, five times each'],
	['node scripts/launch.mjs test/bench/lighthouse.ts --runs 1 /statistics/', 'another page, once'],
])
	.name('node scripts/launch.mjs test/bench/lighthouse.ts')
	.argument('[paths...]', 'the pages to rate')
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.state())
	.option('--runs <n>', 'how often each page is rated; the medians count', wholeNumber(1, 99), 5)
	.action(async (paths: string[], { out, state, runs }) => {
		needCurrentRelease(out);
		const pages = paths.length > 0 ? paths : await usualPages(out);
		const server = await startServer({ out, state });
		const addresses = pages.map((page) => [page, `http://127.0.0.1:${server.port}${page}`] as const);
		const rows: [string, Scores][] = [];
		try {
			for (const address of addresses) await refuseWhatIsNoPage(...address);
			const port = await freePort();
			const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
			try {
				for (const [page, address] of addresses) rows.push([page, await rate(address, port, runs)]);
			} finally {
				await browser.close();
			}
		} finally {
			await server.stop();
		}
		printTable(
			['page', ...CATEGORIES],
			rows.map(([page, scores]) => [page, ...CATEGORIES.map((category) => String(scores[category]))]),
		);
		if (rows.some(([, scores]) => CATEGORIES.some((category) => scores[category] < LEAST[category]))) {
			const wanted = CATEGORIES.map((category) => `${LEAST[category]} for ${category}`).join(', ');
			throw new UserError(
				`A page is below ${wanted}. Lighthouse's own report says why: npx ${LIGHTHOUSE} ADDRESS --view`,
			);
		}
	});

await run(lighthouseCommand);

/** One page of each kind that visitors land on. */
async function usualPages(out: string): Promise<string[]> {
	const site = await currentSite(out);
	const files = [...site.files().keys()];
	site.close();
	const first = (folder: string) => {
		const file = files.find((name) => new RegExp(`^${folder}/[^/]+/index\\.html$`).test(name));
		if (file === undefined) throw new UserError(`The current release in ${out} has no page under /${folder}/.`);
		return `/${file.slice(0, -'index.html'.length)}`;
	};
	return ['/', '/programs/search/', first('programs'), first('categories')];
}

/** @throws UserError if the address has no page, because Lighthouse would score such an address 0 in every category */
async function refuseWhatIsNoPage(page: string, address: string): Promise<void> {
	const { status } = await fetch(address);
	if (status !== 200)
		throw new UserError(`${page} cannot be rated: it answers with ${status}. Name a page, as /programs/.`);
}

/** Returns a page's median scores, out of 100. */
async function rate(address: string, port: number, runs: number): Promise<Scores> {
	const series = new Map<Category, number[]>(CATEGORIES.map((category) => [category, []]));
	for (let i = 0; i < runs; i++) {
		const { categories } = await report(address, port);
		for (const category of CATEGORIES) {
			series.get(category)!.push(Math.round((categories[category]?.score ?? 0) * 100));
		}
	}
	return Object.fromEntries(CATEGORIES.map((category) => [category, median(series.get(category)!)])) as Scores;
}

/** The part of Lighthouse's report that this script uses. */
interface Report {
	readonly categories: { readonly [C in Category]?: { readonly score: number | null } };
}

/** @param port the browser's port for remote debugging */
async function report(address: string, port: number): Promise<Report> {
	const options = [`--port=${port}`, `--only-categories=${CATEGORIES.join(',')}`, '--output=json', '--quiet'];
	const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, address, ...options], {
		maxBuffer: MAX_REPORT,
	}).catch((error: { stderr?: string; message: string }) => {
		throw new UserError(`Lighthouse did not run: ${error.stderr?.trim() || error.message}`);
	});
	return JSON.parse(stdout) as Report;
}
