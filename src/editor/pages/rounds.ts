/** Imports the edited files and builds the preview, for `npm run edit`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildRelease } from '../../build/build.ts';
import type { BuildOptions } from '../../build/build-options.ts';
import type { CountedVisits } from '../../build/counted-visits.ts';
import type { Warm } from '../../build/warm.ts';
import { byKind } from '../../catalog/records.ts';
import { logoWarnings } from '../../commands/build-report.ts';
import { positionInSnapshot, problemLines } from '../../commands/problems.ts';
import { FILES, releaseFolder } from '../../release/layout.ts';
import type { HistoryOptions } from '../../release/make-current.ts';
import { currentRelease } from '../../release/publish.ts';
import { makeFolder } from '../../shared/files.ts';
import { UserError } from '../../shared/user-error.ts';
import { compareSnapshots } from '../../snapshot/compare.ts';
import type { KindCounts } from '../../snapshot/import/report.ts';
import { isEdited } from './folder-files.ts';
import { importFolder } from './import-folder.ts';
import { stateOf } from './watched-files.ts';

export interface RoundOptions {
	/** The folder of CSV files, or undefined if only the snapshot is edited. */
	readonly folder: string | undefined;
	readonly snapshot: string;
	/** The folder of releases for the preview. */
	readonly preview: string;
	readonly siteUrl: string;
	readonly historyDays: number;
	/** See `Editor`. */
	readonly visits: () => CountedVisits | undefined;
	/** What the builds of this process share. */
	readonly warm: () => Promise<Warm>;
}

/** The number of records of each kind, grouped by what happened to the records: `{ added: { programs: 1, … }, … }`. */
export interface Changes {
	readonly [change: string]: KindCounts;
}

interface Notes {
	/** Lines about what is odd, but does not prevent a build. Lines of the last round are not repeated. */
	readonly warnings: readonly string[];
	/** What to do with files in the folder that were not imported. */
	readonly hints: readonly string[];
	/** The number of records whose rows are no longer in the files. These records stay in the snapshot. */
	readonly left: number;
}

export type Round = Notes &
	(
		| { readonly outcome: 'unchanged' }
		| { readonly outcome: 'failed'; readonly problems: readonly string[] }
		| {
				readonly outcome: 'built';
				readonly changes: Changes;
				readonly pages: { readonly rendered: number; readonly kept: number; readonly removed: number };
		  }
	);

/** Returns a function that imports the folder, if there is one, and builds the snapshot. Its calls must not overlap. */
export function rounds({ folder, snapshot, ...building }: RoundOptions): () => Promise<Round> {
	/** The state of the files at the last import that had no errors. */
	let imported: string | undefined;
	/** The number of records that these files have. */
	let records = 0;
	let hints: readonly string[] = [];
	const [newInFiles, newInBuild] = [newLines(), newLines()];
	/** The first build brings the text index up to date. Later ones keep it, because it would take longer than all else. */
	let text: 'check' | 'keep' = 'check';

	/** Imports the files if they have changed since the last import. */
	async function importFiles(): Promise<Pick<Notes, 'warnings' | 'left'> & { readonly problems: readonly string[] }> {
		const state = folder === undefined ? undefined : stateOf({ folder, isWatched: isEdited });
		if (folder === undefined || state === imported) return { problems: [], warnings: [], left: 0 };
		try {
			imported = undefined;
			const found = await importFolder(folder, snapshot);
			hints = found.hints;
			const warnings = newInFiles(found.warnings);
			if (found.errors.length > 0) return { problems: found.errors, warnings, left: 0 };
			const left = Math.max(0, records - found.known);
			imported = state;
			records = found.added + found.known;
			return { problems: [], warnings, left };
		} catch (error) {
			return { problems: linesOf(error), warnings: [], left: 0 };
		}
	}

	return async () => {
		const { problems, warnings, left } = await importFiles();
		const failed = (lines: readonly string[]) => ({
			outcome: 'failed' as const,
			problems: lines,
			warnings,
			hints,
			left,
		});
		// The snapshot is built even if the files have errors, because it may have been edited in the browser.
		if (problems.length > 0 && !existsSync(snapshot)) return failed(problems);
		try {
			const { built, warnings: further } = await build({ snapshot, ...building, text });
			text = 'keep';
			if (problems.length > 0) return failed(problems);
			return { ...built, warnings: [...warnings, ...newInBuild(further)], hints, left };
		} catch (error) {
			return failed([...problems, ...linesOf(error)]);
		}
	};
}

/** Returns a function that leaves out the lines of its last call. */
function newLines(): (lines: readonly string[]) => readonly string[] {
	let last: readonly string[] = [];
	return (lines) => {
		const found = lines.filter((line) => !last.includes(line));
		last = lines;
		return found;
	};
}

function linesOf(error: unknown): readonly string[] {
	if (error instanceof UserError) return error.message.split('\n').filter((line) => line.trim() !== '');
	console.error(error);
	return [`Something unexpected went wrong: ${(error as Error).message} The terminal shows more.`];
}

async function build({
	snapshot,
	preview,
	siteUrl,
	historyDays,
	visits,
	warm,
	text,
}: Omit<RoundOptions, 'folder'> & Pick<BuildOptions, 'text'>) {
	const warnings: string[] = [];
	const before = currentRelease(preview);
	makeFolder(preview);
	const warn: HistoryOptions['warn'] = (message) => void warnings.push(`warning: ${message}`);
	const result = await buildRelease(
		// Nobody goes back to an earlier preview.
		{ snapshot, out: preview, siteUrl, historyDays, keepDisk: 0, visits: visits(), warn, warm: await warm(), text },
		async (_name, work) => work(() => {}),
	);
	if (result.outcome === 'refused') {
		throw new UserError(problemLines('error', result.report.errors, positionInSnapshot).join('\n'));
	}
	if (result.outcome === 'held') {
		throw new UserError(
			`Another command published to ${preview}, which is only for the preview. Stop \`edit\`, and start it again.`,
		);
	}
	warnings.push(...problemLines('warning', result.report.warnings, positionInSnapshot));
	warnings.push(...logoWarnings(snapshot, result.logos).map((message) => `warning: ${message}`));
	const { id, counts } = result.manifest;
	if (id === before) return { built: { outcome: 'unchanged' as const }, warnings };
	const changes =
		before === undefined ? { added: byKind((kind) => counts[kind]) } : countedChanges(preview, before, id);
	return { built: { outcome: 'built' as const, changes, pages: result.pages }, warnings };
}

/** Counts the records that differ between two releases. */
function countedChanges(preview: string, before: string, after: string): Changes {
	const snapshotOf = (id: string) => join(releaseFolder(preview, id), FILES.snapshot);
	const changes = compareSnapshots(snapshotOf(after), snapshotOf(before));
	const count = (what: 'added' | 'changed' | 'removed') => byKind((kind) => changes[kind][what].size);
	return { added: count('added'), changed: count('changed'), removed: count('removed') };
}
