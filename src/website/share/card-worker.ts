import { Worker } from 'node:worker_threads';
import type { CardRequest, CardResponse } from './card-thread.ts';
import type { ShareCard } from './share-card.ts';

/** How long an idle thread is kept, in milliseconds. A thread takes about 70 MB of memory. */
const IDLE = 60_000;

/** The error for cards that cannot be rendered because the thread cannot start, or has ended. */
export class NoCardThread extends Error {}

/** Renders share cards in a worker thread, one after the other. */
export class CardWorker {
	readonly #waiting = new Map<number, PromiseWithResolvers<Buffer>>();
	#nextId = 0;
	#worker: Worker | undefined;
	#idle: NodeJS.Timeout | undefined;

	async render(card: ShareCard): Promise<Buffer> {
		const id = this.#nextId++;
		const rendering = Promise.withResolvers<Buffer>();
		this.#waiting.set(id, rendering);
		clearTimeout(this.#idle);
		this.#worker ??= this.#start();
		this.#worker.postMessage({ id, card } satisfies CardRequest);
		return rendering.promise;
	}

	#start(): Worker {
		const worker = new Worker(new URL('card-thread.ts', import.meta.url));
		worker.on('message', (response: CardResponse) => this.#settle(response));
		worker.on('error', (cause) => this.#fail(worker, new NoCardThread('The thread for cards failed.', { cause })));
		worker.on('exit', () => this.#fail(worker, new NoCardThread('The thread for cards has ended.')));
		worker.unref();
		return worker;
	}

	#settle(response: CardResponse): void {
		const rendering = this.#waiting.get(response.id);
		if (rendering === undefined) return;
		this.#waiting.delete(response.id);
		if ('image' in response) rendering.resolve(Buffer.from(response.image));
		else rendering.reject(response.error);
		if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.close(), IDLE).unref();
	}

	/** Makes all pending requests fail. The next request starts a new thread. */
	#fail(worker: Worker, error: unknown): void {
		if (worker !== this.#worker) return;
		this.#worker = undefined;
		for (const rendering of this.#waiting.values()) rendering.reject(error);
		this.#waiting.clear();
	}

	/** Ends the thread. The next request starts a new one. */
	close(): void {
		clearTimeout(this.#idle);
		const worker = this.#worker;
		if (worker === undefined) return;
		this.#fail(worker, new NoCardThread('The thread for cards was closed.'));
		worker.terminate();
	}
}
