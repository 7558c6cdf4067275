import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { KINDS, keyOf } from '../../catalog/records.ts';
import { explain } from '../../shared/explain.ts';
import { differenceOf, oddFirst, type SnapshotDifference } from '../changes/diff.ts';
import { recordEdits } from '../changes/read-changes.ts';
import { withSnapshot } from '../open.ts';
import { authorFinder, existenceChecker, recordFinder, recordKeys } from '../read.ts';
import type { SnapshotWriter } from '../record-writer.ts';
import { redirectFinder } from '../redirects.ts';
import { type RecordKey, removals } from '../removals.ts';
import { findSource, type NamedSource, statedKeys, statementFinder } from '../sources.ts';
import type { WriteSnapshot } from '../write.ts';
import type { SourceName } from './files.ts';
import { type ImportPlan, planImport } from './plan.ts';
import type { RowProblem } from './report.ts';
import { countSampleOrganizations } from './sample.ts';
import { type Note, recordsOf, type Source } from './source.ts';
import { NOTHING_STORED, type Stored } from './stored.ts';
import { withoutUsualValues } from './without-usual-values.ts';

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
	/** Whether to keep the values that nearly all programs of a collection have. */
	readonly keepUsual?: boolean | undefined;
}

export interface Imported {
	readonly plan: ImportPlan;
	/** Notes about the values that nearly all programs have. */
	readonly notes: readonly Note[];
	/** The records to remove, because the source no longer has them. */
	readonly removed: readonly RecordKey[];
	/** The change that undid an earlier import of the source, if there is one. */
	readonly undo: number | undefined;
	/** How the stored records would change, odd differences first. Undefined if the import is performed or creates the snapshot. */
	readonly differences: readonly SnapshotDifference[] | undefined;
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
	const planned = isThere ? planUpdate(options, write === undefined) : planFirst(options);
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
		const usual_values = planned.usual === undefined ? null : JSON.stringify(planned.usual);
		saveSource(writer, { ...source, mapping, usual_values, imported_at: now }, plan);
	};
	explain(() => write({ command: 'import', source: source.name, because, at: now }, fill), 'write', snapshot);
	return { ...planned, hasChanges, hasNews, written: hasChanges };
}

/** Plans an import into a snapshot that does not exist yet. */
function planFirst({ sources, now, keepUsual }: ImportOptions) {
	const before = { last: undefined, stated: new Set<string>(), isWhole: true };
	const { usual, notes, ...prepared } = withoutUsualValues(sources, before, keepUsual);
	const plan = planImport(prepared.sources, NOTHING_STORED, now);
	const nothing = { removed: [], undo: undefined, differences: undefined, sample: 0 };
	return { plan, usual, notes: notes(), ...nothing, isNewMapping: true, isFirst: true };
}

function planUpdate(options: ImportOptions, isTrial: boolean) {
	const { snapshot, source, mapping = null, now, removeMissing = false } = options;
	return withSnapshot(snapshot, (db) => {
		const known = findSource(db, source.name);
		const isNewMapping = mapping !== (known?.mapping ?? null);
		const stored = { ...storedRecords(db, source.name), hasNewMapping: isNewMapping };
		const last = known?.usual_values ? JSON.parse(known.usual_values) : undefined;
		const before = { last, stated: stored.statedKeys('programs'), isWhole: removeMissing };
		const { sources, usual, notes } = withoutUsualValues(options.sources, before, options.keepUsual);
		const plan = planImport(sources, stored, now);
		const removed = removeMissing ? removals(db, plan.gone) : [];
		const differences = isTrial ? plannedDifferences(plan, removed, stored) : undefined;
		const isFirst = KINDS.every((kind) => db.prepare(`SELECT 1 FROM ${kind}`).get() === undefined);
		const undo = lastUndo(db, source.name);
		const found = { plan, usual, notes: notes(), removed, undo, differences };
		return { ...found, sample: countSampleOrganizations(stored), isNewMapping, isFirst };
	});
}

function plannedDifferences(
	{ writes }: ImportPlan,
	removed: readonly RecordKey[],
	{ find }: Stored,
): SnapshotDifference[] {
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

/** Returns the last change that undid an import of a source, unless it was undone itself. */
function lastUndo(db: Database.Database, source: string): number | undefined {
	return db
		.prepare<[string], number>(
			`SELECT u.id FROM changes u JOIN changes i ON i.id = u.undoes
			 WHERE i.command = 'import' AND i.source = ? AND u.id NOT IN (SELECT undoes FROM changes WHERE undoes IS NOT NULL)
			 ORDER BY u.id DESC LIMIT 1`,
		)
		.pluck()
		.get(source);
}

/** Reads records as they are needed. @param source the name of the source */
export function storedRecords(db: Database.Database, source: string): Stored {
	const unread = new Set(db.prepare<[], string>(UNREAD).pluck().iterate());
	return {
		find: recordFinder(db),
		has: existenceChecker(db),
		findAuthor: authorFinder(db),
		findStatement: statementFinder(db, source),
		editsOf: recordEdits(db),
		statedKeys: (kind) => statedKeys(db, source, kind),
		findRedirect: redirectFinder(db),
		hasNewMapping: false,
		lacksEvidence: (kind, key) => kind === 'programs' && unread.has(key),
		keysOf: (kind) => recordKeys(db, kind),
	};
}

const UNREAD = `SELECT slug FROM programs
	WHERE commission_evidence IS NULL AND (coalesce(commission_text, '') || description || long_description) GLOB '*[0-9]*'`;

/** Stores what the source said, for its next import. */
function saveSource({ sources }: SnapshotWriter, source: NamedSource, plan: ImportPlan): void {
	sources.save(source);
	for (const { kind, key, said } of plan.statements) sources.say(source.name, kind, key, said);
	for (const { kind, key } of plan.withdrawn) sources.forget(source.name, kind, key);
	for (const { kind, key, field, theirs } of plan.conflicts) {
		sources.add({ source: source.name, kind, key, field, theirs: JSON.stringify(theirs), at: source.imported_at });
	}
}

interface Separated {
	/** The sources without the refused rows. */
	readonly accepted: readonly Source[];
	readonly refused: readonly RowProblem[];
}

/** Finds all refused rows. A row that refers to a refused row, such as a review of a program, is refused too. */
export function separateRows({ snapshot, sources, source, now }: ImportOptions): Separated {
	if (!existsSync(snapshot)) return separate(sources, NOTHING_STORED, now);
	return withSnapshot(snapshot, (db) => separate(sources, storedRecords(db, source.name), now));
}

function separate(sources: readonly Source[], stored: Stored, now: string): Separated {
	const refused: RowProblem[] = [];
	const rows = new Set<string>();
	// The rows whose organization or category is wrong, too.
	const wholly = new Set<string>();
	let accepted = sources;
	while (true) {
		const { problems } = planImport(accepted, stored, now, Number.POSITIVE_INFINITY);
		if (problems.length === 0) return { accepted, refused };
		for (const problem of problems) {
			const row = nameOf(problem);
			if (rows.has(row)) wholly.add(row);
			else refused.push(problem);
		}
		for (const problem of problems) rows.add(nameOf(problem));
		accepted = sources.map((source) => without(source, rows, wholly));
	}
}

const nameOf = ({ file, row }: { readonly file: string; readonly row: number }) => `${file}\n${row}`;

/**
 * Leaves out rows of a source. The organization or category that such a row was the first to name stays if another
 * program of the source belongs to it.
 */
function without(source: Source, rows: ReadonlySet<string>, wholly: ReadonlySet<string>): Source {
	const has = (set: ReadonlySet<string>, row: number) => set.has(nameOf({ file: source.file, row }));
	const needed = new Set<unknown>();
	for (const { row, raw, initial } of recordsOf(source, 'programs')) {
		if (has(rows, row)) continue;
		for (const slug of [raw.organization ?? initial?.organization, raw.categories].flat()) needed.add(slug);
	}
	return {
		...source,
		lacksRows: true,
		read: (kind, sink) =>
			source.read(kind, {
				record: (record) => {
					const isNeeded = (kind === 'organizations' || kind === 'categories') && needed.has(record.raw.slug);
					if (!has(isNeeded ? wholly : rows, record.row)) sink.record(record);
				},
				problem: (row, problem) => {
					if (!has(rows, row)) sink.problem(row, problem);
				},
				header: sink.header,
				// References to rows that could not be read must be found.
				incomplete: () => {},
			}),
	};
}
