import { Option } from 'commander';
import { buildRelease } from '../src/build/build.ts';
import { AT } from '../src/commands/ask-operator.ts';
import { recordOutcome } from '../src/commands/build-outcome.ts';
import {
	HELD,
	heldMessages,
	logoWarnings,
	pausedMessage,
	printSummary,
	refuse,
	summaryOf,
} from '../src/commands/build-report.ts';
import { command, run } from '../src/commands/command.ts';
import { countedVisits } from '../src/commands/counted-visits.ts';
import { positionInSnapshot, printProblems, printWarning } from '../src/commands/problems.ts';
import { steps } from '../src/commands/steps.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { readSiteConfig } from '../src/config/site-config.ts';
import { releaseFolder } from '../src/release/layout.ts';
import { explain } from '../src/shared/explain.ts';
import { makeFolder } from '../src/shared/files.ts';
import { GUARD } from '../src/snapshot/changes/guard.ts';

const build = command('build', 'Builds a release from a snapshot and makes it the current one.', [
	['npm run build -- --snapshot var/snapshot.sqlite --out var/out', 'the website and the API'],
	['npm run build -- --only api --out var/api', 'only the API, in seconds'],
])
	.addOption(SETTINGS.snapshot())
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.historyDays())
	.addOption(SETTINGS.keepDisk())
	.addOption(SETTINGS.siteUrl())
	.addOption(SETTINGS.port())
	.addOption(SETTINGS.state())
	.addOption(SETTINGS.onFailure())
	.addOption(SETTINGS.onPublish())
	.addOption(new Option('--only <part>', 'build only this part').choices(['api']))
	.option('--full', 'render every page of a new release, instead of reusing the pages that have not changed')
	.option('--drop-site', 'with --only api: replace a release that has a website, and take the website offline')
	.option('--expect-snapshot <id>', 'build only if the snapshot has this content ID')
	.addOption(
		new Option('--hold-changes', 'hold the release if any record has changed, for feeds that nobody watches').conflicts(
			'guard',
		),
	)
	.option('--no-guard', 'publish the release even if the differences from the current one are unusual')
	.addOption(AT)
	.option('--json', 'print the summary as JSON')
	.addHelpText('after', `\nExit status: 0 published or nothing to do, 1 error, ${HELD} held: built, but not published.`)
	.action(({ onFailure, onPublish, ...given }) => {
		const { snapshot, siteUrl, port, state, at, json, holdChanges = false, guard: isGuarded, ...options } = given;
		const { out } = options;
		explain(() => makeFolder(out), 'create the folder', out);
		return recordOutcome({ out, onFailure, onPublish }, async () => {
			const { run, seconds } = steps();
			const { url, guard: thresholds } = readSiteConfig(siteUrl, port);
			const guard = isGuarded ? { thresholds: { ...GUARD, ...thresholds }, holdsChanges: holdChanges } : undefined;
			const visits = countedVisits(state, at);
			const result = await buildRelease({ snapshot, siteUrl: url, guard, visits, warn: printWarning, ...options }, run);
			printProblems('warning', result.report.warnings, positionInSnapshot);
			if (result.outcome === 'refused') refuse(snapshot, result);
			if (result.outcome === 'held') {
				const { id: release, reasons } = result;
				for (const message of await heldMessages(out, result)) printWarning(message);
				if (json) console.log(JSON.stringify({ outcome: 'held', release, reasons }, null, 2));
				process.exitCode = HELD;
				return { outcome: 'held', release, reasons };
			}
			if (result.isPaused) printWarning(pausedMessage(result.manifest.id));
			for (const warning of logoWarnings(snapshot, result.logos)) printWarning(warning);
			const folder = releaseFolder(out, result.manifest.id);
			const summary = summaryOf(folder, result, seconds, options.keepDisk);
			if (json) console.log(JSON.stringify(summary, null, 2));
			else printSummary(summary);
			return { outcome: 'published', release: result.manifest.id };
		});
	});

await run(build);
