/** Says that a record does not exist, and which one was probably meant. */

import { KEY, type Kind, type Problem } from '../../catalog/records.ts';
import { nearWord } from '../../shared/near-word.ts';

/** The maximum number of keys that are compared with all others, because that takes time in large directories. */
const MOST_COMPARED = 100;

export interface MeantFinder {
	/** Returns the key that was probably meant, if there is a similar one. */
	meant(kind: Kind, key: string): string | undefined;
	/** Whether there is any record of a kind. */
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
): Problem {
	const what = `no such ${kind === 'categories' ? 'category' : kind.slice(0, -1)}: ${key}.`;
	return {
		column,
		value: key,
		rule: `the ${KEY[kind]} of one of the ${kind}, in these files or in the snapshot`,
		fix: meant === undefined ? `${otherwise}, or correct it` : `write ${meant}, or ${otherwise}`,
		sentence: `${what} ${meant === undefined ? `${capitalized(otherwise)}, or correct it.` : `Did you mean ${meant}?`}`,
	};
}

function capitalized(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}
