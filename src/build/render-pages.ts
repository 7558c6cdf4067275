/** Renders content pages from their views, in worker threads. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { StoredFile } from '../release/site-pack.ts';
import { batchesOf } from './batches.ts';

/** Renders the content page at an address from its view. */
export type RenderContent = (route: string, address: string, view: unknown) => Promise<Buffer>;

/** A page to render. */
export interface Rendering {
	/** The route of its page type. See `PageType.route`. */
	readonly route: string;
	readonly address: string;
	/** The path of its file in the website. */
	readonly path: string;
	/** Its view as JSON. */
	readonly view: string;
	readonly fingerprint: string;
}

/** A rendered page, in the form in which packs store it. */
export type Rendered = readonly [path: string, file: StoredFile];

/** How many pages are sent to a thread at a time. */
const BATCH = 32;

/**
 * Renders pages and passes on each one, in any order.
 *
 * @param entry the compiled pages, see `pagesEntry`
 * @param siteUrl the public address, an origin
 * @throws Error naming the page that cannot be rendered
 */
export async function renderPages(
	entry: string,
	siteUrl: string,
	pages: Iterable<Rendering>,
	write: (...page: Rendered) => void,
	threadCount = availableParallelism(),
): Promise<void> {
	const batches = batchesOf(pages, BATCH);
	const threads = Array.from(
		{ length: threadCount },
		() =>
			new Worker(new URL('render-thread.ts', import.meta.url), {
				workerData: { entry: pathToFileURL(entry).href, siteUrl },
			}),
	);
	try {
		await Promise.all(
			threads.map(async (thread) => {
				// All threads take from one iterator: each gets the next batch when it has rendered one.
				for (const batch of batches) {
					thread.postMessage(batch);
					const [answer] = (await once(thread, 'message')) as [readonly Rendered[] | Failed];
					if ('error' in answer) throw new Error(`${answer.address} could not be rendered.`, { cause: answer.error });
					for (const page of answer) write(...page);
				}
			}),
		);
	} finally {
		await Promise.all(threads.map((thread) => thread.terminate()));
	}
}

interface Failed {
	readonly address: string;
	readonly error: unknown;
}
