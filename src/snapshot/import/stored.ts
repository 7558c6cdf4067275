import type { Kind, RecordOf } from '../../catalog/records.ts';
import type { FindRedirect } from '../redirects.ts';
import type { FindAuthor } from './authors.ts';
import type { PastEdit } from './merge.ts';

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
	/** Returns the keys of all records of a kind. */
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
	keysOf: () => [],
};
