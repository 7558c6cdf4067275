import { command, run } from '../src/commands/command.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { printTable } from '../src/commands/table.ts';
import { contentRoot } from '../src/release/content-root.ts';
import { readJournal } from '../src/release/journal.ts';
import { releaseFolder } from '../src/release/layout.ts';
import { readManifest } from '../src/release/manifest.ts';
import { currentRelease, listReleases, needRelease } from '../src/release/publish.ts';
import { type Difference, diffReleases } from '../src/release/release-diff.ts';
import { openStore } from '../src/release/transfer/open-store.ts';
import { explain } from '../src/shared/explain.ts';
import { count, number } from '../src/website/format/numbers.ts';

/** The maximum number of differences of each kind to print. The JSON output lists all differences. */
const SHOWN = 10;

const releases = command('releases', 'Lists releases, shows how they differ, and sends them to other machines.', [
	['npm run releases -- list', 'the releases that are kept, and when each was last published'],
	['npm run releases -- diff ID ID', 'how the second release differs from the first'],
	['npm run releases -- push s3://bucket/directory', 'sends the current release to a store, for other machines'],
	['npm run releases -- pull s3://bucket/directory', 'makes the current release of a store the current one here'],
]);

releases
	.command('list')
	.description('list the releases that are kept, most recently published first')
	.addOption(SETTINGS.out())
	.option('--json', 'print the releases as JSON')
	.action(async ({ out, json }) => {
		const described = await Promise.allSettled(released(out).map((id) => describeRelease(out, id)));
		const listed = described.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
		const unreadable = released(out).filter((_, index) => described[index]!.status === 'rejected');
		if (unreadable.length > 0) {
			console.error(
				`warning: these releases are damaged, or were built by an older version of this software: ${unreadable.join(', ')}`,
			);
		}
		if (json) console.log(JSON.stringify(listed, null, 2));
		else if (listed.length === 0) console.log(`There are no releases in ${out}.`);
		else {
			printTable(
				['release', 'published', 'by', 'snapshot', 'programs', 'reviews', 'pages', ''],
				listed.map((release) => [
					release.release,
					release.published_at ?? 'never',
					release.published_by ?? '',
					release.snapshot,
					number(release.counts.programs),
					number(release.counts.reviews),
					number(release.pages),
					release.current ? 'current' : '',
				]),
			);
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
	.option('--take-over', 'continue even if the releases in the store are from another machine or folder')
	.action(async (address, { out, takeOver }) => {
		const { pushRelease } = await import('../src/release/transfer/push.ts');
		const store = await openStore(address);
		const { release, wasCurrent, files, sent, bytes, removed } = await pushRelease({ out, store, takeOver });
		console.log(
			`${release} is ${wasCurrent ? 'still' : 'now'} the current release in ${address}. Sent ${number(sent)} of ${count(files, 'file')} (${megabytes(bytes)})${removed === 0 ? '' : `, and removed ${count(removed, 'old file')}`}.`,
		);
	});

releases
	.command('pull')
	.description('get the current release of a store, check it, and make it the current one here')
	.argument('<store>', 'a folder, or s3://BUCKET/PREFIX')
	.addOption(SETTINGS.out())
	.action(async (address, { out }) => {
		const { pausedMessage, pullRelease } = await import('../src/release/transfer/pull.ts');
		const { outcome, release, files, downloaded, bytes } = await pullRelease(out, await openStore(address));
		if (outcome === 'unchanged') console.log(`${currentRelease(out)} is already the current release.`);
		else if (outcome === 'paused') console.log(pausedMessage(release));
		else {
			console.log(
				`${release} is now the current release. Downloaded ${number(downloaded)} of ${count(files, 'file')} (${megabytes(bytes)}).`,
			);
		}
	});

await run(releases);

function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Returns the IDs of all releases, most recently published first. Releases that were never published come last. */
function released(out: string): string[] {
	const rank = new Map(
		readJournal(out)
			.map(({ release, number }) => [release, -number] as const)
			.reverse(),
	);
	const ids = explain(() => listReleases(out), 'read', out);
	return ids.sort((a, b) => (rank.get(a) ?? 1) - (rank.get(b) ?? 1));
}

async function describeRelease(out: string, id: string) {
	const { snapshot, application, site_url, counts, packs, site } = await readManifest(releaseFolder(out, id));
	const published = readJournal(out).find(({ release }) => release === id);
	return {
		release: id,
		current: currentRelease(out) === id,
		published_at: published?.published_at ?? null,
		published_by: published?.kind ?? null,
		snapshot,
		application,
		site_url: site_url ?? null,
		counts,
		pages: site.pages,
		packs: packs.length,
	};
}

function printDifference(kind: 'record' | 'page', { added, removed, changed }: Difference): void {
	for (const [word, keys] of Object.entries({ added, removed, changed })) {
		console.log(`${count(keys.length, kind)} ${word}`);
		for (const key of keys.slice(0, SHOWN)) console.log(`  ${key}`);
		if (keys.length > SHOWN) console.log(`  and ${number(keys.length - SHOWN)} more`);
	}
}
