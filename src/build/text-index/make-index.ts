import { createIndex } from 'pagefind';
import type { TextRecord } from '../../website/directory/text-record.ts';
import { withPagefind } from './pagefind-process.ts';

/** The files of an index, by path. */
export type IndexFiles = ReadonlyMap<string, Buffer>;

/** How many records Pagefind receives at a time. */
const AT_ONCE = 200;

/** Matches the files with data. An index that is merged into another one needs no other files. */
const DATA = /^pagefind-entry\.json$|\.pf_[a-z]+$/;
/** Matches files of the search engine that the site does not use: user interfaces, and the engine for other languages. */
const UNUSED = /^pagefind-(?:highlight|(?:[a-z]+-)?ui)\.|^wasm\.unknown\./;

/** Makes the data files of an index of records. See `makeIndex`. */
export function makeData(records: readonly TextRecord[], stop: AbortSignal): Promise<IndexFiles> {
	return makeIndex(records, (path) => DATA.test(path), stop);
}

/** Makes the files of an index of records, with the search engine. See `makeIndex`. */
export function makeEngine(records: readonly TextRecord[], stop: AbortSignal): Promise<IndexFiles> {
	return makeIndex(records, (path) => !UNUSED.test(path), stop);
}

/**
 * Makes an index in a new process, because Pagefind keeps some memory for each index until its process ends. All records
 * must fit into memory together.
 *
 * @throws UserError naming the signal or the exit status when the process ends too early
 */
function makeIndex(
	records: readonly TextRecord[],
	isUsed: (path: string) => boolean,
	stop: AbortSignal,
): Promise<IndexFiles> {
	return withPagefind(async () => {
		const index = checked(await createIndex({})).index!;
		for (let start = 0; start < records.length; start += AT_ONCE) {
			const added = records.slice(start, start + AT_ONCE).map(({ url, content, meta, filters = {} }) =>
				index.addCustomRecord({
					url,
					content,
					// Pagefind makes an index for each language. The site's pages are marked as English, so the records must be, too.
					language: 'en',
					meta,
					filters: Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, [value]])),
				}),
			);
			(await Promise.all(added)).forEach(checked);
		}
		// Pagefind's own `writeFiles` resolves before the files are written.
		const { files } = checked(await index.getFiles());
		return new Map(files.filter(({ path }) => isUsed(path)).map(({ path, content }) => [path, Buffer.from(content)]));
	}, stop);
}

function checked<T extends { errors: string[] }>(answer: T): T {
	if (answer.errors.length > 0) throw new Error(`The text index could not be built: ${answer.errors.join('; ')}`);
	return answer;
}
