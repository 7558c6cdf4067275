import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { type BuildResult, buildRelease } from '../src/build/build.ts';
import { logosBeside } from '../src/build/logos.ts';
import { command, run } from '../src/commands/command.ts';
import { type Position, printProblems, printWarning } from '../src/commands/problems.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { readSiteConfig } from '../src/commands/site-config.ts';
import { steps } from '../src/commands/steps.ts';
import { FILES, releaseFolder } from '../src/release/layout.ts';
import { explain } from '../src/shared/explain.ts';
import { makeFolder } from '../src/shared/make-folder.ts';
import { UserError } from '../src/shared/user-error.ts';
import { count } from '../src/website/format/numbers.ts';

/** The maximum number of unused logos that are listed in a warning. */
const MOST_LOGOS = 5;

const build = command('build', 'Builds a release from a snapshot and makes it the current one.', [
	['npm run build -- --snapshot var/snapshot.sqlite --out var/out', 'the website and the API'],
	['npm run build -- --only api --out var/api', 'only the API, in seconds'],
])
	.addOption(SETTINGS.snapshot())
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.historyDays())
	.addOption(SETTINGS.siteUrl())
	.addOption(SETTINGS.port())
	.addOption(new Option('--only <part>', 'build only this part').choices(['api']))
	.option('--full', 'render every page of a new release, instead of reusing the pages that have not changed')
	.option('--drop-site', 'with --only api: replace a release that has a website, and take the website offline')
	.option('--expect-snapshot <id>', 'build only if the snapshot has this content ID')
	.option('--json', 'print the summary as JSON')
	.action(async ({ snapshot, siteUrl, port, json, ...options }) => {
		const { out } = options;
		explain(() => makeFolder(out), 'create the folder', out);
		const { run, seconds } = steps();
		const result = await buildRelease(
			{ snapshot, siteUrl: readSiteConfig(siteUrl, port).url, warn: printWarning, ...options },
			run,
		);
		printProblems('warning', result.report.warnings, at);
		if (result.outcome === 'refused') refuse(snapshot, result);
		if (result.outcome === 'superseded') {
			console.error(
				`warning: the release ${result.newer} became current while this build ran, so this build was not published. Build again to replace that release.`,
			);
			if (json) console.log(JSON.stringify({ outcome: result.outcome, release: result.newer }, null, 2));
			return;
		}
		if (result.outcome === 'paused') {
			console.error(
				`warning: a rollback has paused publishing, so the release ${result.id} was built but not published. To publish it: npm run publish -- ${result.id}`,
			);
			if (json) console.log(JSON.stringify({ outcome: result.outcome, release: result.id }, null, 2));
			return;
		}
		const { unmatched, unsupported } = result.logos;
		warnOfLogos(snapshot, 'their file names do not match the slug of any program or organization', unmatched);
		warnOfLogos(snapshot, 'a logo must be SVG, PNG, WebP or JPEG', unsupported);
		const folder = releaseFolder(out, result.manifest.id);
		const summary = summaryOf(folder, result, seconds);
		if (json) console.log(JSON.stringify(summary, null, 2));
		else printSummary(summary);
	});

await run(build);

function at({ kind, key }: { kind: string; key: string }): Position {
	return [kind, key];
}

function warnOfLogos(snapshot: string, reason: string, logos: readonly string[]): void {
	if (logos.length === 0) return;
	const more = logos.length > MOST_LOGOS ? ` and ${logos.length - MOST_LOGOS} more` : '';
	console.error(
		`warning: these logos in ${logosBeside(snapshot)} are not used, because ${reason}: ${logos.slice(0, MOST_LOGOS).join(', ')}${more}`,
	);
}

function refuse(snapshot: string, { report }: BuildResult): never {
	printProblems('error', report.errors, at);
	throw new UserError(
		`${snapshot} has ${count(report.errors.length, 'error')}, so nothing was built. The current release stays online. Correct the snapshot and build again.`,
	);
}

function summaryOf(
	folder: string,
	{ manifest, outcome, records, pages }: Extract<BuildResult, { manifest: unknown }>,
	seconds: ReadonlyMap<string, number>,
) {
	return {
		release: manifest.id,
		snapshot: manifest.snapshot,
		outcome,
		folder,
		counts: manifest.counts,
		bytes: {
			bodies: sizeIn(join(folder, FILES.bodies)),
			index: statSync(join(folder, FILES.index)).size,
			site: manifest.site.bytes,
		},
		records,
		pages: { all: manifest.site.pages, ...pages },
		seconds: Object.fromEntries(seconds),
	};
}

/** Returns the total size, in bytes, of the files in a folder. */
function sizeIn(folder: string): number {
	return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function printSummary(summary: ReturnType<typeof summaryOf>): void {
	const { release, snapshot, outcome, folder, counts, bytes, records, pages, seconds } = summary;
	const count = (value: number) => value.toLocaleString('en');
	const size = (value: number) => `${(value / 1e6).toFixed(1)} MB`;
	const rows: [string, string][] = [
		['release', `${release} (${outcome === 'built' ? 'new' : 'unchanged'}), now current`],
		['snapshot', snapshot],
		['folder', folder],
		['programs', count(counts.programs)],
		['reviews', count(counts.reviews)],
		['organizations', count(counts.organizations)],
		['categories', count(counts.categories)],
		['records', `${count(records.added)} added, ${count(records.changed)} changed, ${count(records.removed)} removed`],
		['API', `${size(bytes.bodies)} of responses, ${size(bytes.index)} search index`],
		...(pages.all > 0
			? ([
					['website', `${count(pages.all)} pages, ${size(bytes.site)}`],
					['pages', `${count(pages.rendered)} rendered, ${count(pages.kept)} kept, ${count(pages.removed)} removed`],
				] as [string, string][])
			: []),
		...Object.entries(seconds).map(
			([name, value]) => [name.toLowerCase(), `${value.toFixed(1)} s`] as [string, string],
		),
	];
	const width = Math.max(...rows.map(([label]) => label.length));
	for (const [label, value] of rows) console.log(`${label.padEnd(width)}  ${value}`);
}
