/** Runs the usual commands to import, build and publish after each change, for `npm run edit`. */
import { logosBeside } from '../../build/logos.ts';
import { byKind, KINDS } from '../../catalog/records.ts';
import { releaseFolder } from '../../release/layout.ts';
import { currentRelease } from '../../release/publish.ts';
import { type Difference, diffReleases } from '../../release/release-diff.ts';
import type { Counts } from '../../snapshot/import/plan.ts';
import { type ReadScriptOptions, readScript } from '../run-script.ts';
import { stateOf } from './watched-files.ts';

export interface RoundOptions {
	/** The folder of CSV files, or undefined if another tool writes the snapshot. */
	readonly folder: string | undefined;
	readonly snapshot: string;
	/** The folder of releases. */
	readonly out: string;
	readonly siteUrl: string;
}

/** The number of records of each kind, grouped by what happened to the records: `{ added: { programs: 1, … }, … }`. */
export interface Changes {
	readonly [change: string]: Counts;
}

export type Round =
	| { readonly outcome: 'unchanged'; readonly left: number }
	| { readonly outcome: 'failed'; readonly problems: readonly string[] }
	| {
			readonly outcome: 'published';
			readonly changes: Changes;
			/** The number of records whose rows are no longer in the files. These records stay in the snapshot. */
			readonly left: number;
			readonly pages: { readonly rendered: number; readonly kept: number; readonly removed: number };
	  };

interface ImportReport {
	readonly written: boolean;
	readonly added: Counts;
	readonly changed: Counts;
	readonly unchanged: Counts;
}

export function rounds({ folder, snapshot, out, siteUrl }: RoundOptions): (signal: AbortSignal) => Promise<Round> {
	/**
	 * The state of the logos at the last build, or undefined if there was no build yet or the last one failed. If the
	 * current state of the logos is different, a new build is needed.
	 */
	let builtLogos: string | undefined;
	/** The number of records that the last import read from the files. */
	let imported = 0;

	return async (signal) => {
		const logos = stateOf({ folder: logosBeside(snapshot), isWatched: () => true });
		const before = currentRelease(out);
		// If there is a release, keep the errors for the open pages to show. Without a release, no page can be open.
		const options: ReadScriptOptions = { signal, keepsErrors: before !== undefined };
		let report: ImportReport | undefined;
		let left = 0;
		if (folder !== undefined) {
			const { succeeded, stdout, stderr } = await readScript(
				'import',
				[folder, '--snapshot', snapshot, '--json'],
				options,
			);
			if (!succeeded) return failed(stderr);
			report = JSON.parse(stdout) as ImportReport;
			const known = sum(report.changed) + sum(report.unchanged);
			left = Math.max(0, imported - known);
			imported = known + sum(report.added);
			if (!report.written && logos === builtLogos) return { outcome: 'unchanged', left };
		}
		builtLogos = undefined;
		// The editor looks at each change, so the guard would only be in the way.
		const args = ['--snapshot', snapshot, '--out', out, '--site-url', siteUrl, '--no-guard', '--json'];
		const { succeeded, stdout, stderr } = await readScript('build', args, options);
		if (!succeeded) return failed(stderr);
		const { outcome, release, pages } = JSON.parse(stdout);
		// If `pages` is missing, the release was built but not published, and a warning says why.
		if (pages === undefined) return failed(stderr);
		builtLogos = logos;
		if (outcome === 'unchanged' && release === before) return { outcome: 'unchanged', left };
		const changes =
			report === undefined
				? await changesBetween(out, before, release)
				: { added: report.added, changed: report.changed };
		return { outcome: 'published', changes, left, pages };
	};
}

function failed(stderr: string): Round {
	return { outcome: 'failed', problems: stderr.split('\n').filter((line) => line.trim() !== '') };
}

/** Counts the records that differ between two releases. Returns an empty object if there is no earlier release. */
async function changesBetween(out: string, before: string | undefined, after: string): Promise<Changes> {
	if (before === undefined) return {};
	const { records } = await diffReleases(releaseFolder(out, before), releaseFolder(out, after));
	return Object.fromEntries(
		Object.entries(records as Difference).map(([change, paths]) => [change, countKinds(paths)]),
	);
}

/** Counts the records of each kind among the paths. Only paths such as `/programs/acme` are paths of records. */
function countKinds(paths: readonly string[]): Counts {
	return byKind((kind) => paths.filter((path) => new RegExp(`^/${kind}/[^/]+$`).test(path)).length);
}

function sum(counts: Counts): number {
	return KINDS.reduce((total, kind) => total + counts[kind], 0);
}
