/**
 * Several server processes (workers) on one machine. They share the port and the state. A primary process starts them,
 * and replaces those that die or must restart.
 */

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { ListenAddress } from '../config/defaults.ts';
import { type Acceptor, type BoundSocket, bindSockets } from './accept.ts';
import { LineSink } from './line-sink.ts';
import { type Log, type LogOptions, openLog } from './log.ts';
import { serveMetrics } from './metrics/metrics-server.ts';
import type { WorkerMetrics } from './metrics/worker-metrics.ts';
import type { ServeOptions } from './serve.ts';

/** If a worker dies within this time after its start, in milliseconds, its replacement would probably die early too. */
const SHORT_LIFE = 10_000;
/** How long to wait before replacing a worker that died so early, in milliseconds. */
const PAUSE = 1000;

interface WorkersOptions extends ListenAddress, Pick<ServeOptions, 'log'> {
	readonly metricsAt?: ListenAddress | undefined;
}

/**
 * Starts this program `count` times as workers, and replaces each worker that dies.
 *
 * @returns the workers once all are listening, or undefined if a worker failed to start. That worker prints the reason
 * @throws UserError when the host or the port cannot be used
 */
export async function startWorkers(
	count: number,
	{ host, port, log, metricsAt }: WorkersOptions,
): Promise<Workers | undefined> {
	const sockets = await bindSockets({ host, port });
	cluster.setupPrimary({
		args: process.argv.slice(2),
		// Each worker writes to its own pipe, so that lines of different workers do not mix in the log.
		stdio: ['inherit', 'pipe', 'inherit', 'ipc', ...sockets.map((socket) => socket.fd())],
	});
	// Without these sockets, all workers take connections from one queue of Node's.
	cluster.schedulingPolicy = cluster.SCHED_NONE;
	const workers = new Workers(sockets, log);
	if (metricsAt) await workers.serveMetrics(metricsAt);
	if (await workers.start(count)) return workers;
	await workers.close();
	return undefined;
}

export class Workers {
	address = '';
	readonly #sockets: readonly BoundSocket[];
	readonly #sink = new LineSink();
	readonly #log: Log;
	/** For each worker that has not ended, a promise that resolves when it has. */
	readonly #running = new Set<Promise<unknown>>();
	/** The workers that are replaced when they die. */
	readonly #kept = new Set<Worker>();
	#metrics: WorkerMetrics | undefined;
	#metricsServer: Acceptor | undefined;
	#isStopping = false;
	#restarting = Promise.resolve();

	constructor(sockets: readonly BoundSocket[], log: LogOptions) {
		this.#sockets = sockets;
		this.#log = openLog(log, this.#sink);
	}

	get metricsAddress(): string | undefined {
		return this.#metricsServer?.address;
	}

	async start(count: number): Promise<boolean> {
		// Start the first worker alone, so that an error that affects all workers is printed only once.
		const address = await this.#add();
		if (address === undefined) return false;
		this.address = address;
		const others = await Promise.all(Array.from({ length: count - 1 }, () => this.#add()));
		return !others.includes(undefined);
	}

	/** Serves the figures of all workers. Call this before `start`. @throws UserError when the address cannot be used */
	async serveMetrics(where: ListenAddress): Promise<void> {
		const { WorkerMetrics } = await import('./metrics/worker-metrics.ts');
		const metrics = new WorkerMetrics(() => this.#sink.dropped);
		this.#metrics = metrics;
		this.#metricsServer = await serveMetrics(where, () => metrics.read());
	}

	/**
	 * Replaces the workers with new ones, one after the other. Restarts wait for each other. If a new worker fails to
	 * start, the restart ends, and the workers that have not been replaced keep running.
	 */
	restart(): Promise<void> {
		this.#restarting = this.#restarting.then(() => this.#replaceAll());
		return this.#restarting;
	}

	/** Tells all workers to finish the requests that they are handling and then end, and waits until all have ended. */
	async close(): Promise<void> {
		this.#isStopping = true;
		for (const socket of this.#sockets) socket.close();
		for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGTERM');
		await Promise.all([...this.#running, this.#metricsServer?.close()]);
		await this.#log.finish();
	}

	#fork(): Worker {
		const worker = cluster.fork();
		passOnLog(worker, this.#sink);
		const left = once(worker.process, 'close');
		this.#running.add(left);
		left.then(() => this.#running.delete(left));
		return worker;
	}

	/** Makes sure that a worker is replaced when it dies. */
	#keep(worker: Worker): void {
		this.#kept.add(worker);
		this.#metrics?.add(worker);
		const since = performance.now();
		worker.once('exit', (status: number | null, signal: string | null) => {
			if (this.#isStopping || !this.#kept.delete(worker)) return;
			const { pid } = worker.process;
			this.#log.error({ worker: pid, status, signal }, 'a server process stopped; starting another one');
			const pause = performance.now() - since < SHORT_LIFE ? PAUSE : 0;
			setTimeout(() => this.#isStopping || this.#keep(this.#fork()), pause);
		});
	}

	/** Starts a worker. Returns the worker's URL, or undefined if the worker fails to start. */
	async #add(): Promise<string | undefined> {
		const worker = this.#fork();
		const address = await listening(worker);
		if (address !== undefined) this.#keep(worker);
		return address;
	}

	async #replaceAll(): Promise<void> {
		for (const worker of [...this.#kept]) if (this.#isStopping || !(await this.#replace(worker))) return;
		this.#log.info('restarted all server processes');
	}

	/** Replaces a worker with a new one. Returns false if the new one fails to start. */
	async #replace(old: Worker): Promise<boolean> {
		// A worker that has died in the meantime has been replaced already.
		if (!this.#kept.delete(old)) return true;
		const next = this.#fork();
		if ((await listening(next)) === undefined) {
			if (this.#isStopping) return false;
			this.#log.error({ worker: old.process.pid }, 'could not restart a server process: the new one failed to start');
			if (old.isDead()) this.#keep(this.#fork());
			else this.#kept.add(old);
			return false;
		}
		this.#keep(next);
		const left = once(old.process, 'close');
		if (!old.isDead()) {
			old.process.kill('SIGTERM');
			await left;
		}
		this.#log.info({ worker: next.process.pid, replaced: old.process.pid }, 'restarted a server process');
		return true;
	}
}

export function reportListening(address: string): void {
	process.send!(address);
}

/**
 * Resolves when this worker must end, because of a signal or because the primary process was killed. The signal can
 * arrive twice: from the terminal and from the primary process. If the primary process ends after a signal, it does not
 * wait for requests any more, and neither does this worker.
 */
export function untilWorkerStopped(): Promise<void> {
	return new Promise((resolve) => {
		let isStopping = false;
		function stop(): void {
			isStopping = true;
			resolve();
		}
		cluster.worker!.once('disconnect', () => {
			// Without this, Node ends the worker at once, and the requests that it is handling fail.
			cluster.worker!.exitedAfterDisconnect = !isStopping;
			stop();
		});
		for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
		// This signal may reach all processes. Workers ignore it, because the primary process restarts them.
		process.on('SIGHUP', () => {});
	});
}

/** Resolves to the URL of a worker when it listens, or to undefined if it ends first. */
function listening(worker: Worker): Promise<string | undefined> {
	return new Promise((resolve) => {
		// Later messages contain the worker's figures.
		worker.once('message', resolve);
		worker.once('exit', () => resolve(undefined));
	});
}

/** Copies a worker's log output to the sink, in whole lines. */
function passOnLog(worker: Worker, sink: LineSink): void {
	let partialLine = '';
	worker.process.stdout!.setEncoding('utf8').on('data', (text: string) => {
		const end = text.lastIndexOf('\n') + 1;
		if (end > 0) sink.write(partialLine + text.slice(0, end));
		partialLine = end > 0 ? text.slice(end) : partialLine + text;
	});
}
