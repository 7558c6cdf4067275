import { writeFileSync } from 'node:fs';
import type { Violation } from '../catalog/records.ts';
import { csvFile } from '../shared/csv.ts';
import { explain } from '../shared/explain.ts';
import type { Position } from './problems.ts';

const HEADER = ['Kind', 'In', 'Place', 'Field', 'Value', 'It must be', 'What to do'];

/** Writes all errors and warnings to a CSV file, one per row. @throws UserError when the file cannot be written */
export function writeReport<P extends Violation>(
	file: string,
	{ errors, warnings }: { readonly errors: readonly P[]; readonly warnings: readonly P[] },
	positionOf: (problem: P) => Position,
): void {
	const rows = (kind: string, problems: readonly P[]) =>
		problems.map((problem) => {
			const [within, at] = positionOf(problem);
			const { column, value, rule, fix } = problem;
			return [kind, within, String(at), column, String(value ?? ''), rule, fix];
		});
	const content = csvFile([HEADER, ...rows('error', errors), ...rows('warning', warnings)]);
	explain(() => writeFileSync(file, content), 'write', file);
}
