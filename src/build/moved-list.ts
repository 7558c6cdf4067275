/** Moves some members of a sorted list without reading every member that stays. */

/** A member: its number, and the values that decide its place. */
export type Member<P> = P & { readonly number: number };

/** The members that leave a list, and those that join it. A member that changes its place both leaves and joins. */
export interface Moves<P> {
	readonly leaving: Set<number>;
	readonly joining: Member<P>[];
}

/**
 * Applies moves to a list and returns the new list. Finds the place of each joining member by binary search among the
 * members that stay.
 *
 * @param list the numbers of the members before the moves, sorted by `compare`
 * @param placeOf returns the values that decide the place of a member that stays
 */
export function movedList<P>(
	list: readonly number[],
	{ leaving, joining }: Moves<P>,
	placeOf: (number: number) => P,
	compare: (a: P, b: P) => number,
): number[] {
	const staying = list.filter((number) => !leaving.has(number));
	const parts: (readonly number[])[] = [];
	let start = 0;
	for (const member of joining.toSorted(compare)) {
		let end = staying.length;
		let low = start;
		while (low < end) {
			const middle = (low + end) >> 1;
			if (compare(placeOf(staying[middle]!), member) < 0) low = middle + 1;
			else end = middle;
		}
		parts.push(staying.slice(start, end), [member.number]);
		start = end;
	}
	return [...parts, staying.slice(start)].flat();
}

/**
 * Finds the moves between two versions of a list.
 *
 * @param before the members that may differ, as they are in the earlier version
 * @param after the members that may differ, as they are in the later version
 */
export function movesOf<P>(before: readonly Member<P>[], after: readonly Member<P>[]): Moves<P> {
	const texts = (members: readonly Member<P>[]) => new Set(members.map((member) => JSON.stringify(member)));
	const [old, now] = [texts(before), texts(after)];
	return {
		leaving: new Set(before.filter((member) => !now.has(JSON.stringify(member))).map(({ number }) => number)),
		joining: after.filter((member) => !old.has(JSON.stringify(member))),
	};
}
