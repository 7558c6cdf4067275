/** After a change, updates sections that have one value for each program. */
import { type ChangedPrograms, GONE } from './changed-programs.ts';
import { mergeSorted } from './merge-sorted.ts';
import { type Sections, unpackStrings } from './sections.ts';

/** Updates a section of numbers. @param changed the values of the programs that have changed */
export function updateNumbers(
	before: Sections,
	name: string,
	change: ChangedPrograms,
	changed: ArrayLike<number>,
): Float64Array {
	const values = new Float64Array(change.slugs.length);
	update(values, (before[name] ?? []) as ArrayLike<number>, changed, change);
	return values;
}

/** Updates a section of strings. @param changed the values of the programs that have changed */
export function updateStrings(
	before: Sections,
	name: string,
	change: ChangedPrograms,
	changed: ArrayLike<string>,
): string[] {
	const values = new Array<string>(change.slugs.length);
	const old = before[name] === undefined ? [] : unpackStrings(before[name], change.kept.length);
	update(values, old, changed, change);
	return values;
}

function update<T>(
	values: { [number: number]: T },
	before: ArrayLike<T>,
	changed: ArrayLike<T>,
	{ kept, numbers }: ChangedPrograms,
): void {
	kept.forEach((number, old) => {
		if (number !== GONE) values[number] = before[old]!;
	});
	numbers.forEach((number, place) => {
		values[number] = changed[place]!;
	});
}

/**
 * Updates a sorted list of programs.
 *
 * @param changed the numbers of the programs that have changed, sorted
 * @param compare compares two programs by number
 */
export function updateOrder(
	before: Sections,
	name: string,
	{ kept }: ChangedPrograms,
	changed: Uint32Array,
	compare: (a: number, b: number) => number,
): Uint32Array {
	const old = (before[name] ?? new Uint32Array()) as Uint32Array;
	const stay = old.map((number) => kept[number]!).filter((number) => number !== GONE);
	return Uint32Array.from(mergeSorted(stay, changed, compare));
}
