import { command, run } from '../src/commands/command.ts';
import { megabytes } from '../src/commands/figures.ts';
import { printWarning } from '../src/commands/problems.ts';
import {
	describeRelease,
	keptSentence,
	listedReleases,
	printDifference,
	printReleases,
} from '../src/commands/releases.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { contentRoot } from '../src/release/content-root.ts';
import { releaseFolder } from '../src/release/layout.ts';
import { currentRelease, needRelease } from '../src/release/publish.ts';
import { diffReleases } from '../src/release/release-diff.ts';
import { openStore } from '../src/release/transfer/open-store.ts';
import { count, number } from '../src/website/format/numbers.ts';

const releases = command('releases', 'Lists releases, shows how they differ, and sends them to other machines.', [
	['npm run releases', 'the releases that are kept and why, and how much disk they need'],
	['npm run releases -- diff ID ID', 'how the second release differs from the first'],
	['npm run releases -- push s3://bucket/directory', 'sends the current release to a store, for other machines'],
	['npm run releases -- pull s3://bucket/directory', 'makes the current release of a store the current one here'],
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

releases
	.command('push')
	.description('send the current release to a store, without the files that it already has')
	.argument('<store>', 'a folder, or s3://BUCKET/PREFIX')
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.keepDisk())
	.option('--take-over', 'continue even if the releases in the store are from another machine or folder')
	.action(async (address, { out, keepDisk, takeOver }) => {
		const { pushRelease } = await import('../src/release/transfer/push.ts');
		const store = await openStore(address);
		const { release, wasCurrent, files, sent, bytes, removed } = await pushRelease({
			out,
			store,
			takeOver,
			keepDisk,
		});
		console.log(
			`${release} is ${wasCurrent ? 'still' : 'now'} the current release in ${address}. Sent ${number(sent)} of ${count(files, 'file')} (${megabytes(bytes)})${removed === 0 ? '' : `, and removed ${count(removed, 'old file')}`}.`,
		);
	});

releases
	.command('pull')
	.description('get the current release of a store, check it, and make it the current one here')
	.argument('<store>', 'a folder, or s3://BUCKET/PREFIX')
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.keepDisk())
	.action(async (address, { out, keepDisk }) => {
		const { pausedMessage, pullRelease } = await import('../src/release/transfer/pull.ts');
		const { outcome, release, files, downloaded, bytes } = await pullRelease(out, await openStore(address), keepDisk);
		if (outcome === 'unchanged') console.log(`${currentRelease(out)} is already the current release.`);
		else if (outcome === 'paused') console.log(pausedMessage(release));
		else {
			console.log(
				`${release} is now the current release. Downloaded ${number(downloaded)} of ${count(files, 'file')} (${megabytes(bytes)}).`,
			);
		}
	});

await run(releases);
