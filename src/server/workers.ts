/**
 * Several server processes (workers) on one machine. They share the port and the state. A primary process starts them,
 * and replaces those that die or must restart.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { followReleases, type ReleaseFollower } from './follow-releases.ts';
import { LineSink } from './line-sink.ts';
import type { ListenAddress } from './listen.ts';
import { openLog } from './log.ts';
import type { ServeOptions } from './serve.ts';
import { bindSockets } from './shared-port.ts';

/** If a worker dies within this time after its start, in milliseconds, its replacement would probably die early too. */
const SHORT_LIFE = 10_000;
/** How long to wait before replacing a worker that died so early, in milliseconds. */
const PAUSE = 1000;

export interface Workers {
	/** The URL of the servers. */
	readonly address: string;
	/**
	 * Replaces the workers with new ones, one after the other. A call during a restart causes one more restart. If a new
	 * worker fails to start, the restart ends, and the workers that have not been replaced keep running.
	 */
	restart(): Promise<void>;
	/** Tells all workers to finish the requests that they are handling and then end, and waits until all have ended. */
	close(): Promise<void>;
}

export type WorkersOptions = ListenAddress & Pick<ServeOptions, 'logLevel' | 'out' | 'followed'>;

/**
 * Starts this program `count` times as workers, and replaces each worker that dies.
 *
 * @returns the workers once all are listening, or undefined if a worker failed to start. That worker prints the reason
 * @throws UserError when the host or the port cannot be used
 */
export async function startWorkers(
	count: number,
	{ host, port, logLevel, out, followed }: WorkersOptions,
): Promise<Workers | undefined> {
	const sockets = await bindSockets({ host, port });
	cluster.setupPrimary({
		args: process.argv.slice(2),
		// Each worker writes to its own pipe, so that lines of different workers do not mix in the log.
		stdio: ['inherit', 'pipe', 'inherit', 'ipc', ...sockets.map((socket) => socket.fd())],
	});
	// Without these sockets, all workers take connections from one queue of Node's.
	cluster.schedulingPolicy = cluster.SCHED_NONE;
	const sink = new LineSink();
	const log = openLog(logLevel, sink);
	const gone = new Set<Promise<unknown>>();
	/** The workers that are replaced when they die. */
	const kept = new Set<Worker>();
	let follower: ReleaseFollower | undefined;
	let isStopping = false;

	function start(): Worker {
		const worker = cluster.fork();
		passOnLog(worker, sink);
		const left = once(worker.process, 'close');
		gone.add(left);
		left.then(() => gone.delete(left));
		return worker;
	}

	/** Makes sure that a worker is replaced when it dies. */
	function keep(worker: Worker): void {
		kept.add(worker);
		const since = performance.now();
		worker.once('exit', (status: number | null, signal: string | null) => {
			if (isStopping || !kept.delete(worker)) return;
			log.error({ worker: worker.process.pid, status, signal }, 'a server process stopped; starting another one');
			const pause = performance.now() - since < SHORT_LIFE ? PAUSE : 0;
			setTimeout(() => isStopping || keep(start()), pause);
		});
	}

	/** Starts a worker. Returns the worker's URL, or undefined if the worker fails to start. */
	async function add(): Promise<string | undefined> {
		const worker = start();
		const address = await listening(worker);
		if (address !== undefined) keep(worker);
		return address;
	}

	/** Replaces a worker with a new one. Returns false if the new one fails to start. */
	async function replace(old: Worker): Promise<boolean> {
		// A worker that has died in the meantime has been replaced already.
		if (!kept.delete(old)) return true;
		const next = start();
		if ((await listening(next)) === undefined) {
			if (isStopping) return false;
			log.error({ worker: old.process.pid }, 'could not restart a server process: the new one failed to start');
			if (old.isDead()) keep(start());
			else kept.add(old);
			return false;
		}
		keep(next);
		const left = once(old.process, 'close');
		if (!old.isDead()) {
			old.process.kill('SIGTERM');
			await left;
		}
		log.info({ worker: next.process.pid, replaced: old.process.pid }, 'restarted a server process');
		return true;
	}

	async function replaceAll(): Promise<void> {
		for (const worker of [...kept]) if (isStopping || !(await replace(worker))) return;
		log.info('restarted all server processes');
	}

	let isRestarting = false;
	let isRestartWanted = false;

	async function restart(): Promise<void> {
		isRestartWanted = true;
		if (isRestarting) return;
		isRestarting = true;
		while (isRestartWanted && !isStopping) {
			isRestartWanted = false;
			await replaceAll();
		}
		isRestarting = false;
	}

	async function close(): Promise<void> {
		isStopping = true;
		for (const socket of sockets) socket.close();
		const unfollowed = follower?.close();
		for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGTERM');
		await Promise.all([...gone, unfollowed]);
		await log.finish();
	}

	// Start the first worker alone, so that an error that affects all workers is printed only once.
	const address = await add();
	const others = address === undefined ? [] : await Promise.all(Array.from({ length: count - 1 }, add));
	if (address !== undefined && !others.includes(undefined)) {
		follower = followed && followReleases(out, followed, log);
		return { address, restart, close };
	}
	await close();
	return undefined;
}

/** Tells the primary process that this worker is listening. */
export function reportListening(address: string): void {
	process.send!(address);
}

/** Resolves when this worker must end. The signal can arrive twice: from the terminal and from the primary process. */
export function untilWorkerStopped(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
		// This signal may reach all processes. Workers ignore it, because the primary process restarts them.
		process.on('SIGHUP', () => {});
	});
}

/** Resolves to the URL of a worker when it listens, or to undefined if it ends first. */
function listening(worker: Worker): Promise<string | undefined> {
	return new Promise((resolve) => {
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
