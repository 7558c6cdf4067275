import type { Kind } from '../../catalog/records.ts';
import type { RawRecord } from './source.ts';
import type { Stored } from './stored.ts';

/** Finds out which records of a source a user has removed. An import does not add them again. */
export class RemovedRecords {
	readonly #stored: Pick<Stored, 'find' | 'findRedirect' | 'editsOf'>;

	constructor(stored: Pick<Stored, 'find' | 'findRedirect' | 'editsOf'>) {
		this.#stored = stored;
	}

	/** Whether a user has removed this record, or the record that it belongs to. */
	isRemoved(kind: Kind, key: string, raw: RawRecord): boolean {
		if (this.#wasRemoved(kind, key)) return true;
		return kind === 'reviews'
			? this.#wasRemoved('programs', raw.program)
			: this.#wasRemoved('organizations', raw.organization);
	}

	withoutCategories(raw: RawRecord): RawRecord {
		if (!Array.isArray(raw.categories)) return raw;
		const kept = raw.categories.filter((category) => !this.#wasRemoved('categories', category));
		return kept.length === raw.categories.length ? raw : { ...raw, categories: kept };
	}

	#wasRemoved(kind: Kind, key: unknown): boolean {
		if (typeof key !== 'string' || this.#stored.find(kind, key) !== undefined) return false;
		const [last] = this.#stored.editsOf(kind, key);
		if (last !== undefined && last.after === undefined) return !last.isImport;
		return this.#stored.findRedirect(kind, key) === null;
	}
}
