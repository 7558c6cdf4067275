/** Numbers the records of the text index. When one record changes, almost all others keep their numbers. */
import { crc32 } from 'node:zlib';
import type { TextRecord, TextSource } from '../../website/directory/text-record.ts';

/** A record with the number of its page in the index. */
export interface NumberedRecord extends TextRecord {
	readonly number: number;
}

export interface RecordNumbers {
	/** The number of the first program. */
	readonly firstProgram: number;
	of(source: TextSource): number;
}

/**
 * Numbers records from 0. The lowest numbers are for records that are not about a program. Such a record's number is
 * derived from a hash of its address. The records about programs follow, in the order of the program numbers.
 */
export function numberRecords(sources: readonly TextSource[]): RecordNumbers {
	const { count, numbers } = placesFor(sources.filter(({ program }) => program === undefined).map(({ url }) => url));
	return {
		firstProgram: count,
		of: ({ url, program }) => (program === undefined ? numbers.get(url)! : count + program.number),
	};
}

/**
 * Assigns a place to each address. There are two to four times as many places as addresses, so that few addresses have
 * the same preferred place.
 */
function placesFor(addresses: readonly string[]): { count: number; numbers: ReadonlyMap<string, number> } {
	const count = addresses.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(addresses.length * 2));
	const numbers = new Map<string, number>();
	const taken = new Set<number>();
	for (const address of addresses.toSorted()) {
		let place = crc32(address) % count;
		while (taken.has(place)) place = (place + 1) % count;
		taken.add(place);
		numbers.set(address, place);
	}
	return { count, numbers };
}
