/** Plans how an import changes a snapshot. Checks every record, and writes nothing. */

import type { Program } from '../../catalog/program.ts';
import { byKind, KINDS, type Kind, type RecordOf, type Violation } from '../../catalog/records.ts';
import type { Review } from '../../catalog/review.ts';
import { contradictoryWords } from '../record-rules.ts';
import type { RecordKey } from '../removals.ts';
import type { Conflict } from '../sources.ts';
import { statedTerms } from '../terms/fill-terms.ts';
import { settledAuthors } from './authors.ts';
import { isSameRecord, type MergedSource, mergeSource, withUpdate } from './merge.ts';
import { type KnownRecords, knownRecords, meantFinder, type RecordPosition } from './references.ts';
import { type KindCounts, ProblemList, type RowProblem } from './report.ts';
import { RowChecks, readRow, type SourceRow, withCurrentSlugs } from './row.ts';
import { MOST_PROBLEMS, type RawRecord, type Source, type SourceRecord } from './source.ts';
import { RemovedRecords, type Stored } from './stored.ts';

export interface ImportPlan {
	/** Problems that prevent the import: at most `mostProblems`. */
	readonly problems: readonly RowProblem[];
	/** Whether there are more problems. If so, not every row was checked. */
	readonly hasMoreProblems: boolean;
	/** Whether the header of a file has problems. If so, none of its rows can be trusted. */
	readonly hasWrongHeader: boolean;
	/** Possible problems that do not prevent the import: at most `MOST_PROBLEMS`. */
	readonly warnings: readonly RowProblem[];
	/** The number of further warnings, which are not in the list. */
	readonly moreWarnings: number;
	readonly added: KindCounts;
	readonly changed: KindCounts;
	readonly unchanged: KindCounts;
	/** The added and changed programs whose words have a figure that is not understood. */
	readonly notUnderstood: number;
	readonly writes: { readonly [K in Kind]: readonly RecordOf<K>[] };
	/** Fields that the source and a user have both changed. The user's values stay. */
	readonly conflicts: readonly FoundConflict[];
	/** Records that the source still has, although a user has removed them. They stay removed. */
	readonly keptRemoved: readonly RecordKey[];
	/** Records that the source had at an earlier import, but not now, and that are still in the snapshot. */
	readonly gone: readonly RecordKey[];
	/** What the source said at its last import about records that it now has under another slug. */
	readonly withdrawn: readonly RecordKey[];
	/** What the source says about records, if it is not what it said at its last import. */
	readonly statements: readonly Said[];
}

/** Its key is the slug or ID that the source uses, even if the record was renamed in the snapshot. */
interface Said extends RecordKey {
	/** A JSON object of the fields that the source knows. */
	readonly said: string;
}

export interface FoundConflict extends RecordPosition, Pick<Conflict, 'kind' | 'key' | 'field'> {
	readonly ours: unknown;
	readonly theirs: unknown;
}

/** A valid record, and the stored record that it replaces. */
interface Accepted extends Pick<MergedSource, 'record' | 'theirs'> {
	readonly before: RecordOf<Kind> | undefined;
}

/**
 * Checks all records of all sources against the catalogue's rules, against each other and against the stored records,
 * and plans the changes. If a source does not have a field, its stored value is kept. See `mergeRecord`.
 *
 * @param mostProblems the number of problems after which it stops
 */
export function planImport(
	sources: readonly Source[],
	stored: Stored,
	now: string,
	mostProblems: number = MOST_PROBLEMS,
): ImportPlan {
	const planner = new Planner(sources, stored, now, mostProblems);
	for (const kind of KINDS) planner.add(kind);
	return planner.plan();
}

class Planner {
	readonly #sources: readonly Source[];
	readonly #stored: Stored;
	readonly #now: string;
	readonly #problems: ProblemList;
	readonly #known: KnownRecords;
	readonly #checks: RowChecks;
	readonly #authors;
	readonly #removed: RemovedRecords;
	readonly #warnings: RowProblem[] = [];
	#moreWarnings = 0;
	#hasWrongHeader = false;
	readonly #counts = { added: noCounts(), changed: noCounts(), unchanged: noCounts() };
	readonly #writes: { [K in Kind]: RecordOf<K>[] } = { organizations: [], categories: [], programs: [], reviews: [] };
	#notUnderstood = 0;
	readonly #conflicts: FoundConflict[] = [];
	readonly #keptRemoved: RecordKey[] = [];
	readonly #gone: RecordKey[] = [];
	readonly #withdrawn: RecordKey[] = [];
	readonly #statements: Said[] = [];

	constructor(sources: readonly Source[], stored: Stored, now: string, mostProblems: number) {
		this.#sources = sources;
		this.#stored = stored;
		this.#now = now;
		this.#problems = new ProblemList(sources, mostProblems);
		this.#known = knownRecords(stored);
		this.#checks = new RowChecks(this.#known, meantFinder(stored.keysOf), this.#problems.nameOf);
		this.#authors = settledAuthors(stored.findAuthor);
		this.#removed = new RemovedRecords(stored);
	}

	plan(): ImportPlan {
		return {
			problems: this.#problems.all(),
			hasMoreProblems: this.#problems.hasMore,
			hasWrongHeader: this.#hasWrongHeader,
			warnings: this.#warnings,
			moreWarnings: this.#moreWarnings,
			...this.#counts,
			notUnderstood: this.#notUnderstood,
			writes: this.#writes,
			conflicts: this.#conflicts,
			keptRemoved: this.#keptRemoved,
			gone: this.#gone,
			withdrawn: this.#withdrawn,
			statements: this.#statements,
		};
	}

	/** Adds all records of a kind to the plan. Call it for the kinds in their order. */
	add(kind: Kind): void {
		const accepted: Accepted[] = [];
		const add = (row: SourceRow) => {
			const found = this.#accept(row);
			if (found !== undefined) accepted.push(found);
		};
		/** The rows with former slugs. They come last, because only then it is known which records the files have anyway. */
		const renamed: SourceRow[] = [];
		const missing = new Set(this.#stored.statedKeys(kind));
		for (const { file, read, lacksRows } of this.#sources) {
			if (lacksRows) missing.clear();
			read(kind, {
				record: (source) => {
					if (this.#problems.hasMore) return;
					const row = readRow(kind, source, file, this.#stored.findRedirect);
					if (row.statedKey !== undefined) missing.delete(row.statedKey);
					if (row.key === row.statedKey) add(row);
					else renamed.push(row);
				},
				problem: (row, problem) => this.#problems.add({ file, row, ...problem }),
				header: (row, problem) => {
					this.#hasWrongHeader = true;
					this.#problems.add({ file, row, ...problem });
				},
				incomplete: () => {
					this.#known.assumeMore(kind);
					missing.clear();
				},
			});
		}
		for (const row of renamed) if (!this.#known.has(kind, row.key!)) add(row);
		for (const { record, theirs, before } of accepted) {
			const settled = kind === 'reviews' ? this.#authors.settle(record as Review) : record;
			const change = before === undefined ? 'added' : isSameRecord(settled, before) ? 'unchanged' : 'changed';
			this.#counts[change][kind]++;
			if (change === 'unchanged') continue;
			if (kind === 'programs' && isNotUnderstood(record as Program)) this.#notUnderstood++;
			this.#writes[kind].push((before ? withUpdate(settled, before, theirs, this.#now) : settled) as never);
		}
		this.#withdraw(kind, missing);
	}

	/** @param statedKeys the slugs or IDs that the source had at an earlier import, but not now */
	#withdraw(kind: Kind, statedKeys: ReadonlySet<string>): void {
		const gone = new Set<string>();
		for (const statedKey of statedKeys) {
			const key = this.#stored.findRedirect(kind, statedKey) ?? statedKey;
			if (!this.#stored.has(kind, key)) continue;
			// A later import can still remove what this one leaves, so the source's statement stays.
			if (this.#known.has(kind, key)) this.#withdrawn.push({ kind, key: statedKey });
			else gone.add(key);
		}
		for (const key of gone) this.#gone.push({ kind, key });
	}

	/** Returns the record to store, or undefined if it has problems, or if the import must not change anything. */
	#accept(row: SourceRow): Accepted | undefined {
		const { kind, statedKey, key, place } = row;
		const { find, has, findStatement, findRedirect, editsOf, hasNewMapping, lacksEvidence } = this.#stored;
		const saidBefore = statedKey === undefined ? undefined : findStatement(kind, statedKey);
		if (key !== undefined && statedKey !== undefined) {
			if (!has(kind, key) && (saidBefore !== undefined || this.#removed.isRemoved(kind, key, row.source.raw))) {
				this.#keptRemoved.push({ kind, key });
				return undefined;
			}
			if (row.said !== saidBefore) this.#statements.push({ kind, key: statedKey, said: row.said });
			else if (!hasNewMapping && !lacksEvidence(kind, key) && this.#known.add(kind, key, place) === undefined) {
				// The source says what it said at its last import, so nothing can change. The row is not checked again.
				this.#counts.unchanged[kind]++;
				return undefined;
			}
		}
		const before = key === undefined ? undefined : find(kind, key);
		const base = saidBefore === undefined ? undefined : withCurrentSlugs(kind, JSON.parse(saidBefore), findRedirect);
		const raw = hasNewMapping && base !== undefined ? readAnew(kind, row.source, base) : row.source.raw;
		const source = { ...row.source, raw: this.#removed.withoutCategories(raw) };
		const said = hasNewMapping ? undefined : base;
		const merged = mergeSource(kind, source, { before, saidBefore: said, editsOf, now: this.#now });
		const found = 'problems' in merged ? merged.problems : [];
		for (const problem of this.#checks.problemsOf(kind, source, { found, isNew: before === undefined, place })) {
			this.#problems.add({ ...place, ...problem });
		}
		if ('problems' in merged) return undefined;
		const { record, theirs, conflicts } = merged;
		for (const conflict of conflicts) this.#conflicts.push({ ...place, kind, key: key!, ...conflict });
		this.#warn(place, [...(source.warnings ?? []), ...merged.warnings]);
		if (kind === 'programs') this.#warn(place, contradictoryWords(record as Program));
		if (kind === 'reviews') this.#warn(place, this.#authors.note(source.raw, record as Review, place));
		return { record, theirs, before };
	}

	#warn(place: RecordPosition, warnings: readonly Violation[]): void {
		for (const warning of warnings) {
			if (this.#warnings.length < MOST_PROBLEMS) this.#warnings.push({ ...place, ...warning });
			else this.#moreWarnings++;
		}
	}
}

/**
 * Returns what a source says when its table is read with a new mapping. What only the earlier mapping read is empty, and
 * what the mapping assumes about a program is said.
 *
 * @param saidBefore what the source said with the earlier mapping
 */
function readAnew(kind: Kind, { raw, initial }: SourceRecord, saidBefore: RawRecord): RawRecord {
	const emptied = Object.fromEntries(Object.keys(saidBefore).map((field) => [field, null]));
	return { ...emptied, ...(kind === 'programs' ? initial : {}), ...raw };
}

/** Whether the words of a program have a figure that is not understood, so that its columns have none. */
function isNotUnderstood(program: Program): boolean {
	const { commission_rate, commission_amount, commission_text } = program;
	if (commission_rate !== null || commission_amount !== null || !/\d/.test(commission_text ?? '')) return false;
	return statedTerms(program).doubt !== null;
}

const noCounts = () => ({ ...byKind(() => 0) });
