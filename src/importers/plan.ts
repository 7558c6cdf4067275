/** What an import would do to a snapshot: every record checked, nothing written. */
import { COUNTERS, KEY, KINDS, type Kind, type Problem, parseRecord, type RecordOf } from '../catalog/records.ts';
import type { Review } from '../catalog/review.ts';
import { type FindAuthor, settledAuthors } from './authors.ts';
import { type KnownRecords, knownRecords, type Place } from './references.ts';
import type { RawRecord, Source, SourceRecord } from './source.ts';

/** A problem and where it is. */
export interface RowProblem extends Place, Problem {}

export type Counts = { readonly [K in Kind]: number };

export interface Plan {
	/** Nothing may be written while there are any. */
	readonly problems: readonly RowProblem[];
	/** Worth a look; they stop nothing. */
	readonly warnings: readonly RowProblem[];
	readonly added: Counts;
	readonly changed: Counts;
	readonly unchanged: Counts;
	/** The added and the changed records. */
	readonly writes: { readonly [K in Kind]: readonly RecordOf<K>[] };
}

/** What the snapshot holds already. */
export interface Stored {
	readonly find: <K extends Kind>(kind: K, key: string) => RecordOf<K> | undefined;
	readonly findAuthor: FindAuthor;
}

export const NOTHING_STORED: Stored = { find: () => undefined, findAuthor: () => undefined };

/** A valid record, and the stored one that it replaces. */
interface Accepted {
	readonly record: RecordOf<Kind>;
	readonly before: RecordOf<Kind> | undefined;
	/** Whether its source gives `updated_at`. */
	readonly isDated: boolean;
}

/**
 * Checks all records of all sources against the catalogue's rules, each other and what is stored, and says what writing
 * them would change. Of a record that is stored already, fields that its source does not speak of stay as they are. Where it
 * changes and the source does not say when, its `updated_at` becomes `now`.
 *
 * @param now the time of the import
 */
export function planImport(sources: readonly Source[], stored: Stored, now: string): Plan {
	const problems = problemList();
	const warnings: RowProblem[] = [];
	const known = knownRecords((kind, key) => stored.find(kind, key) !== undefined);
	const authors = settledAuthors(stored.findAuthor);
	const counts = { added: noCounts(), changed: noCounts(), unchanged: noCounts() };
	const writes: { [K in Kind]: RecordOf<K>[] } = { organizations: [], categories: [], programs: [], reviews: [] };
	for (const kind of KINDS) {
		const accepted: Accepted[] = [];
		for (const { file, read } of sources) {
			read(kind, {
				record: (source) => {
					const before = findStored(kind, source.raw, stored);
					const parsed = parseSource(kind, source, before, now);
					for (const problem of problemsOf(kind, source, parsed, known, file)) {
						problems.add({ file, row: source.row, ...problem });
					}
					if ('problems' in parsed) return;
					const place = { file, row: source.row };
					const record = withDatesInOrder(parsed.record, source.raw);
					const doubts = datesOutOfOrder(parsed.record, source.raw);
					if (kind === 'reviews') doubts.push(...authors.note(source.raw, record as Review, place));
					warnings.push(...doubts.map((doubt) => ({ ...place, ...doubt })));
					accepted.push(withoutTwin(record, before, isDated(source.raw)));
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
	return { problems: inOrder(problems.all(), sources), warnings, ...counts, writes };
}

function noCounts(): { [K in Kind]: number } {
	return { organizations: 0, categories: 0, programs: 0, reviews: 0 };
}

/** Problems, each once: records that a source derives from one row may break the same rule there. */
function problemList() {
	const problems = new Map<string, RowProblem>();
	return {
		add: (problem: RowProblem) => {
			const identity = JSON.stringify([problem.file, problem.row, problem.column, problem.value, problem.rule]);
			if (!problems.has(identity)) problems.set(identity, problem);
		},
		all: () => [...problems.values()],
	};
}

/** By file, as they were named, then by row. */
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
	if (before && 'updated_at' in before && !isDated(raw)) Object.assign(merged, { updated_at: before.updated_at });
	return parseRecord(kind, merged, created);
}

/** Whether a source says when a record last changed. */
function isDated(raw: RawRecord): boolean {
	return raw.updated_at !== undefined;
}

/** A record that changed on a given day existed on that day, whatever is known of when it was made. */
function withDatesInOrder(record: RecordOf<Kind>, raw: RawRecord): RecordOf<Kind> {
	if (!('updated_at' in record) || !isDated(raw) || record.created_at <= record.updated_at) return record;
	return { ...record, created_at: record.updated_at };
}

/** The warning about a source that gives both dates in the wrong order. */
function datesOutOfOrder(record: RecordOf<Kind>, raw: RawRecord): Problem[] {
	if (raw.created_at === undefined || withDatesInOrder(record, raw) === record) return [];
	const rule = 'no later than updated_at';
	return [
		{ column: 'created_at', value: raw.created_at, rule, fix: 'correct one of them, or updated_at is used for both' },
	];
}

/** The record as changed `now`, or when it was made where that is still to come. */
function updatedAt(record: RecordOf<Kind>, now: string): RecordOf<Kind> {
	if (!('updated_at' in record)) return record;
	return { ...record, updated_at: record.created_at > now ? record.created_at : now };
}

/** What is wrong with a record, under the names that its source has for the fields. */
function problemsOf(
	kind: Kind,
	{ row, raw, told, textOf, sourceNames }: SourceRecord,
	parsed: ReturnType<typeof parseSource>,
	known: KnownRecords,
	file: string,
): Problem[] {
	const problems = 'problems' in parsed ? parsed.problems.filter(({ column }) => !told?.has(column)) : [];
	const isWrong = (column: string) => told?.has(column) || problems.some((problem) => problem.column === column);
	problems.push(...known.brokenReferences(kind, raw).filter(({ column }) => !isWrong(column)));

	const key = raw[KEY[kind]];
	const earlier = typeof key === 'string' ? known.add(kind, key, { file, row }) : undefined;
	if (earlier) {
		const rule = `unique in these files; ${earlier.file} row ${earlier.row} has the same value`;
		problems.push({ column: KEY[kind], value: key, rule, fix: 'remove one of the two' });
	}
	return problems.map(({ column, value, ...advice }) => ({
		column: sourceNames?.[column] ?? column,
		value: asWritten(value, textOf?.(column)),
		...advice,
	}));
}

/** What a cell says where its value would be written otherwise: a number with too many digits, a list. */
function asWritten(value: unknown, text: string | undefined): unknown {
	const isText = typeof value === 'string' || value === undefined;
	return isText || text === undefined || String(value) === text ? value : text;
}

/** Keeps one object where the stored record is the same: a large import re-read would take twice the memory. */
function withoutTwin(record: RecordOf<Kind>, before: RecordOf<Kind> | undefined, isDated: boolean): Accepted {
	return { record: before !== undefined && isSame(record, before) ? before : record, before, isDated };
}

/** @param ignored fields that may differ */
function isSame(a: RecordOf<Kind>, b: RecordOf<Kind>, ignored: readonly string[] = []): boolean {
	return Object.entries(a).every(([field, value]) => {
		if (ignored.includes(field)) return true;
		const other: unknown = b[field as never];
		return Array.isArray(value) ? value.join() === String(other) : value === other;
	});
}
