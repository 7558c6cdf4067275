import { cpus, totalmem } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { command, run } from '../../src/commands/command.ts';
import { printTable } from '../../src/commands/table.ts';
import { wholeNumber } from '../../src/config/settings.ts';
import { applicationVersion } from '../../src/release/application-version.ts';
import { installPages } from '../../src/release/compiled-pages.ts';
import { makeFolder } from '../../src/shared/files.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { type EditTargets, targetsOf } from './edit-targets.ts';
import { largestCategory } from './edits.ts';
import { type Measured, type MeasuredEdit, measureEdits, type Places, placesIn, type Size } from './measured-edits.ts';
import { makeKey } from './prepare.ts';
import { switchUnderLoad } from './switch-load.ts';

const DEFAULT_SIZES: readonly Size[] = [
	[750, 3000],
	[10_000, 50_000],
];

const benchEdits = command(
	'bench',
	'Measures edits of a generated directory until a server shows them, as ratios to a full build in the same run.',
	[
		['npm run bench -- edits', '750 programs with 3,000 reviews, then 10,000 with 50,000: several minutes'],
		['npm run bench -- edits --size 100000+500000', 'how long edits take at that size'],
	],
)
	.name('npm run bench -- edits')
	.option('--size <size...>', 'how many programs and reviews, such as 750+3000', addSize, DEFAULT_SIZES)
	.option('--switches <n>', 'how often to switch between two releases under load', wholeNumber(1, 10_000), 100)
	.option('--folder <folder>', 'where to make what it runs on', 'var/bench-edits')
	.action(async ({ size: sizes, switches, folder }) => {
		makeFolder(folder);
		// The first build with each version of the application also compiles the pages. Compile them now, so that the
		// measured build does not.
		await installPages(applicationVersion());
		const [cpu] = cpus();
		console.log(`${cpus().length} × ${cpu?.model}, ${(totalmem() / 1e9).toFixed(0)} GB`);
		for (const size of sizes) {
			const places = placesIn(folder);
			const measured = await measureEdits(size, places);
			const [programs, reviews] = size;
			console.log(`\n${count(programs)} programs, ${count(reviews)} reviews\n`);
			printEdits(measured, targetsOf(programs));
			console.log();
			printFull(measured, targetsOf(programs));
			console.log();
			printSteps(measured);
			console.log();
			await printSwitches(measured, places, switches);
		}
	});

await run(benchEdits);

function addSize(text: string, before: readonly Size[]): readonly Size[] {
	const [, programs, reviews] = /^(\d+)\+(\d+)$/.exec(text) ?? [];
	if (programs === undefined) throw new InvalidArgumentError('It must be like 750+3000.');
	return [...(before === DEFAULT_SIZES ? [] : before), [Number(programs), Number(reviews)]];
}

function printEdits({ full, edits }: Measured, targets: EditTargets): void {
	printTable(
		[
			'edit',
			'served after',
			'of a full build',
			'CPU',
			'of a full build',
			'memory',
			'rendered',
			'kept',
			'removed',
			'import',
			'target',
		],
		edits.map(({ name, imported, served, build }, number) => {
			const { rendered, kept, removed } = build.summary.pages;
			return [
				name,
				seconds(served),
				share(served, full.seconds),
				seconds(build.cpu),
				share(build.cpu, full.cpu),
				megabytes(build.memory),
				count(rendered),
				count(kept),
				count(removed),
				seconds(imported),
				number === 0 ? targets.typo : number === edits.length - 1 ? '' : targets.others,
			];
		}),
	);
}

function printFull({ full, disk }: Measured, targets: EditTargets): void {
	const { pages, seconds: steps } = full.summary;
	printTable(
		['full build', 'measured', 'target'],
		[
			['time', seconds(full.seconds), targets.buildSeconds],
			['CPU time', seconds(full.cpu), ''],
			['memory', megabytes(full.memory), targets.buildMemory],
			['pages', count(pages.all), ''],
			['pages rendered per second', count(Math.round(pages.rendered / steps['Render the pages']!)), ''],
			['disk', megabytes(disk.full / 1e6), ''],
			['disk after all edits', megabytes(disk.all / 1e6), targets.disk],
		],
	);
}

/** Prints how many seconds each step took in the full build and in the first edit's build. */
function printSteps({ full, edits }: Measured): void {
	const { name, build } = edits[0]!;
	const steps = Object.entries(full.summary.seconds);
	printTable(
		['step', 'full build', name],
		steps.map(([step, value]) => [step, seconds(value), seconds(build.summary.seconds[step])]),
	);
}

/**
 * Prints the results of switching between the releases before and after the last edit. That edit renames the largest
 * category.
 */
async function printSwitches({ edits }: Measured, places: Places, switches: number): Promise<void> {
	const [before, after] = edits.slice(-2).map(({ build }) => build.summary) as [Summary, Summary];
	const category = withSnapshot(places.snapshot, largestCategory);
	const { responses, failed, mixed, longestPause } = await switchUnderLoad({
		...places,
		key: await makeKey(places.state),
		releases: [after, before],
		targets: [
			'/',
			`/categories/${category}/`,
			`/programs/search/?category=${category}`,
			'/v1/categories',
			`/v1/categories/${category}`,
			`/v1/programs?category=${category}`,
		],
		switches,
	});
	printTable(
		[`${count(switches)} switches under load`, 'measured', 'target'],
		[
			['responses', count(responses), ''],
			['failed responses', count(failed), 'none'],
			['mixed responses', count(mixed), 'none'],
			['longest pause of the event loop', milliseconds(longestPause.withSwitches), 'under 50 ms (100,000 programs)'],
			['the same without switches', milliseconds(longestPause.withoutSwitches), ''],
		],
	);
}

type Summary = MeasuredEdit['build']['summary'];

function count(value: number): string {
	return value.toLocaleString('en');
}

function seconds(value: number | undefined): string {
	return value === undefined ? '' : `${value.toFixed(1)} s`;
}

function share(part: number | undefined, whole: number | undefined): string {
	return part === undefined || whole === undefined ? '' : `1/${(whole / part).toFixed(1)}`;
}

function megabytes(value: number | undefined): string {
	return value === undefined ? '' : `${count(Math.round(value))} MB`;
}

function milliseconds(value: number): string {
	return `${value.toFixed(0)} ms`;
}
