/** Plans how an import changes a snapshot. Checks every record, and writes nothing. */

import type { Program } from '../../catalog/program.ts';
import {
	byKind,
	COUNTERS,
	KEY,
	KINDS,
	type Kind,
	type Problem,
	parseRecord,
	type RecordOf,
} from '../../catalog/records.ts';
import type { Review } from '../../catalog/review.ts';
import { contradictoryWords } from '../contradictory-words.ts';
import { filledTerms } from '../terms/fill-terms.ts';
import { type FindAuthor, settledAuthors } from './authors.ts';
import { type KnownRecords, knownRecords, type RecordPosition } from './references.ts';
import { MOST_PROBLEMS, type RawRecord, type Source, type SourceRecord } from './source.ts';

interface RowProblem extends RecordPosition, Problem {}

export type Counts = { readonly [K in Kind]: number };

export interface Plan {
	/** Problems that prevent the import: at most `MOST_PROBLEMS`. */
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
}

export interface Stored {
	readonly find: <K extends Kind>(kind: K, key: string) => RecordOf<K> | undefined;
	readonly findAuthor: FindAuthor;
}

export const NOTHING_STORED: Stored = { find: () => undefined, findAuthor: () => undefined };

/** A valid record, and the stored record that it replaces. */
interface Accepted {
	readonly record: RecordOf<Kind>;
	readonly before: RecordOf<Kind> | undefined;
	/** Whether the source gives the record an `updated_at`. */
	readonly isDated: boolean;
}

/**
 * Checks all records of all sources against the catalogue's rules, against each other and against the stored records.
 * Then plans the changes. If a source does not have a field, the stored value of the field is kept. If a source
 * changes more than the counters of a stored record, but gives it no `updated_at`, this field is set to `now`.
 */
export function planImport(sources: readonly Source[], stored: Stored, now: string): Plan {
	const problems = problemList();
	const words = new Map(sources.map((source) => [source.file, source.words]));
	const nameOf = ({ file, row }: RecordPosition) => `${file} ${words.get(file)!.row} ${row}`;
	const warnings: RowProblem[] = [];
	let moreWarnings = 0;
	const known = knownRecords((kind, key) => stored.find(kind, key) !== undefined);
	const authors = settledAuthors(stored.findAuthor);
	const counts = { added: noCounts(), changed: noCounts(), unchanged: noCounts() };
	const writes: { [K in Kind]: RecordOf<K>[] } = { organizations: [], categories: [], programs: [], reviews: [] };
	for (const kind of KINDS) {
		const accepted: Accepted[] = [];
		for (const { file, read } of sources) {
			read(kind, {
				record: (source) => {
					if (problems.hasMore()) return;
					const before = findStored(kind, source.raw, stored);
					const parsed = parseSource(kind, source, before, now);
					for (const problem of problemsOf(kind, source, parsed, known, file, nameOf)) {
						problems.add({ file, row: source.row, ...problem });
					}
					if ('problems' in parsed) return;
					const place = { file, row: source.row };
					const dated = withDatesInOrder(parsed.record, source.raw);
					const record =
						kind === 'programs'
							? filledTerms(withOwnValues(dated as Program, before as Program | undefined, source.raw))
							: dated;
					const rowWarnings = datesOutOfOrder(parsed.record, source.raw);
					if (kind === 'programs') rowWarnings.push(...contradictoryWords(record as Program));
					if (kind === 'reviews') rowWarnings.push(...authors.note(source.raw, record as Review, place));
					for (const warning of rowWarnings) {
						if (warnings.length < MOST_PROBLEMS) warnings.push({ ...place, ...warning });
						else moreWarnings++;
					}
					accepted.push(reuseStored(record, before, isDated(source.raw)));
				},
				problem: (row, problem) => problems.add({ file, row, ...problem }),
				incomplete: () => known.assumeMore(kind),
			});
		}
		for (const { record, before, isDated } of accepted) {
			const settled = kind === 'reviews' ? authors.settle(record as Review) : record;
			const change = before === undefined ? 'added' : isSame(settled, before) ? 'unchanged' : 'changed';
			counts[change][kind]++;
			if (change === 'unchanged') continue;
			const isUpdate = before !== undefined && !isDated && !isSame(settled, before, COUNTERS);
			writes[kind].push((isUpdate ? updatedAt(settled, now) : settled) as never);
		}
	}
	return {
		problems: inOrder(problems.all(), sources),
		hasMoreProblems: problems.hasMore(),
		warnings,
		moreWarnings,
		...counts,
		writes,
	};
}

const noCounts = () => ({ ...byKind(() => 0) });

/**
 * Collects problems without duplicates, because several records from one row may break the same rule. Ignores further
 * problems when the list is full.
 */
function problemList() {
	const problems = new Map<string, RowProblem>();
	let hasMore = false;
	return {
		add: (problem: RowProblem) => {
			if (hasMore) return;
			const identity = JSON.stringify([problem.file, problem.row, problem.column, problem.value, problem.rule]);
			if (problems.has(identity)) return;
			if (problems.size === MOST_PROBLEMS) hasMore = true;
			else problems.set(identity, problem);
		},
		all: () => [...problems.values()],
		hasMore: () => hasMore,
	};
}

/** Sorts problems by source, in the order of `sources`. The problems of one source are sorted by row. */
function inOrder(problems: readonly RowProblem[], sources: readonly Source[]): RowProblem[] {
	const position = new Map(sources.map(({ file }, index) => [file, index] as const));
	const positionOf = ({ file }: RowProblem) => position.get(file) as number;
	return problems.toSorted((a, b) => positionOf(a) - positionOf(b) || a.row - b.row);
}

function findStored(kind: Kind, raw: RawRecord, stored: Stored): RecordOf<Kind> | undefined {
	const key = raw[KEY[kind]];
	return typeof key === 'string' ? stored.find(kind, key) : undefined;
}

function parseSource(kind: Kind, { raw, initial }: SourceRecord, before: RecordOf<Kind> | undefined, now: string) {
	const created = before && 'created_at' in before ? before.created_at : now;
	const merged = { ...(before ?? initial), ...raw };
	if (before && 'offers' in before) Object.assign(merged, settledFigures(before, raw));
	if (before && 'updated_at' in before && !isDated(raw)) Object.assign(merged, { updated_at: before.updated_at });
	return parseRecord(kind, merged, created);
}

/**
 * Returns the figures of a commission that an editor has settled: if an import repeats the contradictory statements that
 * the snapshot already has, the figures that were set since then are kept.
 */
function settledFigures(before: Program, { offers }: RawRecord): Partial<Program> {
	const statements = (of: unknown) => JSON.stringify((of as Program['offers']).filter(({ stated_in }) => stated_in));
	const isRepeated =
		Array.isArray(offers) && statements(offers) !== '[]' && statements(offers) === statements(before.offers);
	if (!isRepeated) return {};
	const { commission_rate, commission_amount, commission_qualifier, commission_maximum } = before;
	const { commission_per, commission_months, commission_lifetime } = before;
	const figures = { commission_rate, commission_amount, commission_qualifier, commission_maximum };
	return { ...figures, commission_per, commission_months, commission_lifetime };
}

/** Removes from `source_defaults` the fields that a source changes, unless the source has this column itself. */
function withOwnValues(program: Program, before: Program | undefined, raw: RawRecord): Program {
	if (!before?.source_defaults || Object.hasOwn(raw, 'source_defaults')) return program;
	const kept = before.source_defaults.filter(
		(field) => JSON.stringify(program[field]) === JSON.stringify(before[field]),
	);
	return { ...program, source_defaults: kept.length > 0 ? kept : null };
}

/** Whether a source contains the time of a record's last change. */
function isDated(raw: RawRecord): boolean {
	return raw.updated_at !== undefined;
}

/**
 * Corrects a creation date that is later than the last change. The record must have existed when it was changed, so the
 * date of the change is used as both dates.
 */
function withDatesInOrder(record: RecordOf<Kind>, raw: RawRecord): RecordOf<Kind> {
	if (!('updated_at' in record) || !isDated(raw) || record.created_at <= record.updated_at) return record;
	return { ...record, created_at: record.updated_at };
}

/** Returns a warning if a source has both dates, but in the wrong order. */
function datesOutOfOrder(record: RecordOf<Kind>, raw: RawRecord): Problem[] {
	if (raw.created_at === undefined || withDatesInOrder(record, raw) === record) return [];
	const rule = 'no later than updated_at';
	const fix = 'correct one of the two dates, because only updated_at is used';
	return [{ column: 'created_at', value: raw.created_at, rule, fix }];
}

/** Sets the time of the last change to `now`, or to the creation time if that is later than `now`. */
function updatedAt(record: RecordOf<Kind>, now: string): RecordOf<Kind> {
	if (!('updated_at' in record)) return record;
	return { ...record, updated_at: record.created_at > now ? record.created_at : now };
}

/** Returns the problems of a record. The problems name fields as the source does. */
function problemsOf(
	kind: Kind,
	{ row, raw, reported, textOf, sourceNames }: SourceRecord,
	parsed: ReturnType<typeof parseSource>,
	known: KnownRecords,
	file: string,
	nameOf: (place: RecordPosition) => string,
): Problem[] {
	const problems = 'problems' in parsed ? parsed.problems.filter(({ column }) => !reported?.has(column)) : [];
	const isWrong = (column: string) => reported?.has(column) || problems.some((problem) => problem.column === column);
	problems.push(...known.brokenReferences(kind, raw).filter(({ column }) => !isWrong(column)));

	const key = raw[KEY[kind]];
	const earlier = typeof key === 'string' ? known.add(kind, key, { file, row }) : undefined;
	if (earlier) {
		const rule = `unique in these files (${nameOf(earlier)} has the same value)`;
		problems.push({ column: KEY[kind], value: key, rule, fix: 'remove one of the two' });
	}
	return problems.map(({ column, value, ...advice }) => ({
		column: sourceNames?.[column] ?? column,
		value: asWritten(value, textOf?.(column)),
		...advice,
	}));
}

/**
 * Returns a value as it is written in the file. If the value is a list, a number or a boolean, returns the
 * cell's text if it is known.
 */
function asWritten(value: unknown, text: string | undefined): unknown {
	const isText = typeof value === 'string' || value === undefined;
	return isText || text === undefined || String(value) === text ? value : text;
}

/**
 * If the record equals the stored record, keeps only the stored object, so that repeating a large import needs only
 * half the memory.
 */
function reuseStored(record: RecordOf<Kind>, before: RecordOf<Kind> | undefined, isDated: boolean): Accepted {
	return { record: before !== undefined && isSame(record, before) ? before : record, before, isDated };
}

/** @param ignored the fields that may differ */
function isSame(a: RecordOf<Kind>, b: RecordOf<Kind>, ignored: readonly string[] = []): boolean {
	return Object.entries(a).every(([field, value]) => {
		if (ignored.includes(field)) return true;
		const other: unknown = b[field as never];
		return Array.isArray(value) ? JSON.stringify(value) === JSON.stringify(other) : value === other;
	});
}
