/** Returns the `count` things that come first in the order of `compare`, without sorting the other things. */
export function firstOf<T>(things: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
	const first: T[] = [];
	for (const thing of things) {
		if (first.length === count && (count === 0 || compare(first.at(-1)!, thing) <= 0)) continue;
		const place = first.findLastIndex((other) => compare(other, thing) <= 0) + 1;
		first.splice(place, 0, thing);
		if (first.length > count) first.pop();
	}
	return first;
}
