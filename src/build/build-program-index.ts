/** Builds the program search file, which contains the programs' search index, list items and provenance. */
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { listedFields } from '../catalog/listed-fields.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import { programItem } from '../catalog/resources.ts';
import { updateItems } from '../release/program-items.ts';
import { updateIndex } from '../search/build-index.ts';
import { type ChangedPrograms, changePrograms, newPrograms } from '../search/changed-programs.ts';
import { compareDefault } from '../search/order.ts';
import { pack, type Sections, unpack, unpackStrings } from '../search/sections.ts';
import { publishedProgramFinder, publishedPrograms } from '../snapshot/read.ts';

/** The index of the current release, and the programs that may have changed since that release was built. */
export interface IndexBefore {
	readonly file: string;
	/** The CRC-32 of the file. */
	readonly checksum: number;
	/** The slugs of all programs that may have changed, drafts included. */
	readonly affected: ReadonlySet<string>;
}

/**
 * Writes the index of a snapshot's programs.
 *
 * @param file the path of the index
 * @param before the index of the current release. If it is given and undamaged, most unchanged programs are not read.
 *   The result is the same as without it
 * @returns the CRC-32 of the file
 */
export function buildProgramIndex(db: Database.Database, file: string, before?: IndexBefore): number {
	const sections = before && readSections(before);
	const change = sections
		? changeIn(db, sections, before!.affected)
		: newPrograms([...publishedPrograms(db)].sort(compareDefault));
	const old = sections ?? {};
	const items = updateItems(old, 'items', change, programItem);
	const listed = updateItems(old, 'listed', change, listedFields);
	return writeChunks(file, pack({ ...updateIndex(old, change), ...items, ...listed }));
}

/** Reads the sections of the index. Returns undefined if the file is damaged. */
function readSections({ file, checksum }: IndexBefore): Sections | undefined {
	const content = readFileSync(file);
	return crc32(content) === checksum ? unpack(content) : undefined;
}

function changeIn(db: Database.Database, before: Sections, affected: ReadonlySet<string>): ChangedPrograms {
	const kept = new Map<string, PublishedProgram>();
	const read = publishedProgramFinder(db);
	const find = (slug: string) => {
		const program = kept.get(slug) ?? read(slug)!;
		kept.set(slug, program);
		return program;
	};
	const slugs = unpackStrings(before.slugs!, before.count![0]!);
	return changePrograms(slugs, affected, [...publishedPrograms(db, affected)], find);
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
