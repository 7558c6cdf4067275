/**
 * Decides which records of the text index a build indexes again. The index has two divisions: the main one, which stays
 * as it is, and the records that have changed since it was made. The time of a small update therefore does not depend on
 * the number of records. The browser leaves out the records of the main division that have changed.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { compareText } from '../../shared/text.ts';
import type { TextRecord, TextSource } from '../../website/directory/text-record.ts';
import { removedNumbers, type TextPart } from '../../website/search/text-parts.ts';

/** A record of a part: its address and a hash of its content. */
export type PartRecord = readonly [url: string, hash: string];

/** A part of the current release's text index. */
export interface OldPart extends TextPart {
	/** All records of the part. A record's index is its number. */
	readonly contents: readonly PartRecord[];
}

export interface IndexPlan {
	/**
	 * For each part of the main division, the numbers of the records that are up to date. Undefined if the main division
	 * is made anew.
	 */
	readonly live: readonly (readonly number[])[] | undefined;
	/** The records to index. They are in a random but stable order, so that all parts are similar. */
	readonly indexed: readonly TextSource[];
}

export interface PlanOptions {
	/** The records of the new index. */
	readonly sources: readonly TextSource[];
	/** The parts of the old index's main division. */
	readonly main: readonly OldPart[];
	/** Returns whether a program's record may differ from the one in the old index. */
	readonly mayDiffer: (program: string) => boolean;
}

/** An index with at most this many records is made anew when records change. Indexing them takes about a second. */
export const SMALL = 400;
/**
 * The minimum number of changed records, if there are any. If necessary, unchanged records join them. Pagefind ranks a
 * record by how rare the searched words are in its part, so a part of a few records would rank them too low.
 */
const FEWEST = 200;
/** The share of the records that may have changed or gone before the main division is made anew. */
const MOST_CHANGED = 0.1;

export function planParts({ sources, main, mayDiffer }: PlanOptions): IndexPlan {
	const changed: TextSource[] = [];
	const live = main.map((): { readonly source: TextSource; readonly number: number }[] => []);
	const places = placesIn(main);
	for (const source of sources) {
		const place = places.get(source.url);
		if (place === undefined || isChanged(source, place.hash, mayDiffer)) changed.push(source);
		else live[place.part]!.push({ source, number: place.number });
	}
	const all = main.reduce((sum, { records }) => sum + records, 0);
	const gone = all - live.reduce((sum, { length }) => sum + length, 0);
	const most = Math.max(SMALL, sources.length * MOST_CHANGED);
	if (main.length === 0 || sources.length <= SMALL || Math.max(changed.length, gone) > most) {
		return { live: undefined, indexed: inStableOrder(sources) };
	}
	if (changed.length > 0 && changed.length < FEWEST) {
		for (const { source } of live[0]!.splice(changed.length - FEWEST)) changed.push(source);
	}
	return { live: live.map((part) => part.map(({ number }) => number)), indexed: inStableOrder(changed) };
}

export function recordHash(record: TextRecord): string {
	return hash('sha256', JSON.stringify(record), 'base64url').slice(0, 12);
}

/** Where a record is in the main division. */
interface Place {
	readonly part: number;
	readonly number: number;
	readonly hash: string;
}

/** Returns the places of the records that were up to date in the old index. */
function placesIn(main: readonly OldPart[]): ReadonlyMap<string, Place> {
	const places = new Map<string, Place>();
	for (const [part, { contents, removed }] of main.entries()) {
		const out = removedNumbers(removed);
		for (const [number, [url, hash]] of contents.entries())
			if (!out.has(number)) places.set(url, { part, number, hash });
	}
	return places;
}

function isChanged(source: TextSource, hash: string, mayDiffer: (program: string) => boolean): boolean {
	if (source.program !== undefined && !mayDiffer(source.program)) return false;
	return recordHash(source.record()) !== hash;
}

function inStableOrder(sources: readonly TextSource[]): TextSource[] {
	const keys = new Map(sources.map((source) => [source, crc32(source.url)]));
	return sources.toSorted((a, b) => keys.get(a)! - keys.get(b)! || compareText(a.url, b.url));
}
