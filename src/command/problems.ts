import type { Problem } from '../catalog/records.ts';

/** More than a person reads; the rest is counted. */
const MOST_PRINTED = 50;
const LONGEST_VALUE = 60;

/**
 * Prints problems on stderr, a line each, at most 50 of them:
 * `error: programs.csv row 14, column website_url: "acme" must be an absolute http or https address; write https://acme`
 *
 * @param at where a problem is, in words
 */
export function printProblems<P extends Problem>(
	severity: 'error' | 'warning',
	problems: readonly P[],
	at: (problem: P) => string,
): void {
	for (const problem of problems.slice(0, MOST_PRINTED)) {
		const column = problem.column ? `, column ${problem.column}` : '';
		const fix = problem.fix ? `; ${problem.fix}` : '';
		console.error(`${severity}: ${at(problem)}${column}: ${show(problem.value)} must be ${problem.rule}${fix}`);
	}
	if (problems.length > MOST_PRINTED) console.error(`… and ${problems.length - MOST_PRINTED} more ${severity}s.`);
}

function show(value: unknown): string {
	if (value === undefined || value === null) return 'it';
	const text = JSON.stringify(value);
	return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
