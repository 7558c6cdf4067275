import { ruleSentence, type Violation } from '../catalog/records.ts';

/**
 * The position of a problem, such as `['programs.csv row', 14]`. The optional third item is a word such as “field”, to
 * print instead of “column”.
 */
export type Position = readonly [within: string, at: string | number, column?: string];

/** The position of a problem in a snapshot: `programs acme`. */
export function positionInSnapshot({ kind, key }: { readonly kind: string; readonly key: string }): Position {
	return [kind, key];
}

const MOST_PRINTED = 50;
const MOST_POSITIONS = 5;

/** Prints problems on stderr. See `problemLines`. */
export function printProblems<P extends Violation>(...problems: Parameters<typeof problemLines<P>>): void {
	for (const line of problemLines(...problems)) console.error(line);
}

/**
 * Returns problems as lines: at most 50, then the number of the remaining problems. A problem that occurs in several
 * places has only one line:
 * `error: reviews.csv row 14, column program: "acme" must be the slug of …; add it to programs (2 more: 15, 20)`
 *
 * @param more the number of further problems, which are only counted
 */
export function problemLines<P extends Violation>(
	severity: 'error' | 'warning',
	problems: readonly P[],
	positionOf: (problem: P) => Position,
	more = 0,
): string[] {
	const alike = (problem: P) => {
		const [within, , word] = positionOf(problem);
		return problemSentence(problem, within, word);
	};
	const groups = [...Map.groupBy(problems, alike).values()];
	const lines = groups.slice(0, MOST_PRINTED).map((group) => {
		const [first, ...others] = group.map((problem) => positionOf(problem)) as [Position, ...Position[]];
		const [within, at, word] = first;
		return `${severity}: ${problemSentence(group[0] as P, `${within} ${at}`, word)}${elsewhere(others)}`;
	});
	const omitted = groups.slice(MOST_PRINTED).flat().length + more;
	return omitted > 0 ? [...lines, `… and ${omitted.toLocaleString('en')} more ${severity}s.`] : lines;
}

export function printWarning(message: string): void {
	console.error(`warning: ${message}`);
}

/** Says in a sentence what is wrong. @param word the word for a column, such as “field” */
export function problemSentence({ column, ...problem }: Violation, place: string, word = 'column'): string {
	const where = column ? `${place}, ${word} ${column}` : place;
	return `${where}: ${ruleSentence(problem)}`;
}

function elsewhere(positions: readonly Position[]): string {
	if (positions.length === 0) return '';
	const named = positions.slice(0, MOST_POSITIONS).map(([, at]) => at);
	return ` (${positions.length} more: ${named.join(', ')}${positions.length > named.length ? ', …' : ''})`;
}
