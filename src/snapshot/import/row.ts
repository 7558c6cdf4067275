import { byKind, COLUMNS, KEY, type Kind, type Violation } from '../../catalog/records.ts';
import type { FindRedirect } from '../redirects.ts';
import { type KnownRecords, type MeantFinder, noSuchRecord, type RecordPosition } from './references.ts';
import type { RawRecord, SourceRecord } from './source.ts';

export interface SourceRow {
	readonly kind: Kind;
	/** The slug or ID that the source uses. */
	readonly statedKey: string | undefined;
	/** What the source says, as JSON. */
	readonly said: string;
	/** The slug or ID in the snapshot. */
	readonly key: string | undefined;
	/** What the source says, with the slugs and IDs in the snapshot. */
	readonly source: SourceRecord;
	readonly place: RecordPosition;
}

export function readRow(kind: Kind, source: SourceRecord, file: string, findRedirect: FindRedirect): SourceRow {
	const raw = withCurrentSlugs(kind, source.raw, findRedirect);
	return {
		kind,
		statedKey: keyIn(kind, source.raw),
		said: JSON.stringify(source.raw),
		key: keyIn(kind, raw),
		source: { ...source, raw },
		place: { file, row: source.row },
	};
}

function keyIn(kind: Kind, raw: RawRecord): string | undefined {
	const key = raw[KEY[kind]];
	return typeof key === 'string' ? key : undefined;
}

/**
 * Replaces former slugs in what a source says about a record: the slug of the record, and those of the records that it
 * refers to.
 */
export function withCurrentSlugs(kind: Kind, raw: RawRecord, find: FindRedirect): RawRecord {
	const current: { [column: string]: unknown } = { ...raw };
	for (const [column, of] of SLUGS[kind]) {
		const given = raw[column];
		const slugs = [given].flat();
		const now = slugs.map((slug) => (typeof slug === 'string' ? (find(of, slug) ?? slug) : slug));
		if (now.every((slug, i) => slug === slugs[i])) continue;
		// Two former slugs can lead to the same record.
		current[column] = Array.isArray(given) ? [...new Set(now)] : now[0];
	}
	return current;
}

const slugsOf = (kind: Kind): readonly (readonly [column: string, of: Kind])[] => [
	[KEY[kind], kind],
	...Object.entries(COLUMNS[kind]).flatMap(([column, { refersTo }]) =>
		refersTo === undefined ? [] : [[column, refersTo] as const],
	),
];

/** The columns of each kind that have the slugs or IDs of records, with the kinds of these records. */
const SLUGS = byKind(slugsOf);

/** What is known about a record when its row is checked. */
interface CheckedRow {
	/** The rules of the catalogue that the record breaks. */
	readonly found: readonly Violation[];
	/** Whether the snapshot does not have the record. */
	readonly isNew: boolean;
	readonly place: RecordPosition;
}

/** Finds what is wrong with a row: by the rules of the catalogue, and compared with the other records. */
export class RowChecks {
	readonly #known: KnownRecords;
	readonly #stored: MeantFinder;
	readonly #nameOf: (place: RecordPosition) => string;

	constructor(known: KnownRecords, stored: MeantFinder, nameOf: (place: RecordPosition) => string) {
		this.#known = known;
		this.#stored = stored;
		this.#nameOf = nameOf;
	}

	/** Returns the problems of a record. The problems name fields as the source does. */
	problemsOf(kind: Kind, source: SourceRecord, { found, isNew, place }: CheckedRow): Violation[] {
		const { raw, reported, textOf, sourceNames } = source;
		const key = raw[KEY[kind]];
		const own = found.filter(({ column }) => !reported?.has(column));
		const problems = isNew && typeof key === 'string' ? this.#orNoSuchRecord(kind, key, source, own) : own;
		const isWrong = (column: string) => reported?.has(column) || problems.some((problem) => problem.column === column);
		problems.push(...this.#known.brokenReferences(kind, raw).filter(({ column }) => !isWrong(column)));

		const earlier = typeof key === 'string' ? this.#known.add(kind, key, place) : undefined;
		if (earlier) {
			const rule = `unique in these files (${this.#nameOf(earlier)} has the same value)`;
			problems.push({ column: KEY[kind], value: key, rule, fix: 'remove one of the two' });
		}
		return problems.map(({ column, value, ...advice }) => ({
			column: sourceNames?.[column] ?? column,
			value: asWritten(value, textOf?.(column)),
			...advice,
		}));
	}

	/**
	 * A source that lacks columns that every record needs can only update records. If it names a record that does not exist,
	 * the name of the record is the problem, and not the columns.
	 */
	#orNoSuchRecord(kind: Kind, key: string, { raw, initial }: SourceRecord, problems: Violation[]): Violation[] {
		const isLacking = ({ column, value }: Violation) =>
			value === undefined && !has(raw, column) && !has(initial, column);
		const lacking = problems.filter(isLacking).map(({ column }) => column);
		if (lacking.length === 0 || !this.#stored.hasAny(kind)) return problems;
		const otherwise = `add the columns that a new one needs (${lacking.join(', ')})`;
		const missing = noSuchRecord(kind, { column: KEY[kind], key }, this.#stored.meant(kind, key), otherwise);
		return [missing, ...problems.filter((problem) => !isLacking(problem))];
	}
}

function has(fields: RawRecord | undefined, field: string): boolean {
	return fields !== undefined && Object.hasOwn(fields, field);
}

/**
 * Returns a value as it is written in the file. If the value is a list, a number or a boolean, returns the
 * cell's text if it is known.
 */
function asWritten(value: unknown, text: string | undefined): unknown {
	const isText = typeof value === 'string' || value === undefined;
	return isText || text === undefined || String(value) === text ? value : text;
}
