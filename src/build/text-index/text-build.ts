/** Builds the website's text index while the pages are rendered. Keeps what it can of the current release's index. */
import { hash } from 'node:crypto';
import type { TextRecord, TextSource } from '../../website/directory/text-record.ts';
import {
	ENGINE_FILTERS,
	filtersOf,
	removedRecords,
	TEXT_FOLDER,
	TEXT_PARTS,
	type TextPart,
	type TextParts,
} from '../../website/search/text-parts.ts';
import { batchesOf } from '../batches.ts';
import type { Progress } from '../build-options.ts';
import { type IndexFiles, makeData, makeEngine } from './make-index.ts';
import { type OldPart, type PartRecord, type PlanOptions, planParts, recordHash, SMALL } from './plan-parts.ts';

export interface TextBuildOptions extends Pick<PlanOptions, 'sources' | 'mayDiffer'> {
	/** Whether the website has an old index that this version of the application has made. */
	readonly hasOld: boolean;
	readonly files: WebsiteFiles;
	/** Large work that must end before many records are indexed, so that both do not need memory at the same time. */
	readonly earlierWork?: Promise<unknown>;
	/** The maximum size of a part, in characters. Tests use small parts. */
	readonly largest?: number;
}

/** The files of the website. Files of the old index stay unless they are removed. */
export interface WebsiteFiles {
	read(path: string): Buffer;
	remove(path: string): void;
	add(path: string, content: Buffer): void;
}

const LIST = TEXT_PARTS.slice(1);
/** Each folder has two more files for builds: the names of its other files, and the part's records. */
const NAMES = 'files.json';
const RECORDS = 'records.json';

/**
 * Returns the maximum size of a part, in characters. Pagefind's process needs about 70 bytes of memory per character, and
 * the rest of the build needs more memory for a larger directory. A browser loads every part, so there must be few.
 */
const largestPart = (records: number) => Math.max(3_000_000, 75 * records);
/** The number of characters added to each record's length, for the memory that the record needs besides its text. */
const OVERHEAD = 500;

const ENGINE_RECORD = { url: '/', content: 'engine', meta: { title: 'engine' }, filters: ENGINE_FILTERS };

export class TextBuild implements AsyncDisposable {
	readonly #files: WebsiteFiles;
	readonly #largest: number;
	readonly #isSmall: boolean;
	readonly #built: Promise<void>;
	readonly #stop = new AbortController();
	/** The number of records to index, and how many of them are done. */
	#count = 0;
	#done = 0;
	#progress: () => void = () => {};

	/** Starts the build. */
	constructor(options: TextBuildOptions) {
		this.#files = options.files;
		this.#largest = options.largest ?? largestPart(options.sources.length);
		this.#isSmall = options.sources.length <= SMALL;
		this.#built = this.#build(options);
		// `finish` reports the error. If the rest of the build fails before that call, the error must not end the process.
		this.#built.catch(() => {});
	}

	/** Waits until the index is complete. */
	finish(progress: Progress): Promise<void> {
		this.#progress = () => progress(this.#done / this.#count, this.#done);
		return this.#built;
	}

	/** Stops the build if it is still running. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#stop.abort();
		await this.#built.catch(() => {});
	}

	async #build({ sources, mayDiffer, hasOld, earlierWork }: TextBuildOptions): Promise<void> {
		const old = hasOld ? this.#readOld() : undefined;
		const { live, indexed } = planParts({ sources, main: old?.main ?? [], mayDiffer });
		this.#count = indexed.length;
		if (live === undefined && !this.#isSmall) await earlierWork;
		const list: TextParts = {
			engine: old?.engine ?? (await this.#addEngine()),
			main: live ? old!.main.map((part, i) => withoutRemoved(part, live[i]!)) : await this.#index(indexed, old?.main),
			changed: live ? await this.#index(indexed, old?.changed) : [],
		};
		this.#files.add(LIST, Buffer.from(JSON.stringify(list)));
		const used = new Set(foldersOf(list));
		for (const name of old ? foldersOf(old) : []) if (!used.has(name)) this.#removeFolder(name);
	}

	#readOld() {
		const list: TextParts = JSON.parse(this.#files.read(LIST).toString());
		const read = (part: TextPart): OldPart => ({
			...part,
			contents: JSON.parse(this.#files.read(pathOf(part.name, RECORDS)).toString()),
		});
		return { engine: list.engine, main: list.main.map(read), changed: list.changed.map(read) };
	}

	/** Indexes records in as many parts as memory requires. If an old division has the same records, returns its parts. */
	async #index(sources: readonly TextSource[], old: readonly OldPart[] = []): Promise<readonly TextPart[]> {
		const before = old.flatMap(({ contents }) => contents);
		const isSame = ([url, hash]: PartRecord, i: number) =>
			sources[i]!.url === url && recordHash(sources[i]!.record()) === hash;
		if (before.length === sources.length && before.every(isSame)) return old.map(({ contents, ...part }) => part);
		const parts: TextPart[] = [];
		const records = sources.values().map((source) => source.record());
		for (const batch of batchesOf(records, this.#largest, ({ content }) => content.length + OVERHEAD)) {
			parts.push(await this.#indexPart(batch));
			this.#done += batch.length;
			this.#progress();
		}
		return parts;
	}

	async #indexPart(records: readonly TextRecord[]): Promise<TextPart> {
		const contents = records.map((record): PartRecord => [record.url, recordHash(record)]);
		// A small index is always made anew. Without filters, its files are the same each time.
		const filtered = this.#isSmall
			? records
			: records.map((record, i) => ({ ...record, filters: { ...record.filters, ...filtersOf(i) } }));
		const files = await makeData(filtered, this.#stop.signal);
		const name = this.#addFolder(new Map([...files, [RECORDS, Buffer.from(JSON.stringify(contents))]]));
		return { name, records: records.length, removed: [] };
	}

	/** Adds a folder of the index. Returns its name, which is a hash of its content because browsers cache the files. */
	#addFolder(files: IndexFiles): string {
		const paths = [...files.keys()].sort();
		const hashes = paths.map((path) => [path, hash('sha256', files.get(path)!)]);
		const name = hash('sha256', JSON.stringify(hashes)).slice(0, 16);
		for (const path of paths) this.#files.add(pathOf(name, path), files.get(path)!);
		this.#files.add(pathOf(name, NAMES), Buffer.from(JSON.stringify(paths)));
		return name;
	}

	async #addEngine(): Promise<string> {
		return this.#addFolder(await makeEngine([ENGINE_RECORD], this.#stop.signal));
	}

	#removeFolder(name: string): void {
		const paths: string[] = JSON.parse(this.#files.read(pathOf(name, NAMES)).toString());
		for (const path of [...paths, NAMES]) this.#files.remove(pathOf(name, path));
	}
}

const foldersOf = ({ engine, main, changed }: TextParts) => [engine, ...[...main, ...changed].map(({ name }) => name)];

const pathOf = (name: string, path: string) => `${TEXT_FOLDER.slice(1)}${name}/${path}`;

/** @param live the numbers of the records that are not removed */
function withoutRemoved({ name, records }: OldPart, live: readonly number[]): TextPart {
	const rest = new Set(Array(records).keys()).difference(new Set(live));
	return { name, records, removed: removedRecords(rest) };
}
