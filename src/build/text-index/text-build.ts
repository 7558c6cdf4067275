/** Updates the website's text index in a worker thread, in parallel with the rest of the build. */
import { Worker } from 'node:worker_threads';
import type { TextSource } from '../../website/directory/text-record.ts';
import type { Progress } from '../progress.ts';
import { threadError } from '../thread-error.ts';
import { changedRecords, type RecordOrKept } from './changed-records.ts';
import type { IndexFiles } from './index-files.ts';
import { NO_INDEX, type OldIndex } from './old-index.ts';
import { numberRecords } from './record-numbers.ts';
import { textBatches } from './text-batches.ts';

export interface TextBuildOptions {
	/** The records of the new index. */
	readonly sources: readonly TextSource[];
	/** Returns whether a program's record may differ from the one in the old index. */
	readonly mayDiffer: (program: string) => boolean;
	/** The old index. It must come from this version of the application. */
	readonly old: OldIndex;
	/** The paths of the packs with the files of the old index, newest first. */
	readonly packs: readonly string[];
	/** Receives the files of the new index. */
	readonly files: FileReceiver;
}

export interface FileReceiver extends Omit<IndexFiles, 'read' | 'add'> {
	add(path: string, content: Buffer): void;
}

/** Some records of the new index. An empty batch means that there are no more records. */
export type RecordBatch = readonly RecordOrKept[];

/** The data that the thread receives when it starts. */
export interface TextThreadData {
	/** Whether there is an old index. The thread reads it again, because sending it would take longer. */
	readonly hasOld: boolean;
	readonly packs: readonly string[];
	/** The number of the first program. */
	readonly firstProgram: number;
	/** The first batches. Whenever the thread finishes a batch, it asks for another, so that it seldom has to wait. */
	readonly batches: readonly RecordBatch[];
}

/** The next changes to the index files. */
export interface FileChanges {
	readonly added: (readonly [path: string, content: Buffer])[];
	readonly kept: string[];
	readonly removed: string[];
	/** Whether to keep all files of the old index. */
	keepsAll: boolean;
}

/**
 * A message from the thread. `next` means that the thread has finished a batch and asks for another. `done` means that
 * the index is complete. Other messages contain files. The main thread replies to each message except `done`, in order.
 */
export type FromTextThread = 'next' | 'done' | FileChanges;

/** A message to the thread: the next batch, the reply `written` to a message with files, or the request to end. */
export type ToTextThread = RecordBatch | 'written' | 'stop';

/**
 * How many batches the thread has at a time. After an edit of a few programs, there are only two batches: one with all
 * records, and the empty batch after it. So the thread need not wait for the main thread, which may be busy with pages.
 */
const AT_ONCE = 2;

export class TextBuild implements AsyncDisposable {
	readonly #thread: Worker;
	readonly #ended: Promise<void>;
	readonly #batches: Iterator<RecordBatch>;
	readonly #files: FileReceiver;
	readonly #built: Promise<void>;
	/** The number of records in each batch that the thread has received but not finished. */
	readonly #sizes: number[] = [];
	/** The total number of records that the thread has not finished. */
	#left: number;
	#progress: () => void = () => {};

	/** Starts the thread. */
	constructor({ sources, mayDiffer, old, packs, files }: TextBuildOptions) {
		const numbers = numberRecords(sources);
		this.#left = sources.length;
		this.#files = files;
		this.#batches = textBatches(changedRecords(sources, numbers, old, mayDiffer));
		const batches = Array.from({ length: AT_ONCE }, () => this.#next());
		const workerData: TextThreadData = { hasOld: old !== NO_INDEX, packs, firstProgram: numbers.firstProgram, batches };
		this.#thread = new Worker(new URL('text-thread.ts', import.meta.url), { workerData });
		this.#ended = new Promise((resolve) => this.#thread.on('exit', () => resolve()));
		this.#built = new Promise((resolve, reject) => {
			this.#thread.on('message', (message: FromTextThread) => {
				try {
					if (message === 'done') resolve();
					else this.#send(message === 'next' ? this.#another() : this.#write(message));
				} catch (error) {
					reject(error);
				}
			});
			this.#thread.on('error', (error) => reject(threadError(error)));
			this.#thread.on('exit', () => reject(new Error('The thread that builds the text index ended without a result.')));
		});
		// `finish` reports the thread's error. If the build fails before that call, the error must not end the process.
		this.#built.catch(() => {});
	}

	#send(message: ToTextThread): void {
		this.#thread.postMessage(message);
	}

	#next(): RecordBatch {
		const batch = this.#batches.next().value ?? [];
		this.#sizes.push(batch.length);
		return batch;
	}

	#another(): RecordBatch {
		this.#left -= this.#sizes.shift()!;
		this.#progress();
		return this.#next();
	}

	#write({ added, kept, removed, keepsAll }: FileChanges): ToTextThread {
		for (const path of kept) this.#files.keep(path);
		if (keepsAll) this.#files.keepAll();
		for (const path of removed) this.#files.remove(path);
		for (const [path, content] of added) this.#files.add(path, content);
		return 'written';
	}

	/** Waits until the thread is done. The progress counts only the records that are unfinished when this is called. */
	finish(progress: Progress): Promise<void> {
		const all = this.#left;
		this.#progress = () => progress((all - this.#left) / all, all - this.#left);
		return this.#built;
	}

	/** Ends the thread if it is still running. The thread first kills Pagefind, which would otherwise print an error. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#send('stop');
		await this.#ended;
	}
}
