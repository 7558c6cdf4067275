import { command, run } from '../src/commands/command.ts';
import { printWarning } from '../src/commands/problems.ts';
import {
	describeRelease,
	keptSentence,
	listedReleases,
	printDifference,
	printReleases,
} from '../src/commands/releases.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { releaseFolder } from '../src/release/layout.ts';
import { needRelease } from '../src/release/publish.ts';
import { contentRoot, diffReleases } from '../src/release/release-diff.ts';

const releases = command('releases', 'Lists releases, and shows how they differ.', [
	['npm run releases', 'the releases that are kept and why, and how much disk they need'],
	['npm run releases -- diff ID ID', 'how the second release differs from the first'],
]);

releases
	.command('list', { isDefault: true })
	.description('list the releases that are kept, most recently published first, and the disk that they need')
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.keepDisk())
	.option('--json', 'print the releases as JSON')
	.action(async ({ out, keepDisk, json }) => {
		const { listed, unreadable, bytes } = await listedReleases(out, keepDisk);
		if (unreadable.length > 0) {
			printWarning(
				`these releases are damaged, or were built by an older version of this software: ${unreadable.join(', ')}`,
			);
		}
		if (json) console.log(JSON.stringify(listed, null, 2));
		else if (listed.length === 0) console.log(`There are no releases in ${out}.`);
		else {
			printReleases(listed);
			console.log(keptSentence(listed.length, bytes, keepDisk));
		}
	});

releases
	.command('show')
	.description('show one release, with a hash of everything in it')
	.argument('<id>', 'the ID of the release')
	.addOption(SETTINGS.out())
	.action(async (id, { out }) => {
		needRelease(out, id);
		const content = await contentRoot(releaseFolder(out, id));
		console.log(JSON.stringify({ ...(await describeRelease(out, id)), content }, null, 2));
	});

releases
	.command('diff')
	.description('show the differences between two releases')
	.argument('<before>', 'the ID of a release')
	.argument('<after>', 'the ID of the release to compare it with')
	.addOption(SETTINGS.out())
	.option('--json', 'print every difference as JSON')
	.action(async (before, after, { out, json }) => {
		for (const id of [before, after]) needRelease(out, id);
		const diff = await diffReleases(releaseFolder(out, before), releaseFolder(out, after));
		if (json) return console.log(JSON.stringify(diff, null, 2));
		printDifference('record', diff.records);
		printDifference('page', diff.pages);
	});

await run(releases);
