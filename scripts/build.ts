import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { command, run } from '../src/command/command.ts';
import { type Position, printProblems } from '../src/command/problems.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { readSiteConfig } from '../src/command/site-config.ts';
import { steps } from '../src/command/steps.ts';
import { explain } from '../src/explain.ts';
import { makeFolder } from '../src/make-folder.ts';
import { type BuildResult, buildRelease } from '../src/release/build.ts';
import { FILES, releaseFolder } from '../src/release/layout.ts';
import { logosBeside } from '../src/release/logos.ts';
import type { Manifest } from '../src/release/manifest.ts';
import { count } from '../src/site/numbers.ts';
import { UserError } from '../src/user-error.ts';

/** Logos that are nobody's: more names than this say no more. */
const MOST_LOGOS = 5;

const build = command('build', 'Builds a release from a snapshot and makes it the current one.', [
	['npm run build -- --snapshot var/snapshot.sqlite --out var/out', 'the website and the API'],
	['npm run build -- --only api', 'the API alone, in seconds'],
])
	.addOption(SETTINGS.snapshot())
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.siteUrl())
	.addOption(new Option('--only <part>', 'build without the website').choices(['api']))
	.option('--json', 'print the summary as JSON')
	.action(async ({ snapshot, out, siteUrl, only, json }) => {
		explain(() => makeFolder(out), 'make the folder', out);
		const { run, seconds } = steps();
		const result = await buildRelease({ snapshot, out, only, siteUrl: readSiteConfig(siteUrl).url }, run);
		printProblems('warning', result.report.warnings, at);
		if (result.outcome === 'refused') refuse(snapshot, result);
		warnOfStrangers(snapshot, result.strangers);
		const folder = releaseFolder(out, result.manifest.id);
		if (json) console.log(JSON.stringify(summaryOf(folder, result.manifest, result.outcome, seconds), null, 2));
		else printSummary(folder, result.manifest, result.outcome, seconds);
	});

await run(build);

function at({ kind, key }: { kind: string; key: string }): Position {
	return [kind, key];
}

function warnOfStrangers(snapshot: string, logos: readonly string[]): void {
	if (logos.length === 0) return;
	const more = logos.length > MOST_LOGOS ? ` and ${logos.length - MOST_LOGOS} more` : '';
	console.error(
		`warning: ${logosBeside(snapshot)}: no program or organization has the slug that these are named by, so nothing shows them: ${logos.slice(0, MOST_LOGOS).join(', ')}${more}`,
	);
}

function refuse(snapshot: string, { report }: BuildResult): never {
	printProblems('error', report.errors, at);
	throw new UserError(
		`${snapshot} has ${count(report.errors.length, 'error')}, so nothing was built; the current release goes on. Mend the snapshot and build again.`,
	);
}

function summaryOf(folder: string, manifest: Manifest, outcome: string, seconds: ReadonlyMap<string, number>) {
	const pages = Object.entries(manifest.site).filter(([path]) => path.endsWith('.html'));
	return {
		release: manifest.id,
		snapshot: manifest.snapshot,
		outcome,
		folder,
		counts: manifest.counts,
		bytes: {
			bodies: statSync(join(folder, FILES.bodies)).size,
			index: statSync(join(folder, FILES.index)).size,
			site: Object.values(manifest.site).reduce((sum, file) => sum + file.size, 0),
		},
		pages: pages.length,
		seconds: Object.fromEntries(seconds),
	};
}

function printSummary(...args: Parameters<typeof summaryOf>): void {
	const { release, snapshot, outcome, folder, counts, bytes, pages, seconds } = summaryOf(...args);
	const count = (value: number) => value.toLocaleString('en');
	const size = (value: number) => `${(value / 1e6).toFixed(1)} MB`;
	const rows: [string, string][] = [
		['release', `${release} (${outcome === 'built' ? 'new' : 'was there already'}), now current`],
		['snapshot', snapshot],
		['folder', folder],
		['programs', count(counts.programs)],
		['reviews', count(counts.reviews)],
		['organizations', count(counts.organizations)],
		['categories', count(counts.categories)],
		['JSON', `${size(bytes.bodies)} bodies, ${size(bytes.index)} search index`],
		...(pages > 0 ? [['website', `${count(pages)} pages, ${size(bytes.site)}`] as [string, string]] : []),
		...Object.entries(seconds).map(
			([name, value]) => [name.toLowerCase(), `${value.toFixed(1)} s`] as [string, string],
		),
	];
	const width = Math.max(...rows.map(([label]) => label.length));
	for (const [label, value] of rows) console.log(`${label.padEnd(width)}  ${value}`);
}
