import { Worker } from 'node:worker_threads';
import type { Picture } from './picture.ts';
import type { Delivery, Order } from './worker.ts';

/** How many drawings may wait; each takes some 20 ms. */
const MOST_WAITING = 50;
/** How long the thread is kept with nothing to do, in milliseconds: it takes some 70 MB. */
const IDLE = 60_000;

/** More is to be drawn than makes sense to wait for. */
export class TooBusy extends Error {
	constructor() {
		super('Too many images are to be drawn at once.');
	}
}

/** Draws in a thread of its own, one after the other, so that nothing else waits for it. */
export class Artist {
	readonly #waiting = new Map<number, PromiseWithResolvers<Buffer>>();
	#orders = 0;
	#worker: Worker | undefined;
	#idle: NodeJS.Timeout | undefined;

	/** @throws TooBusy */
	async draw(picture: Picture): Promise<Buffer> {
		if (this.#waiting.size >= MOST_WAITING) throw new TooBusy();
		const id = this.#orders++;
		const drawing = Promise.withResolvers<Buffer>();
		this.#waiting.set(id, drawing);
		clearTimeout(this.#idle);
		this.#worker ??= this.#start();
		this.#worker.postMessage({ id, picture } satisfies Order);
		return drawing.promise;
	}

	#start(): Worker {
		const worker = new Worker(new URL('worker.ts', import.meta.url));
		worker.on('message', (delivery: Delivery) => this.#deliver(delivery));
		worker.on('error', (error) => this.#lose(worker, error));
		worker.on('exit', () => this.#lose(worker, new Error('The thread that draws has ended.')));
		worker.unref();
		return worker;
	}

	#deliver(delivery: Delivery): void {
		const drawing = this.#waiting.get(delivery.id);
		if (drawing === undefined) return;
		this.#waiting.delete(delivery.id);
		if ('image' in delivery) drawing.resolve(Buffer.from(delivery.image));
		else drawing.reject(delivery.error);
		if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.close(), IDLE).unref();
	}

	/** What the thread still had to draw is not drawn; the next order starts another. */
	#lose(worker: Worker, error: unknown): void {
		if (worker !== this.#worker) return;
		this.#worker = undefined;
		for (const drawing of this.#waiting.values()) drawing.reject(error);
		this.#waiting.clear();
	}

	/** Ends the thread; another order would start one again. */
	close(): void {
		clearTimeout(this.#idle);
		const worker = this.#worker;
		if (worker === undefined) return;
		this.#lose(worker, new Error('The thread that draws was ended.'));
		worker.terminate();
	}
}
