import { KEY, type Problem } from '../../catalog/records.ts';
import type { mergeSource } from './merge.ts';
import type { KnownRecords, RecordPosition } from './references.ts';
import type { Row } from './row.ts';

/** Returns the problems of a row, and adds its record to the known ones. The problems name fields as the source does. */
export function rowProblems(
	{ kind, key, source: { raw, reported, textOf, sourceNames }, place }: Row,
	parsed: ReturnType<typeof mergeSource>,
	known: KnownRecords,
	nameOf: (place: RecordPosition) => string,
): Problem[] {
	const problems = 'problems' in parsed ? parsed.problems.filter(({ column }) => !reported?.has(column)) : [];
	const isWrong = (column: string) => reported?.has(column) || problems.some((problem) => problem.column === column);
	problems.push(...known.brokenReferences(kind, raw).filter(({ column }) => !isWrong(column)));

	const earlier = key === undefined ? undefined : known.add(kind, key, place);
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
