/** Counts the published records of a release, and the records that differ from those of the current release. */
import { byKind } from '../catalog/records.ts';
import type { Manifest } from '../release/manifest.ts';

type Counts = Manifest['counts'];

/** The numbers of published records that differ between two releases. */
export interface ChangedRecords {
	readonly added: number;
	readonly changed: number;
	readonly removed: number;
}

export const NO_RECORDS: Counts = byKind(() => 0);

/**
 * Counts records by the paths of their responses, such as `/programs/acme`. Ignores other paths. A record counts as
 * changed if its response differs. For example, a new review changes its program, whose response has a new rating.
 */
export class RecordCounts {
	readonly #before: Counts;
	readonly #added = { ...NO_RECORDS };
	readonly #removed = { ...NO_RECORDS };
	#changed = 0;

	/** @param before the counts of the current release */
	constructor(before: Counts) {
		this.#before = before;
	}

	add(path: string, difference: 'added' | 'changed' | 'none'): void {
		const kind = kindOf(path);
		if (kind === undefined) return;
		if (difference === 'added') this.#added[kind]++;
		if (difference === 'changed') this.#changed++;
	}

	remove(path: string): void {
		const kind = kindOf(path);
		if (kind !== undefined) this.#removed[kind]++;
	}

	result(): { readonly counts: Counts; readonly records: ChangedRecords } {
		const counts = byKind((kind) => this.#before[kind] + this.#added[kind] - this.#removed[kind]);
		return { counts, records: { added: sum(this.#added), changed: this.#changed, removed: sum(this.#removed) } };
	}
}

function kindOf(path: string): keyof Counts | undefined {
	const end = path.indexOf('/', 1);
	return end === -1 ? undefined : (path.slice(1, end) as keyof Counts);
}

function sum(counts: Counts): number {
	return Object.values(counts).reduce((total, count) => total + count, 0);
}
