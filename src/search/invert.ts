/** Maps each term to the numbers of the things that have the term, in ascending order. */
export type Inverted = ReadonlyMap<string, Uint32Array>;

/** Given the terms of each thing, finds the things that have each term. */
export function invert<T>(things: Iterable<T>, termsOf: (thing: T) => Iterable<string>): Inverted {
	const lists = new Map<string, number[]>();
	let number = 0;
	for (const thing of things) {
		for (const term of termsOf(thing)) {
			const list = lists.get(term);
			if (list === undefined) lists.set(term, [number]);
			else if (list[list.length - 1] !== number) list.push(number);
		}
		number++;
	}
	return new Map(Array.from(lists, ([term, list]) => [term, Uint32Array.from(list)]));
}
