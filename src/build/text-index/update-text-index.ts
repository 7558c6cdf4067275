/** Updates the website's full-text index. The time that an update takes depends on the number of changed records. */
import type { RecordOrKept } from './changed-records.ts';
import { fragmentName, oldRecords } from './fragments.ts';
import type { IndexFiles } from './index-files.ts';
import { GAP, type OldIndex } from './old-index.ts';
import { ENTRY, type Entry, encodeMeta, fragmentPath, metaPath, nameOf, type Page } from './pagefind-files.ts';
import { textBatches } from './text-batches.ts';
import { type Tokenized, tokenize } from './tokenize.ts';
import { updateChunks } from './update-chunks.ts';

/** Records in batches that fit into memory. See `changedRecords` and `textBatches`. */
type Batches = AsyncIterable<readonly RecordOrKept[]> | Iterable<readonly RecordOrKept[]>;

/**
 * Makes the text index of all records in the batches. The old index only saves work. Without it, the result would be
 * the same.
 *
 * @param old the old index. It must come from this version of the application
 * @param firstProgram the number of the first program
 * @throws UserError naming the signal or the exit status when Pagefind's process ends too early
 */
export async function updateTextIndex(
	files: IndexFiles,
	old: OldIndex,
	batches: Batches,
	firstProgram: number,
): Promise<void> {
	const { pages, added } = await updatePages(files, old.pages, batches);
	const stale = stalePages(old.pages, pages);
	if (old.path !== undefined && added.length === 0 && stale.size === 0) return files.keepAll();

	const removed: Batch[] = [];
	for (const batch of textBatches(oldRecords(files, old.pages, stale))) removed.push(await tokenize(batch));
	const { entry, metaFields, engine } = added[0] ?? removed[0] ?? (await tokenize([]));
	for (const number of stale) files.remove(fragmentPath(old.pages[number]![0]));
	// `reduce` skips the gaps.
	const count = pages.reduce((count) => count + 1, 0);
	const chunks = await updateChunks(files, old, { added, removed, stale, count });
	const meta = await encodeMeta([entry.version, withoutGaps(pages, count), chunks, [], [], metaFields]);
	const name = nameOf(meta);
	if (old.path !== undefined && old.path !== metaPath(name)) files.remove(old.path);
	await files.add(metaPath(name), meta);
	await files.add(ENTRY, entryOf(entry, name, count, firstProgram));
	for (const [path, file] of engine) await files.add(path, file);
}

/** The words of some records. Their pages are left out, because the pages of all records would not fit into memory. */
type Batch = Omit<Tokenized, 'pages'>;

/** Adds the fragments of new and changed records, and keeps all other fragments. The returned pages may have gaps. */
async function updatePages(
	files: IndexFiles,
	oldPages: readonly Page[],
	batches: Batches,
): Promise<{ readonly pages: readonly Page[]; readonly added: readonly Batch[] }> {
	const pages: Page[] = [];
	const added: Batch[] = [];
	for await (const batch of batches) {
		for (const number of batch.filter((item) => typeof item === 'number')) {
			const page = oldPages[number]!;
			pages[number] = page;
			files.keep(fragmentPath(page[0]));
		}
		const records = batch.filter((item) => typeof item !== 'number');
		if (records.length === 0) continue;
		const { pages: texts, ...tokenized } = await tokenize(records);
		for (const record of records) {
			const page = texts.get(record.number);
			if (page === undefined) continue;
			const name = fragmentName(record);
			pages[record.number] = [name, page.words];
			await files.add(fragmentPath(name), page.fragment);
		}
		added.push(tokenized);
	}
	return { pages, added };
}

/** Returns the numbers of the old pages whose records have changed or no longer exist. */
function stalePages(old: readonly Page[], pages: readonly Page[]): Set<number> {
	const stale = new Set<number>();
	for (const [number, [name]] of old.entries()) {
		if (name !== GAP && name !== pages[number]?.[0]) stale.add(number);
	}
	return stale;
}

/** Fills gaps with pages of average length. Pagefind uses the average to rank pages, so gaps must not change it. */
function withoutGaps(pages: readonly Page[], count: number): Page[] {
	const words = pages.reduce((sum, [, words]) => sum + words, 0);
	const gap: Page = [GAP, Math.round(words / count)];
	return Array.from(pages, (page) => page ?? gap);
}

function entryOf(entry: Entry, meta: string, count: number, first_program: number): Buffer {
	const languages = { en: { ...entry.languages.en, hash: meta, page_count: count } };
	return Buffer.from(JSON.stringify({ ...entry, languages, first_program }));
}
