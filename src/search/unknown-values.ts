/** Finds the values of filters that no program has, for example because they are misspelt. */
import { nearInList } from '../shared/near-words.ts';
import type { FilterName } from './filter-names.ts';
import type { TermTable } from './term-table.ts';

/** A value that no program has. */
export interface UnknownValue {
	readonly parameter: FilterName;
	readonly value: string;
	/** Values that programs have: first the most similar, then the most common. */
	readonly known: readonly string[];
}

const MOST_KNOWN = 10;
/** If a filter has more values, none are named, because looking for them would take too long. */
const MOST_COMPARED = 2000;
/** The maximum number of unknown values of a parameter that are reported. A request can have a hundred. */
const MOST_UNKNOWN = 5;

/** @param table the table with the values of the filter `parameter` */
export function unknownValues(parameter: FilterName, values: readonly string[], table: TermTable): UnknownValue[] {
	const unknown = values.filter((value) => table.find(value) === -1).slice(0, MOST_UNKNOWN);
	if (unknown.length === 0) return [];
	const common = commonValues(table);
	return unknown.map((value) => ({ parameter, value, known: knownValues(value, table, common) }));
}

/** Returns the values that most programs have, the most common first. */
function commonValues(table: TermTable): string[] {
	const { terms } = table;
	if (terms.length > MOST_COMPARED) return [];
	return [...terms.keys()].sort((a, b) => table.size(b) - table.size(a)).map((place) => terms[place]!);
}

function knownValues(value: string, { terms }: TermTable, common: readonly string[]): string[] {
	const near = terms.length > MOST_COMPARED ? [] : nearInList(value.toLowerCase(), terms);
	return [...new Set([...near.map(({ word }) => word), ...common])].slice(0, MOST_KNOWN);
}
