/** Renders content pages from their views, usually in worker threads. */
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { isMemoryScarce } from '../shared/memory.mjs';
import type { RenderContent, SiteValues } from '../website/rendering/rendered-page.ts';
import { batchesOf } from './batches.ts';
import { type RenderedFile, type Rendering, renderBatch } from './render-batch.ts';

/**
 * How many pages a thread gets at a time. A build that renders no more pages than this starts only one thread, because
 * starting a second one would take longer than it saves.
 */
export const BATCH = 128;

export interface RenderOptions {
	/**
	 * Whether this process renders again and again. If so, it renders a few pages itself, because loading the pages in a
	 * new thread takes longer.
	 */
	readonly isWarm?: boolean;
	readonly threadCount?: number;
}

/**
 * Renders pages and passes each one to `write`, in any order.
 *
 * @param entry the path of the module that renders the pages. See `pagesEntry`
 * @throws Error naming the page that cannot be rendered. If a thread ends early, the error names the first and last
 *   page of its batch
 */
export async function renderPages(
	entry: string,
	site: SiteValues,
	pages: Iterable<Rendering>,
	write: (...page: RenderedFile) => void,
	{ isWarm = false, threadCount = isMemoryScarce() ? 1 : availableParallelism() }: RenderOptions = {},
): Promise<void> {
	const batches = batchesOf(pages, BATCH);
	const threads: RenderThread[] = [];
	const startThread = () => {
		const thread = new RenderThread(entry, site);
		threads.push(thread);
		return thread;
	};
	try {
		await Promise.all(
			Array.from({ length: threadCount }, async () => {
				let thread: RenderThread | undefined;
				// All threads share one iterator. A thread that has finished a batch takes the next batch from it.
				for (const batch of batches) {
					const isSmall = batch.length < BATCH;
					if (isWarm && isSmall) {
						for (const page of await renderHere(entry, site, batch)) write(...page);
						continue;
					}
					thread ??= startThread();
					for (const page of await thread.render(batch)) write(...page);
				}
			}),
		);
	} finally {
		await Promise.all(threads.map((thread) => thread.stop()));
	}
}

async function renderHere(entry: string, site: SiteValues, batch: readonly Rendering[]): Promise<RenderedFile[]> {
	const { openContent }: { openContent(site: SiteValues): RenderContent } = await import(pathToFileURL(entry).href);
	return renderBatch(openContent(site), batch);
}

/** A thread that renders one batch at a time. */
class RenderThread {
	readonly #worker: Worker;
	/** The reply that `render` waits for. */
	#answer: PromiseWithResolvers<readonly RenderedFile[] | Failed> | undefined;
	#failure: unknown;

	constructor(entry: string, site: SiteValues) {
		this.#worker = new Worker(new URL('render-thread.ts', import.meta.url), {
			workerData: { entry: pathToFileURL(entry).href, site },
		});
		this.#worker.on('message', (answer: readonly RenderedFile[] | Failed) => this.#answer?.resolve(answer));
		this.#worker.on('error', (error) => this.#fail(error));
		this.#worker.on('exit', (code) => this.#fail(new Error(`The thread ended with exit code ${code}.`)));
	}

	#fail(error: unknown): void {
		this.#failure ??= error;
		this.#answer?.reject(this.#failure);
	}

	/** @throws Error naming the page that cannot be rendered, or the batch's first and last page if the thread ended */
	async render(batch: readonly Rendering[]): Promise<readonly RenderedFile[]> {
		this.#answer = Promise.withResolvers();
		if (this.#failure === undefined) this.#worker.postMessage(batch);
		else this.#answer.reject(this.#failure);
		const result = await this.#answer.promise.catch((cause) => {
			// Pass this error on unchanged, because `buildRelease` recognizes it and says how to give threads more memory.
			if ((cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw cause;
			const [first, last] = [batch[0]!.address, batch.at(-1)!.address];
			throw new Error(`The pages from ${first} to ${last} could not be rendered.`, { cause });
		});
		if ('error' in result) throw new Error(result.error);
		return result;
	}

	async stop(): Promise<void> {
		await this.#worker.terminate();
	}
}

interface Failed {
	/** Which page could not be rendered, and why. */
	readonly error: string;
}
