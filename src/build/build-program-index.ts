/** Makes the file of the program search: the index of the programs, and their items. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { provenanceFields } from '../catalog/provenance.ts';
import { programItem } from '../catalog/views.ts';
import { packItems } from '../release/program-items.ts';
import { buildIndex } from '../search/build-index.ts';
import { compareDefault } from '../search/order.ts';
import { pack } from '../search/sections.ts';
import { withSnapshot } from '../snapshot/open.ts';
import { publishedPrograms } from '../snapshot/read.ts';

/**
 * Writes the index of a snapshot's programs.
 *
 * @param snapshot the file to read
 * @param file the path of the index
 * @returns the CRC-32 of the file
 */
export function buildProgramIndex(snapshot: string, file: string): number {
	const programs = withSnapshot(snapshot, (db) => [...publishedPrograms(db)]).sort(compareDefault);
	const items = packItems('items', programs.values().map(programItem));
	const provenance = packItems('provenance', programs.values().map(provenanceFields));
	return writeChunks(file, pack({ ...buildIndex(programs), ...items, ...provenance }));
}

function writeChunks(file: string, chunks: readonly Uint8Array[]): number {
	const descriptor = openSync(file, 'w');
	try {
		for (const chunk of chunks) writeFileSync(descriptor, chunk);
		return chunks.reduce((checksum, chunk) => crc32(chunk, checksum), 0);
	} finally {
		closeSync(descriptor);
	}
}
