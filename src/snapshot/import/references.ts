import { byKind, COLUMNS, type Kind, type Problem } from '../../catalog/records.ts';
import { meantFinder, noSuchRecord } from './no-such-record.ts';
import type { RawRecord } from './source.ts';

export interface RecordPosition {
	readonly file: string;
	readonly row: number;
}

/** The records that exist in the files or in the snapshot. References are checked against them. */
export interface KnownRecords {
	/** Adds a record from a file. Returns the place of an earlier record with the same key, if there is one. */
	add(kind: Kind, key: string, place: RecordPosition): RecordPosition | undefined;
	/** Whether a file has a record with this key. */
	has(kind: Kind, key: string): boolean;
	/** From now on, treats every reference to this kind as valid, because some of its records could not be read. */
	assumeMore(kind: Kind): void;
	brokenReferences(kind: Kind, raw: RawRecord): Problem[];
}

export interface StoredKeys {
	readonly has: (kind: Kind, key: string) => boolean;
	/** Returns the keys of all records of a kind. */
	readonly keysOf: (kind: Kind) => readonly string[];
}

export function knownRecords(stored: StoredKeys): KnownRecords {
	const places = byKind(() => new Map<string, RecordPosition | undefined>());
	const incomplete = new Set<Kind>();
	const exists = (kind: Kind, key: string) => {
		if (incomplete.has(kind) || places[kind].has(key)) return true;
		if (!stored.has(kind, key)) return false;
		places[kind].set(key, undefined);
		return true;
	};
	const { meant } = meantFinder((kind) => [...new Set([...places[kind].keys(), ...stored.keysOf(kind)])]);
	return {
		add: (kind, key, place) => {
			const before = places[kind].get(key);
			if (!before) places[kind].set(key, place);
			return before;
		},
		has: (kind, key) => places[kind].get(key) !== undefined,
		assumeMore: (kind) => incomplete.add(kind),
		brokenReferences: (kind, raw) =>
			Object.entries(COLUMNS[kind]).flatMap(([column, { refersTo: target }]) => {
				if (target === undefined) return [];
				const missing = [raw[column]]
					.flat()
					.filter((key): key is string => typeof key === 'string' && !exists(target, key));
				return missing.map((key) => noSuchRecord(target, { column, key }, meant(target, key), `add it to ${target}`));
			}),
	};
}
