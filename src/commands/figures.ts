/** Formats figures the way the commands print them. */
import { SINGULAR } from '../catalog/change.ts';
import { KINDS, type Kind } from '../catalog/records.ts';
import type { KindCounts } from '../snapshot/import/report.ts';
import { count } from '../website/format/numbers.ts';

/** `1 program`, `3 reviews`. */
export function recordCount(kind: Kind, value: number): string {
	return count(value, SINGULAR[kind], kind);
}

/** `1 organization, 2 categories, 0 programs, 3 reviews`. */
export function recordCounts(counts: KindCounts): string {
	return KINDS.map((kind) => recordCount(kind, counts[kind])).join(', ');
}

export function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(1)} MB`;
}
