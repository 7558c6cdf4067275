/** By term, the numbers of the things that have it, ascending. */
export type Inverted = ReadonlyMap<string, Uint32Array>;

/**
 * Turns "which terms has a thing" into "which things have a term".
 *
 * @param rawTermsOf the terms of a thing as they stand there; one may come more than once
 * @param normalize what a raw term stands for; asked once for each different one
 */
export function invert<T>(
	things: readonly T[],
	rawTermsOf: (thing: T) => Iterable<string>,
	normalize: (rawTerm: string) => readonly string[] = (term) => [term],
): Inverted {
	const ids = new Map<string, number>();
	const idsOfRaw = new Map<string, readonly number[]>();
	/** By term: the last thing that had it, plus one; and how many had it. */
	const last = new Numbers();
	const counts = new Numbers();
	/** The terms of the first thing, then of the second, …, each once; and where each thing's terms end. */
	const flat = new Numbers();
	const ends: number[] = [];

	things.forEach((thing, number) => {
		for (const raw of rawTermsOf(thing)) {
			let found = idsOfRaw.get(raw);
			if (found === undefined) {
				found = normalize(raw).map(idOf);
				idsOfRaw.set(raw, found);
			}
			for (const id of found) {
				if (last.values[id] === number + 1) continue;
				last.values[id] = number + 1;
				counts.values[id]!++;
				flat.push(id);
			}
		}
		ends.push(flat.length);
	});

	function idOf(term: string): number {
		const known = ids.get(term);
		if (known !== undefined) return known;
		ids.set(term, ids.size);
		last.push(0);
		counts.push(0);
		return ids.size - 1;
	}

	const sets = Array.from({ length: ids.size }, (_, id) => new Uint32Array(counts.values[id]!));
	const filled = new Uint32Array(ids.size);
	let at = 0;
	ends.forEach((end, number) => {
		for (; at < end; at++) {
			const id = flat.values[at]!;
			sets[id]![filled[id]!++] = number;
		}
	});
	return new Map([...ids].map(([term, id]) => [term, sets[id]!]));
}

/** Numbers that grow in number: an array of them without boxes. */
class Numbers {
	values = new Uint32Array(1024);
	length = 0;

	push(value: number): void {
		if (this.length === this.values.length) {
			const longer = new Uint32Array(this.length * 2);
			longer.set(this.values);
			this.values = longer;
		}
		this.values[this.length++] = value;
	}
}
