/** Several server processes on one machine: they share the port and the state, and one more looks after them. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { LineSink } from './line-sink.ts';
import { findPort, type Where } from './listen.ts';
import { openLog } from './log.ts';

/** A process that ends sooner after its start, in milliseconds, ends for a reason that the next will meet too. */
const HARDLY_LIVED = 10_000;
/** What the next waits for then, in milliseconds. */
const PAUSE = 1000;

/**
 * Whether each process listens for itself, and the system shares connections out. Elsewhere the process that looks after
 * them does, which is slower, and a connection that is on its way to a process when that is killed, or closes last, is left
 * open without an answer.
 */
export const EACH_LISTENS = process.platform === 'linux';

export interface Workers {
	/** Where they listen. */
	readonly address: string;
	/** Lets all finish what is running, and waits until they have gone. */
	close(): Promise<void>;
}

/**
 * Starts this program `count` times, as workers, and another for each that dies.
 *
 * @returns when all listen; undefined when one cannot, which has said why
 * @throws UserError when the port cannot be had
 */
export async function startWorkers(
	count: number,
	{ host, port, logLevel }: Where & { readonly logLevel: string },
): Promise<Workers | undefined> {
	// The system would share the port with the server of someone else too.
	if (EACH_LISTENS && port !== 0) await findPort({ host, port });
	// Each writes to a pipe of its own: only whole lines of several may stand in one log.
	cluster.setupPrimary({ args: process.argv.slice(2), stdio: ['inherit', 'pipe', 'inherit', 'ipc'] });
	const sink = new LineSink();
	const log = openLog(logLevel, sink);
	const gone = new Set<Promise<unknown>>();
	let isStopping = false;

	function start(): Worker {
		const worker = cluster.fork();
		passOn(worker, sink);
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
			const pause = performance.now() - since < HARDLY_LIVED ? PAUSE : 0;
			setTimeout(() => isStopping || keep(start()), pause);
		});
	}

	async function close(): Promise<void> {
		isStopping = true;
		for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGTERM');
		await Promise.all(gone);
		await log.finish();
	}

	/** Where one more listens, which is looked after from then on; undefined when it cannot. */
	async function add(): Promise<string | undefined> {
		const worker = start();
		const address = await listening(worker);
		if (address !== undefined) keep(worker);
		return address;
	}

	// The first alone: what keeps one from serving keeps all, and is to be said once.
	const address = await add();
	// Port 0 would give each of the others another port.
	if (EACH_LISTENS && port === 0 && address !== undefined) {
		cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', new URL(address).port] });
	}
	const others = address === undefined ? [] : await Promise.all(Array.from({ length: count - 1 }, add));
	if (address !== undefined && !others.includes(undefined)) return { address, close };
	await close();
	return undefined;
}

/** Tells the process that looks after this one that it listens. */
export function sayListening(address: string): void {
	process.send!(address);
}

/** Resolves when a worker is to end: a terminal tells all processes at once, and the one that looks after them tells again. */
export function untilToldToStop(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
	});
}

/** Where it listens; undefined when it ends instead. */
function listening(worker: Worker): Promise<string | undefined> {
	return new Promise((resolve) => {
		worker.once('message', resolve);
		worker.once('exit', () => resolve(undefined));
	});
}

/** Hands on what a worker logs, line by line. */
function passOn(worker: Worker, sink: LineSink): void {
	let begun = '';
	worker.process.stdout!.setEncoding('utf8').on('data', (text: string) => {
		const end = text.lastIndexOf('\n') + 1;
		if (end > 0) sink.write(begun + text.slice(0, end));
		begun = end > 0 ? text.slice(end) : begun + text;
	});
}
