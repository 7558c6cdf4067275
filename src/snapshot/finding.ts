import { KINDS, type Kind, type Problem } from '../catalog/records.ts';

/** A problem, with the kind and the slug or ID of its record. */
export interface Finding extends Problem {
	readonly kind: Kind;
	readonly key: string;
}

/** Sorts findings by kind, key, column, rule and value, so that the order of the checks does not matter. */
export function inOrder(findings: readonly Finding[]): Finding[] {
	return findings.toSorted(
		(a, b) =>
			KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
			compare(a.key, b.key) ||
			compare(a.column, b.column) ||
			compare(a.rule, b.rule) ||
			compare(String(a.value), String(b.value)),
	);
}

function compare(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}
