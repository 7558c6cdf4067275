/** Plans how an import changes a snapshot. Checks every record, and writes nothing. */

import type { Program } from '../../catalog/program.ts';
import { byKind, KEY, KINDS, type Kind, type Problem, type RecordOf } from '../../catalog/records.ts';
import type { Review } from '../../catalog/review.ts';
import { contradictoryWords } from '../contradictory-words.ts';
import type { RecordKey } from '../removals.ts';
import type { Conflict } from '../sources.ts';
import { type FindAuthor, settledAuthors } from './authors.ts';
import { isSameRecord, type MergedSource, mergeSource, type PastEdit, withUpdate } from './merge.ts';
import { meantFinder } from './no-such-record.ts';
import { ProblemList, type RowProblem } from './problem-list.ts';
import { type KnownRecords, knownRecords, type RecordPosition } from './references.ts';
import { RowChecks } from './row-checks.ts';
import { MOST_PROBLEMS, type RawRecord, type Source, type SourceRecord } from './source.ts';

export type Counts = { readonly [K in Kind]: number };

export interface Plan {
	/** Problems that prevent the import: at most `mostProblems`. */
	readonly problems: readonly RowProblem[];
	/** Whether there are more problems. If so, not every row was checked. */
	readonly hasMoreProblems: boolean;
	/** Possible problems that do not prevent the import: at most `MOST_PROBLEMS`. */
	readonly warnings: readonly RowProblem[];
	/** The number of further warnings, which are not in the list. */
	readonly moreWarnings: number;
	readonly added: Counts;
	readonly changed: Counts;
	readonly unchanged: Counts;
	readonly writes: { readonly [K in Kind]: readonly RecordOf<K>[] };
	/** Fields that the source and a user have both changed. The user's values stay. */
	readonly conflicts: readonly FoundConflict[];
	/** Records that the source still has, although a user has removed them. They stay removed. */
	readonly keptRemoved: readonly RecordKey[];
	/** Records that the source had at its last import, but not now, and that are still in the snapshot. */
	readonly gone: readonly RecordKey[];
	/** What the source says about records, if it is not what it said at its last import. */
	readonly statements: readonly Statement[];
}

interface Statement extends RecordKey {
	/** A JSON object of the fields that the source knows. */
	readonly said: string;
}

export interface FoundConflict extends RecordPosition, Pick<Conflict, 'kind' | 'key' | 'field'> {
	readonly ours: unknown;
	readonly theirs: unknown;
}

/** The records that are in the snapshot, and what the source said about them at its last import. */
export interface Stored {
	readonly find: <K extends Kind>(kind: K, key: string) => RecordOf<K> | undefined;
	readonly findAuthor: FindAuthor;
	/** Returns a JSON object of the fields that the source knew. */
	readonly findStatement: (kind: Kind, key: string) => string | undefined;
	/** Returns the edits of a record, latest first. */
	readonly editsOf: (kind: Kind, key: string) => readonly PastEdit[];
	/** Returns the keys of all records that the source had at its last import. */
	readonly statedKeys: (kind: Kind) => ReadonlySet<string>;
	/** Returns the keys of all records of a kind. */
	readonly keysOf: (kind: Kind) => readonly string[];
}

export const NOTHING_STORED: Stored = {
	find: () => undefined,
	findAuthor: () => undefined,
	findStatement: () => undefined,
	editsOf: () => [],
	statedKeys: () => new Set(),
	keysOf: () => [],
};

/** A valid record, and the stored record that it replaces. */
interface Accepted extends Pick<MergedSource, 'record' | 'theirs'> {
	readonly before: RecordOf<Kind> | undefined;
}

/**
 * Checks all records of all sources against the catalogue's rules, against each other and against the stored records.
 * Then plans the changes. Stored records change only where the source has changed since its last import: see
 * `mergeRecord`. If a source does not have a field, the stored value of the field is kept.
 *
 * @param mostProblems the number of problems after which it stops
 */
export function planImport(
	sources: readonly Source[],
	stored: Stored,
	now: string,
	mostProblems: number = MOST_PROBLEMS,
): Plan {
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
	readonly #warnings: RowProblem[] = [];
	#moreWarnings = 0;
	readonly #counts = { added: noCounts(), changed: noCounts(), unchanged: noCounts() };
	readonly #writes: { [K in Kind]: RecordOf<K>[] } = { organizations: [], categories: [], programs: [], reviews: [] };
	readonly #conflicts: FoundConflict[] = [];
	readonly #keptRemoved: RecordKey[] = [];
	readonly #gone: RecordKey[] = [];
	readonly #statements: Statement[] = [];

	constructor(sources: readonly Source[], stored: Stored, now: string, mostProblems: number) {
		this.#sources = sources;
		this.#stored = stored;
		this.#now = now;
		this.#problems = new ProblemList(sources, mostProblems);
		this.#known = knownRecords({ has: (kind, key) => stored.find(kind, key) !== undefined, keysOf: stored.keysOf });
		this.#checks = new RowChecks(this.#known, meantFinder(stored.keysOf), this.#problems.nameOf);
		this.#authors = settledAuthors(stored.findAuthor);
	}

	plan(): Plan {
		return {
			problems: this.#problems.all(),
			hasMoreProblems: this.#problems.hasMore,
			warnings: this.#warnings,
			moreWarnings: this.#moreWarnings,
			...this.#counts,
			writes: this.#writes,
			conflicts: this.#conflicts,
			keptRemoved: this.#keptRemoved,
			gone: this.#gone,
			statements: this.#statements,
		};
	}

	/** Adds all records of a kind to the plan. Call it for the kinds in their order. */
	add(kind: Kind): void {
		const accepted: Accepted[] = [];
		const missing = new Set(this.#stored.statedKeys(kind));
		for (const { file, read, lacksRows } of this.#sources) {
			if (lacksRows) missing.clear();
			read(kind, {
				record: (source) => {
					if (this.#problems.hasMore) return;
					const key = keyIn(kind, source.raw);
					if (key !== undefined) missing.delete(key);
					const found = this.#accept(kind, key, source, { file, row: source.row });
					if (found !== undefined) accepted.push(found);
				},
				problem: (row, problem) => this.#problems.add({ file, row, ...problem }),
				incomplete: () => {
					this.#known.assumeMore(kind);
					missing.clear();
				},
			});
		}
		for (const { record, theirs, before } of accepted) {
			const settled = kind === 'reviews' ? this.#authors.settle(record as Review) : record;
			const change = before === undefined ? 'added' : isSameRecord(settled, before) ? 'unchanged' : 'changed';
			this.#counts[change][kind]++;
			if (change === 'unchanged') continue;
			this.#writes[kind].push((before ? withUpdate(settled, before, theirs, this.#now) : settled) as never);
		}
		for (const key of missing) if (this.#stored.find(kind, key) !== undefined) this.#gone.push({ kind, key });
	}

	/** Returns the record to store, or undefined if it has problems, or if the import must not change anything. */
	#accept(kind: Kind, key: string | undefined, stated: SourceRecord, place: RecordPosition): Accepted | undefined {
		const { find, findStatement, editsOf } = this.#stored;
		const before = key === undefined ? undefined : find(kind, key);
		const saidBefore = key === undefined ? undefined : findStatement(kind, key);
		const said = JSON.stringify(stated.raw);
		if (key !== undefined) {
			if (before === undefined && (saidBefore !== undefined || this.#isRemoved(kind, key, stated.raw))) {
				this.#keptRemoved.push({ kind, key });
				return undefined;
			}
			if (said !== saidBefore) this.#statements.push({ kind, key, said });
			else if (this.#known.add(kind, key, place) === undefined) {
				// The source says what it said at its last import, so nothing can change. The row is not checked again.
				this.#counts.unchanged[kind]++;
				return undefined;
			}
		}
		const source = { ...stated, raw: this.#withoutRemovedCategories(stated.raw) };
		const merged = mergeSource(kind, source, { before, saidBefore, editsOf, now: this.#now });
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

	/** Whether a user has removed this record, or the record that it belongs to. */
	#isRemoved(kind: Kind, key: string, raw: RawRecord): boolean {
		if (this.#wasRemoved(kind, key)) return true;
		return kind === 'reviews'
			? this.#wasRemoved('programs', raw.program)
			: this.#wasRemoved('organizations', raw.organization);
	}

	#wasRemoved(kind: Kind, key: unknown): boolean {
		if (typeof key !== 'string' || this.#stored.find(kind, key) !== undefined) return false;
		const [last] = this.#stored.editsOf(kind, key);
		return last !== undefined && last.after === undefined;
	}

	#withoutRemovedCategories(raw: RawRecord): RawRecord {
		if (!Array.isArray(raw.categories)) return raw;
		const kept = raw.categories.filter((category) => !this.#wasRemoved('categories', category));
		return kept.length === raw.categories.length ? raw : { ...raw, categories: kept };
	}

	#warn(place: RecordPosition, warnings: readonly Problem[]): void {
		for (const warning of warnings) {
			if (this.#warnings.length < MOST_PROBLEMS) this.#warnings.push({ ...place, ...warning });
			else this.#moreWarnings++;
		}
	}
}

const noCounts = () => ({ ...byKind(() => 0) });

function keyIn(kind: Kind, raw: RawRecord): string | undefined {
	const key = raw[KEY[kind]];
	return typeof key === 'string' ? key : undefined;
}
