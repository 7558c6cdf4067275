import { KEY, type Kind, type Problem } from '../../catalog/records.ts';
import { type MeantFinder, noSuchRecord } from './no-such-record.ts';
import type { KnownRecords, RecordPosition } from './references.ts';
import type { RawRecord, SourceRecord } from './source.ts';

/** What is known about a record when its row is checked. */
interface CheckedRow {
	/** The rules of the catalogue that the record breaks. */
	readonly found: readonly Problem[];
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
	problemsOf(kind: Kind, source: SourceRecord, { found, isNew, place }: CheckedRow): Problem[] {
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
	#orNoSuchRecord(kind: Kind, key: string, { raw, initial }: SourceRecord, problems: Problem[]): Problem[] {
		const isLacking = ({ column, value }: Problem) => value === undefined && !has(raw, column) && !has(initial, column);
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
