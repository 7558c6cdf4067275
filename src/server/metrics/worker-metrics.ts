/** Adds up the figures of several workers. Each worker sends its own when the primary process asks. */
import type { Worker } from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';
import { addCounter, DROPPED_LINES, type MetricValues } from './metrics.ts';

/** How long to wait for a worker, in milliseconds. A worker that does not answer in time is left out. */
const PATIENCE = 2000;

interface Message {
	readonly metrics: number;
	readonly values?: MetricValues;
}

function isMessage(message: unknown): message is Message {
	return typeof message === 'object' && message !== null && 'metrics' in message;
}

/** Sends the figures of this worker whenever its primary process asks for them. */
export function answerPrimary(registry: Registry): void {
	process.on('message', async (message) => {
		if (!isMessage(message)) return;
		const values = await registry.getMetricsAsJSON();
		if (process.connected) process.send!({ metrics: message.metrics, values } satisfies Message);
	});
}

export class WorkerMetrics {
	readonly #own = new Registry();
	readonly #workers = new Set<Worker>();
	readonly #last = new Map<Worker, MetricValues>();
	/** The sums of the workers that have ended. Without them, counters would go back when a worker ends. */
	#ended: MetricValues = [];
	#asked = 0;

	constructor(droppedLines: () => number) {
		addCounter(this.#own, DROPPED_LINES, droppedLines);
	}

	add(worker: Worker): void {
		this.#workers.add(worker);
		worker.once('exit', () => {
			this.#workers.delete(worker);
			const last = this.#last.get(worker)?.filter(({ type }) => isCumulative(type)) ?? [];
			this.#last.delete(worker);
			this.#end(last);
		});
	}

	/** Returns the figures of all processes together, in the Prometheus text format. */
	async read(): Promise<string> {
		const own = await this.#own.getMetricsAsJSON();
		await Promise.all([...this.#workers].map((worker) => this.#ask(worker)));
		return AggregatorRegistry.aggregate([...this.#last.values(), own, this.#ended]).metrics();
	}

	async #end(last: MetricValues): Promise<void> {
		this.#ended = await AggregatorRegistry.aggregate([this.#ended, last]).getMetricsAsJSON();
	}

	/** Asks a worker for its figures. If it does not answer, its last ones stay. */
	async #ask(worker: Worker): Promise<void> {
		const number = this.#asked++;
		const answered = Promise.withResolvers<void>();
		const receive = (message: unknown) => {
			if (!isMessage(message) || message.metrics !== number) return;
			if (this.#workers.has(worker)) this.#last.set(worker, message.values ?? []);
			answered.resolve();
		};
		const timer = setTimeout(answered.resolve, PATIENCE);
		worker.on('message', receive);
		worker.once('exit', answered.resolve);
		if (worker.isConnected()) worker.send({ metrics: number } satisfies Message);
		else answered.resolve();
		await answered.promise;
		clearTimeout(timer);
		worker.off('message', receive);
		worker.off('exit', answered.resolve);
	}
}

/** prom-client gives the type as a name in its results, although its declarations say otherwise. */
const isCumulative = (type: unknown) => type === 'counter' || type === 'histogram';
