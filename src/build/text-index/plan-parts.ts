/**
 * Decides which parts of the text index a build keeps, and which records it indexes again. The time of a small update
 * does not depend on the number of records: a part that is not small stays as it is, and the browser leaves out the
 * records that have changed since.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { compareText } from '../../shared/compare-text.ts';
import type { TextRecord, TextSource } from '../../website/directory/text-record.ts';
import type { TextPart } from '../../website/search/text-parts.ts';

/** A record of a part: its address and a hash of its content. */
export type PartRecord = readonly [url: string, hash: string];

/** A part of the current release's text index. */
export interface OldPart extends TextPart {
	/** All records of the part. A record's index is its number. */
	readonly contents: readonly PartRecord[];
}

/** A part of the new index that is kept from the old index. */
export interface KeptPart {
	readonly part: OldPart;
	/** The numbers of the records that are up to date and in no other part. */
	readonly live: readonly number[];
}

export interface PartsPlan {
	/** The parts to keep, oldest first. */
	readonly kept: readonly KeptPart[];
	/** The records to index in new parts. They are in a random but stable order, so that all parts are similar. */
	readonly indexed: readonly TextSource[];
}

export interface PlanOptions {
	/** The records of the new index. */
	readonly sources: readonly TextSource[];
	/** The parts of the old index, oldest first. */
	readonly parts: readonly OldPart[];
	/** Returns whether a program's record may differ from the one in the old index. */
	readonly mayDiffer: (program: string) => boolean;
}

/** A part with at most this many records is made anew when records change. Indexing them takes about a second. */
export const SMALL = 400;
/**
 * The minimum number of records in a new part, if there are enough. Pagefind ranks a record by how rare the searched
 * words are in its part, so a part of a few records would rank them too low.
 */
const FEWEST = 200;
/** The share of a part's records that may be removed before the rest of them move to a new part. */
const MOST_REMOVED = 0.25;

/** A record that is the same in the old index, and its number in its part. */
interface Live {
	readonly source: TextSource;
	readonly number: number;
}

export function planParts({ sources, parts, mayDiffer }: PlanOptions): PartsPlan {
	const indexed: TextSource[] = [];
	const live = parts.map((): Live[] => []);
	const places = placesIn(parts);
	for (const source of sources) {
		const place = places.get(source.url);
		if (place === undefined || isChanged(source, place.hash, mayDiffer)) indexed.push(source);
		else live[place.part]!.push({ source, number: place.number });
	}

	const kept = new Set(parts.keys());
	const movesOut = (part: number) => {
		const { length } = live[part]!;
		const all = parts[part]!.records;
		if (all - length > all * MOST_REMOVED) return true;
		return length <= Math.max(SMALL, indexed.length) && (indexed.length > 0 || (all <= SMALL && length < all));
	};
	// Each part that joins makes more parts join: those that are not larger than the new part.
	for (let part = [...kept].find(movesOut); part !== undefined; part = [...kept].find(movesOut)) {
		kept.delete(part);
		for (const { source } of live[part]!) indexed.push(source);
	}
	const largest = [...kept].sort((a, b) => live[b]!.length - live[a]!.length)[0];
	if (largest !== undefined && indexed.length > 0 && indexed.length < FEWEST) {
		for (const { source } of live[largest]!.splice(indexed.length - FEWEST)) indexed.push(source);
	}
	return {
		kept: Array.from(kept, (part) => ({ part: parts[part]!, live: live[part]!.map(({ number }) => number) })),
		indexed: inStableOrder(indexed),
	};
}

/** Returns the hash that identifies a version of a record. */
export function recordHash(record: TextRecord): string {
	return hash('sha256', JSON.stringify(record), 'base64url').slice(0, 12);
}

/** Where a record is in the old index. */
interface Place {
	readonly part: number;
	readonly number: number;
	readonly hash: string;
}

/** Returns the place of each record's current version. An older version may be in an older part. */
function placesIn(parts: readonly OldPart[]): ReadonlyMap<string, Place> {
	const places = new Map<string, Place>();
	for (const [part, { contents }] of parts.entries()) {
		for (const [number, [url, hash]] of contents.entries()) places.set(url, { part, number, hash });
	}
	return places;
}

function isChanged(source: TextSource, hash: string, mayDiffer: (program: string) => boolean): boolean {
	if (source.program !== undefined && !mayDiffer(source.program.slug)) return false;
	return recordHash(source.record()) !== hash;
}

function inStableOrder(sources: readonly TextSource[]): TextSource[] {
	const keys = new Map(sources.map((source) => [source, crc32(source.url)]));
	return sources.toSorted((a, b) => keys.get(a)! - keys.get(b)! || compareText(a.url, b.url));
}
