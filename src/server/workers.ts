/**
 * Several server processes (workers) on one machine. They share the port and the state. A primary process restarts them.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { LineSink } from './line-sink.ts';
import { findPort, type ListenAddress } from './listen.ts';
import { openLog } from './log.ts';

/** If a worker runs for less than this time, in milliseconds, its replacement would probably fail too. */
const SHORT_LIFE = 10_000;
/** How long to wait before replacing such a worker, in milliseconds. */
const PAUSE = 1000;

/**
 * Whether each worker listens on the port itself, so that the system distributes connections. Otherwise, the primary
 * process distributes them. This is slower, and a connection stays open without a response if it is on its way to a
 * worker that is killed, or to the last worker that closes.
 */
export const EACH_LISTENS = process.platform === 'linux';

export interface Workers {
	/** The URL of the servers. */
	readonly address: string;
	/** Lets all workers finish running requests, and waits until they have ended. */
	close(): Promise<void>;
}

/**
 * Starts this program `count` times as workers, and replaces each worker that dies.
 *
 * @returns the workers when all are listening; undefined if a worker failed to start and has printed the reason
 * @throws UserError when the port is not available
 */
export async function startWorkers(
	count: number,
	{ host, port, logLevel }: ListenAddress & { readonly logLevel: string },
): Promise<Workers | undefined> {
	// Without this check, the workers could share the port with another program.
	if (EACH_LISTENS && port !== 0) await findPort({ host, port });
	// Each worker writes to its own pipe, so that lines of different workers do not mix in the log.
	cluster.setupPrimary({ args: process.argv.slice(2), stdio: ['inherit', 'pipe', 'inherit', 'ipc'] });
	const sink = new LineSink();
	const log = openLog(logLevel, sink);
	const gone = new Set<Promise<unknown>>();
	let isStopping = false;

	function start(): Worker {
		const worker = cluster.fork();
		passOnLog(worker, sink);
		const left = once(worker.process, 'close');
		gone.add(left);
		left.then(() => gone.delete(left));
		return worker;
	}

	function keep(worker: Worker): void {
		const since = performance.now();
		worker.once('exit', (status: number | null, signal: string | null) => {
			if (isStopping) return;
			log.error({ worker: worker.process.pid, status, signal }, 'a server process stopped; starting another one');
			const pause = performance.now() - since < SHORT_LIFE ? PAUSE : 0;
			setTimeout(() => isStopping || keep(start()), pause);
		});
	}

	async function close(): Promise<void> {
		isStopping = true;
		for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGTERM');
		await Promise.all(gone);
		await log.finish();
	}

	/** Starts another worker and keeps it running. Returns its URL, or undefined if it fails. */
	async function add(): Promise<string | undefined> {
		const worker = start();
		const address = await listening(worker);
		if (address !== undefined) keep(worker);
		return address;
	}

	// Start the first worker alone, so that an error that affects all workers is printed only once.
	const address = await add();
	// With port 0, each worker would get a different port.
	if (EACH_LISTENS && port === 0 && address !== undefined) {
		cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', new URL(address).port] });
	}
	const others = address === undefined ? [] : await Promise.all(Array.from({ length: count - 1 }, add));
	if (address !== undefined && !others.includes(undefined)) return { address, close };
	await close();
	return undefined;
}

/** Tells the primary process that this worker is listening. */
export function reportListening(address: string): void {
	process.send!(address);
}

/** Resolves when a worker must end. The signal can arrive twice: from the terminal and from the primary process. */
export function untilWorkerStopped(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
	});
}

/** Resolves to the URL of a worker when it listens, or to undefined if it ends first. */
function listening(worker: Worker): Promise<string | undefined> {
	return new Promise((resolve) => {
		worker.once('message', resolve);
		worker.once('exit', () => resolve(undefined));
	});
}

/** Passes on the log of a worker, in whole lines. */
function passOnLog(worker: Worker, sink: LineSink): void {
	let partialLine = '';
	worker.process.stdout!.setEncoding('utf8').on('data', (text: string) => {
		const end = text.lastIndexOf('\n') + 1;
		if (end > 0) sink.write(partialLine + text.slice(0, end));
		partialLine = end > 0 ? text.slice(end) : partialLine + text;
	});
}
