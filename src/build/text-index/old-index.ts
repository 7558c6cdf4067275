/** The old index: the text index of the current release. A build keeps as many of its files as possible. */
import { type Chunk, decodeMeta, ENTRY, type Entry, metaPath, type Page } from './pagefind-files.ts';

/** The pages and chunks of the old index. */
export interface OldIndex {
	/** The path of the file that lists the pages and chunks, or undefined if there is no old index. */
	readonly path?: string;
	readonly firstProgram?: number | undefined;
	readonly pages: readonly Page[];
	readonly chunks: readonly Chunk[];
}

/** The value to use if there is no old index. */
export const NO_INDEX: OldIndex = { pages: [], chunks: [] };

/** A gap is a page number that no published record has. Its fragment name is empty. */
export const GAP = '';

/** @param read reads a file of the old index */
export function readIndex(read: (path: string) => Buffer): OldIndex {
	const entry: Entry = JSON.parse(read(ENTRY).toString());
	const path = metaPath(entry.languages.en.hash);
	const [, pages, chunks] = decodeMeta(read(path));
	return { path, firstProgram: entry.first_program, pages, chunks };
}
