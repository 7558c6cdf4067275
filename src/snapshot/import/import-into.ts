import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { KINDS } from '../../catalog/records.ts';
import { explain } from '../../shared/explain.ts';
import { keyOf } from '../changes/change-log.ts';
import { type Difference, differenceOf, oddFirst } from '../changes/diff.ts';
import { recordEdits } from '../changes/read-changes.ts';
import { undoneImports } from '../changes/undone-imports.ts';
import { withSnapshot } from '../open.ts';
import { authorFinder, existenceChecker, recordFinder, recordKeys } from '../read.ts';
import type { SnapshotWriter } from '../record-writer.ts';
import { redirectFinder } from '../redirects.ts';
import { type RecordKey, removals } from '../removals.ts';
import { findSource, type NamedSource, statedKeys, statementFinder } from '../sources.ts';
import type { WriteSnapshot } from '../write.ts';
import { type Plan, planImport } from './plan.ts';
import { countSampleOrganizations } from './sample.ts';
import type { Source } from './source.ts';
import type { SourceName } from './source-name.ts';
import { NOTHING_STORED, type Stored } from './stored.ts';

export interface ImportOptions {
	/** The snapshot. It need not exist yet. */
	readonly snapshot: string;
	/** The files of the source. */
	readonly sources: readonly Source[];
	readonly source: SourceName;
	/** The mappings of its tables, as JSON, to use at its next import. Null if it has no tables that need one. */
	readonly mapping?: string | null;
	/** The time of the import, as a timestamp. */
	readonly now: string;
	/** Why, in the user's words. */
	readonly because?: string | undefined;
	/** Whether to remove the records that the source no longer has. */
	readonly removeMissing?: boolean;
	/** Whether to import again what was undone. */
	readonly again?: boolean;
}

export interface Imported {
	readonly plan: Plan;
	/** The records to remove, because the source no longer has them. */
	readonly removed: readonly RecordKey[];
	/** The change that undid an earlier import of the source, if there is one. */
	readonly undo: number | undefined;
	/** How the stored records would change, odd differences first. Undefined if the import is performed or creates the snapshot. */
	readonly differences: readonly Difference[] | undefined;
	/** Whether records change. */
	readonly hasChanges: boolean;
	/** Whether records change, or the source says something else than at its last import, such as a value in conflict. */
	readonly hasNews: boolean;
	readonly written: boolean;
	/** Whether the snapshot had no records before. */
	readonly isFirst: boolean;
	/** The number of organizations of the sample directory in the snapshot. */
	readonly sample: number;
}

/** Plans an import, and performs it if `write` is given and no row has errors. */
export function importInto(options: ImportOptions, write?: WriteSnapshot): Imported {
	const { snapshot, source, mapping = null, now, because } = options;
	const isThere = existsSync(snapshot);
	const planned = isThere
		? planUpdate(options, write === undefined)
		: { plan: planImport(options.sources, NOTHING_STORED, now), ...NOTHING_PLANNED };
	const { plan, removed } = planned;
	const hasChanges = !isThere || removed.length > 0 || KINDS.some((kind) => plan.writes[kind].length > 0);
	const hasNews = hasChanges || plan.statements.length > 0 || plan.withdrawn.length > 0 || planned.isNewMapping;
	if (write === undefined || plan.problems.length > 0 || !hasNews) {
		return { ...planned, hasChanges, hasNews, written: false };
	}

	const fill = (writer: SnapshotWriter) => {
		for (const kind of KINDS) for (const record of plan.writes[kind]) writer.upsert(kind, record);
		for (const { kind, key } of removed) {
			writer.remove(kind, key);
			// If the source has it again, it is added again.
			writer.sources.forget(source.name, kind, key);
		}
		saveSource(writer, { ...source, mapping, imported_at: now }, plan);
	};
	explain(() => write({ command: 'import', source: source.name, because, at: now }, fill), 'write', snapshot);
	return { ...planned, hasChanges, hasNews, written: hasChanges };
}

const NOTHING_PLANNED = {
	removed: [],
	undo: undefined,
	differences: undefined,
	sample: 0,
	isNewMapping: true,
	isFirst: true,
};

function planUpdate(options: ImportOptions, isTrial: boolean) {
	const { snapshot, sources, source, mapping = null, now, removeMissing = false, again = false } = options;
	return withSnapshot(snapshot, (db) => {
		const isNewMapping = mapping !== (findSource(db, source.name)?.mapping ?? null);
		const stored = { ...storedRecords(db, source.name, again), hasNewMapping: isNewMapping };
		const plan = planImport(sources, stored, now);
		const removed = removeMissing ? removals(db, plan.gone) : [];
		const differences = isTrial ? plannedDifferences(plan, removed, stored) : undefined;
		const isFirst = KINDS.every((kind) => db.prepare(`SELECT 1 FROM ${kind}`).get() === undefined);
		const undo = undoneImports(db, source.name)?.undo;
		return { plan, removed, undo, differences, sample: countSampleOrganizations(stored), isNewMapping, isFirst };
	});
}

function plannedDifferences({ writes }: Plan, removed: readonly RecordKey[], { find }: Stored): Difference[] {
	const written = KINDS.flatMap((kind) =>
		writes[kind].flatMap((record) => {
			const key = keyOf(kind, record as never);
			return differenceOf(kind, key, find(kind, key), record);
		}),
	);
	return oddFirst([
		...written,
		...removed.flatMap(({ kind, key }) => differenceOf(kind, key, find(kind, key), undefined)),
	]);
}

/**
 * Reads records as they are needed.
 *
 * @param source the name of the source
 * @param again whether to treat undone imports of the source as if they had never been made
 */
export function storedRecords(db: Database.Database, source: string, again = false): Stored {
	const undone = undoneImports(db, source);
	const editsOf = recordEdits(db);
	const isUndone: Stored['isUndone'] = (kind, key) => {
		if (!undone?.has(kind, key)) return false;
		const last = editsOf(kind, key).find(({ isImport, change }) => isImport || undone.changes.has(change));
		return undone.changes.has(last!.change);
	};
	const stored: Stored = {
		find: recordFinder(db),
		has: existenceChecker(db),
		findAuthor: authorFinder(db),
		findStatement: statementFinder(db, source),
		editsOf,
		statedKeys: (kind) => statedKeys(db, source, kind),
		findRedirect: redirectFinder(db),
		isUndone,
		hasNewMapping: false,
		keysOf: (kind) => recordKeys(db, kind),
	};
	if (!again || undone === undefined) return stored;
	return {
		...stored,
		findStatement: (kind, key) => (isUndone(kind, key) ? undefined : stored.findStatement(kind, key)),
		editsOf: (kind, key) => editsOf(kind, key).filter(({ change }) => !undone.changes.has(change)),
		findRedirect: (kind, key) => (isUndone(kind, key) ? undefined : stored.findRedirect(kind, key)),
		isUndone: () => false,
	};
}

/** Stores what the source said, for its next import. */
function saveSource({ sources }: SnapshotWriter, source: NamedSource, plan: Plan): void {
	sources.save(source);
	for (const { kind, key, said } of plan.statements) sources.say(source.name, kind, key, said);
	for (const { kind, key } of plan.withdrawn) sources.forget(source.name, kind, key);
	for (const { kind, key, field, theirs } of plan.conflicts) {
		sources.add({ source: source.name, kind, key, field, theirs: JSON.stringify(theirs), at: source.imported_at });
	}
}
