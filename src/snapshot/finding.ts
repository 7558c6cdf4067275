import { KINDS, type Kind, type Problem } from '../catalog/records.ts';
import { compareText } from '../shared/compare-text.ts';

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
			compareText(a.key, b.key) ||
			compareText(a.column, b.column) ||
			compareText(a.rule, b.rule) ||
			compareText(String(a.value), String(b.value)),
	);
}
