/** Writes the program search file, which contains the programs' search index, list items and provenance. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { listedFields, type PublishedProgram } from '../catalog/published.ts';
import { programItem } from '../catalog/resources.ts';
import { packItems } from '../release/program-items.ts';
import { buildIndex } from '../search/build-index.ts';
import { pack } from '../search/sections.ts';

/**
 * @param file the path of the index
 * @param programs all published programs, in the default order
 * @returns the CRC-32 of the file
 */
export function writeProgramIndex(file: string, programs: readonly PublishedProgram[]): number {
	const items = packItems('items', programs.map(programItem));
	const listed = packItems('listed', programs.map(listedFields));
	const chunks = pack({ ...buildIndex(programs), ...items, ...listed });
	const descriptor = openSync(file, 'w');
	try {
		for (const chunk of chunks) writeFileSync(descriptor, chunk);
		return chunks.reduce((checksum, chunk) => crc32(chunk, checksum), 0);
	} finally {
		closeSync(descriptor);
	}
}
