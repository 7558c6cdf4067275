/** Moves programs within lists, without reading the other programs of the lists. */
import type Database from 'better-sqlite3';
import { compareDefault, type DefaultPlace } from '../search/order.ts';
import type { Group, Place } from './record-bodies.ts';

/** The programs that leave a list, and those that join it. A program that moves does both. */
interface Moves {
	readonly leaving: Set<number>;
	readonly joining: Place[];
}

/**
 * Finds the organizations or categories whose lists of programs differ. Returns the moves in each list, by slug.
 *
 * @param before the places of some programs in the earlier snapshot, by slug
 * @param after the places of the same programs in the later snapshot
 */
export function movesBetween(
	before: ReadonlyMap<string, Place>,
	after: ReadonlyMap<string, Place>,
	kind: Group,
): ReadonlyMap<string, Moves> {
	const moves = new Map<string, Moves>();
	const movesIn = (slug: string) => {
		const found = moves.get(slug) ?? { leaving: new Set(), joining: [] };
		moves.set(slug, found);
		return found;
	};
	for (const slug of new Set([...before.keys(), ...after.keys()])) {
		const [old, now] = [before.get(slug), after.get(slug)];
		if (JSON.stringify(old) === JSON.stringify(now)) continue;
		for (const group of old?.[kind] ?? []) movesIn(group).leaving.add(old!.number);
		for (const group of now?.[kind] ?? []) movesIn(group).joining.push(now!);
	}
	return moves;
}

/**
 * Returns a list after programs have moved. Finds the place of each moved program by binary search among the programs
 * that stay.
 *
 * @param list the numbers of the programs before the moves, in the default order
 * @param placeOf the place of a program that stays
 */
export function movedList(
	list: readonly number[],
	{ leaving, joining }: Moves,
	placeOf: (number: number) => DefaultPlace,
): number[] {
	const staying = list.filter((number) => !leaving.has(number));
	const parts: (readonly number[])[] = [];
	let start = 0;
	for (const program of joining.toSorted(compareDefault)) {
		let end = staying.length;
		let low = start;
		while (low < end) {
			const middle = (low + end) >> 1;
			if (compareDefault(placeOf(staying[middle]!), program) < 0) low = middle + 1;
			else end = middle;
		}
		parts.push(staying.slice(start, end), [program.number]);
		start = end;
	}
	return [...parts, staying.slice(start)].flat();
}

/**
 * Returns a function that reads the place of a program in the default order. The row IDs of the snapshot must be usable
 * as the numbers of programs.
 */
export function placeReader(db: Database.Database): (number: number) => DefaultPlace {
	const find = db.prepare<[number], Omit<DefaultPlace, 'featured'> & { featured: 0 | 1 }>(
		`SELECT slug, featured, views,
			(SELECT count(*) FROM reviews WHERE program = p.slug AND status = 'published') AS review_count
		 FROM programs p WHERE p.rowid = ? + 1`,
	);
	return (number) => {
		const place = find.get(number)!;
		return { ...place, featured: place.featured === 1 };
	};
}
