import type { Kind, RecordOf } from '../../catalog/records.ts';
import type { Edit } from '../changes/read-changes.ts';
import type { FindRedirect } from '../redirects.ts';
import type { FindAuthor } from './authors.ts';
import type { RawRecord } from './source.ts';

/** An edit of a record, and whether an import made it. */
export type PastEdit = Pick<Edit, 'change' | 'before' | 'after'> & { readonly isImport: boolean };

/** The records that are in the snapshot, and what the source said about them at its last import. */
export interface Stored {
	readonly find: <K extends Kind>(kind: K, key: string) => RecordOf<K> | undefined;
	/** Whether there is such a record. This is faster than reading it. */
	readonly has: (kind: Kind, key: string) => boolean;
	readonly findAuthor: FindAuthor;
	/** Returns a JSON object of the fields that the source knew. */
	readonly findStatement: (kind: Kind, key: string) => string | undefined;
	/** Returns the edits of a record, latest first. */
	readonly editsOf: (kind: Kind, key: string) => readonly PastEdit[];
	/** Returns the keys of all records that the source had at its last import. */
	readonly statedKeys: (kind: Kind) => ReadonlySet<string>;
	/** Finds the records that had other slugs before. */
	readonly findRedirect: FindRedirect;
	/** Whether the tables of the source are read with another mapping than at its last import. */
	readonly hasNewMapping: boolean;
	/** Whether a program has words about its pay that an earlier version read, which kept no evidence. */
	readonly lacksEvidence: (kind: Kind, key: string) => boolean;
	readonly keysOf: (kind: Kind) => readonly string[];
}

export const NOTHING_STORED: Stored = {
	find: () => undefined,
	has: () => false,
	findAuthor: () => undefined,
	findStatement: () => undefined,
	editsOf: () => [],
	statedKeys: () => new Set(),
	findRedirect: () => undefined,
	hasNewMapping: false,
	lacksEvidence: () => false,
	keysOf: () => [],
};

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
