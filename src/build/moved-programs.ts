/** Moves programs within the lists of categories and organizations. */
import type Database from 'better-sqlite3';
import type { DefaultPlace } from '../search/order.ts';
import type { Moves } from './moved-list.ts';
import type { Group, Place } from './record-bodies.ts';

/**
 * Finds the organizations or categories whose program lists differ between two snapshots. Returns the moves in each of
 * these lists, by the slug of the organization or category.
 *
 * @param before the places of some programs in the earlier snapshot, by slug
 * @param after the places of the same programs in the later snapshot
 */
export function movesBetween(
	before: ReadonlyMap<string, Place>,
	after: ReadonlyMap<string, Place>,
	kind: Group,
): ReadonlyMap<string, Moves<Place>> {
	const moves = new Map<string, Moves<Place>>();
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
 * Returns a function that reads a program's place in the default order. The snapshot's row IDs must be usable as
 * program numbers.
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
