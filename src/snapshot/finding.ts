import { KINDS, type Kind, type Problem } from '../catalog/records.ts';

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
			compare(a.key, b.key) ||
			compare(a.column, b.column) ||
			compare(a.rule, b.rule) ||
			compare(String(a.value), String(b.value)),
	);
}

function compare(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}
