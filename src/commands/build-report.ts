import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildResult } from '../build/build-options.ts';
import { type Logos, logosBeside } from '../build/logos.ts';
import { FILES } from '../release/layout.ts';
import { packFiles } from '../release/pack-store.ts';
import { currentRelease } from '../release/publish.ts';
import { bytesOf } from '../release/retention.ts';
import { hasSnapshotCopy } from '../release/snapshot-copies.ts';
import { UserError } from '../shared/user-error.ts';
import { count, number } from '../website/format/numbers.ts';
import { megabytes } from './figures.ts';
import { positionInSnapshot, printProblems } from './problems.ts';
import { differsFromSite, waysTogether } from './rolled-back.ts';

/** The exit status of `build` if the release was built, but not published. */
export const HELD = 2;
/** The maximum number of unused logos that are listed in a warning. */
const MOST_LOGOS = 5;

/** Says which logos beside a snapshot are not used, and why. */
export function logoWarnings(
	snapshot: string,
	{ unmatched, unsupported }: Pick<Logos, 'unmatched' | 'unsupported'>,
): string[] {
	const unused = [
		['their file names do not match the slug of any program or organization', unmatched],
		['a logo must be SVG, PNG, WebP or JPEG', unsupported],
	] as const;
	return unused.flatMap(([reason, logos]) => {
		if (logos.length === 0) return [];
		const more = logos.length > MOST_LOGOS ? ` and ${logos.length - MOST_LOGOS} more` : '';
		const named = logos.slice(0, MOST_LOGOS).join(', ');
		return `these logos in ${logosBeside(snapshot)} are not used, because ${reason}: ${named}${more}`;
	});
}

/** Says why a release is held, and how to publish it. After a rollback, says whether the site and the snapshot differ. */
export async function heldMessages(out: string, held: Extract<BuildResult, { outcome: 'held' }>): Promise<string[]> {
	const current = currentRelease(out)!;
	const built = `the release ${held.id} was built but not published.`;
	const diff = hasSnapshotCopy(out, current) ? ' To see the differences: npm run diff.' : '';
	const reasons = held.reasons.map((reason) => `held: ${reason}`);
	if (!held.isPaused)
		return [...reasons, `${built}${diff} To publish it: npm run publish -- ${held.id} --because TEXT`];
	const difference = (await differsFromSite(out, current, held.id))
		? `The snapshot differs from what is online (${current}).${diff}`
		: `The snapshot has the same content as what is online (${current}).`;
	const ways = await waysTogether(out, current, held.id);
	return [...reasons, `${built} ${difference}`, ...ways.map((way) => `to ${way}`)];
}

/** Says how to let builds publish again after a rollback, if there is nothing else to do. */
export function pausedMessage(current: string): string {
	return `a rollback has paused publishing. The snapshot has the same content as what is online, so you can let builds publish again: npm run publish -- ${current}`;
}

/** Prints the errors of a snapshot. @throws UserError always */
export function refuse(snapshot: string, { report }: BuildResult): never {
	printProblems('error', report.errors, positionInSnapshot);
	throw new UserError(
		`${snapshot} has ${count(report.errors.length, 'error')}, so nothing was built. The current release stays online. Correct the snapshot and build again.`,
	);
}

export function summaryOf(
	folder: string,
	{ manifest, outcome, records, pages, kept }: Extract<BuildResult, { manifest: unknown }>,
	seconds: ReadonlyMap<string, number>,
	keepDisk: number,
) {
	return {
		release: manifest.id,
		snapshot: manifest.snapshot,
		outcome,
		folder,
		counts: manifest.counts,
		bytes: {
			packs: packFiles(folder, manifest).reduce((sum, file) => sum + statSync(file).size, 0),
			api: statSync(join(folder, FILES.api)).size,
			index: statSync(join(folder, FILES.index)).size,
			site: manifest.site.bytes,
		},
		records,
		pages: { all: manifest.site.pages, ...pages },
		kept: { ...kept, limit: bytesOf(keepDisk) },
		seconds: Object.fromEntries(seconds),
	};
}

export function printSummary(summary: ReturnType<typeof summaryOf>): void {
	const { release, snapshot, outcome, folder, counts, bytes, records, pages, kept, seconds } = summary;
	const rows: [string, string][] = [
		['release', `${release} (${outcome === 'built' ? 'new' : 'unchanged'}), now current`],
		['snapshot', snapshot],
		['folder', folder],
		['programs', number(counts.programs)],
		['reviews', number(counts.reviews)],
		['organizations', number(counts.organizations)],
		['categories', number(counts.categories)],
		[
			'records',
			`${number(records.added)} added, ${number(records.changed)} changed, ${number(records.removed)} removed`,
		],
		['disk', `${megabytes(bytes.packs)} of packs, ${megabytes(bytes.api)} API, ${megabytes(bytes.index)} search index`],
		[
			'kept',
			`${count(kept.releases, 'release')}, ${megabytes(kept.bytes)} of at most ${kept.limit / 1e9} GB (KEEP_DISK)`,
		],
		...(pages.all > 0
			? ([
					['website', `${number(pages.all)} pages, ${megabytes(bytes.site)}`],
					['pages', `${number(pages.rendered)} rendered, ${number(pages.kept)} kept, ${number(pages.removed)} removed`],
				] as [string, string][])
			: []),
		...Object.entries(seconds).map(
			([name, value]) => [name.toLowerCase(), `${value.toFixed(1)} s`] as [string, string],
		),
	];
	const width = Math.max(...rows.map(([label]) => label.length));
	for (const [label, value] of rows) console.log(`${label.padEnd(width)}  ${value}`);
}
