import { KINDS, type Kind, type Problem } from '../catalog/records.ts';
import { compareText } from '../shared/compare-text.ts';

/** A problem of a record or a redirect. */
export interface Finding extends Problem {
	readonly kind: Kind | 'redirects';
	/** The slug or ID of the record. For a redirect, its kind and slug, such as `programs/acme`. */
	readonly key: string;
}

const ORDER: readonly Finding['kind'][] = [...KINDS, 'redirects'];

/** Sorts findings by kind, key, column, rule and value, so that the order of the checks does not matter. */
export function inOrder(findings: readonly Finding[]): Finding[] {
	return findings.toSorted(
		(a, b) =>
			ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
			compareText(a.key, b.key) ||
			compareText(a.column, b.column) ||
			compareText(a.rule, b.rule) ||
			compareText(String(a.value), String(b.value)),
	);
}
