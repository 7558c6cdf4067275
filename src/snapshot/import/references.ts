import { capitalized } from '../../catalog/keyword-names.ts';
import { byKind, COLUMNS, KEY, type Kind, type Violation } from '../../catalog/records.ts';
import { nearWord } from '../../shared/near-words.ts';
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
	brokenReferences(kind: Kind, raw: RawRecord): Violation[];
}

export interface StoredKeys {
	readonly has: (kind: Kind, key: string) => boolean;
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

/** The maximum number of keys that are compared with all others, because that takes time in large directories. */
const MOST_COMPARED = 100;

export interface MeantFinder {
	/** Returns the key that was probably meant, if there is a similar one. */
	meant(kind: Kind, key: string): string | undefined;
	hasAny(kind: Kind): boolean;
}

/** @param keysOf returns all keys of a kind that exist */
export function meantFinder(keysOf: (kind: Kind) => readonly string[]): MeantFinder {
	const lists = new Map<Kind, readonly string[]>();
	const compared = new Map<string, string | undefined>();
	const keysIn = (kind: Kind) => {
		const keys = lists.get(kind) ?? keysOf(kind);
		lists.set(kind, keys);
		return keys;
	};
	return {
		meant: (kind, key) => {
			const name = `${kind} ${key}`;
			if (!compared.has(name) && compared.size < MOST_COMPARED) compared.set(name, nearWord(key, keysIn(kind)));
			return compared.get(name);
		},
		hasAny: (kind) => keysIn(kind).length > 0,
	};
}

/** @param otherwise what to do if the record is new, in the imperative */
export function noSuchRecord(
	kind: Kind,
	{ column, key }: { readonly column: string; readonly key: string },
	meant: string | undefined,
	otherwise: string,
): Violation {
	const what = `no such ${kind === 'categories' ? 'category' : kind.slice(0, -1)}: ${key}.`;
	return {
		column,
		value: key,
		rule: `the ${KEY[kind]} of one of the ${kind}, in these files or in the snapshot`,
		fix: meant === undefined ? `${otherwise}, or correct it` : `write ${meant}, or ${otherwise}`,
		sentence: `${what} ${meant === undefined ? `${capitalized(otherwise)}, or correct it.` : `Did you mean ${meant}?`}`,
	};
}
