/**
 * Several server processes (workers) on one machine. They share the port and the state. A primary process replaces them.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { followReleases, type ReleaseFollower } from './follow-releases.ts';
import { LineSink } from './line-sink.ts';
import { findPort, type ListenAddress } from './listen.ts';
import { openLog } from './log.ts';
import type { ServeOptions } from './serve.ts';

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

/** A socket that a worker listens on. While the primary process has it too, the connections waiting on it are kept. */
interface ListeningSocket {
	close(): void;
}

/** The message of a worker that asks which socket to listen on. */
const ASK = 'socket?';

/** One of the places for workers. */
interface Place {
	worker: Worker;
	/** Undefined if the primary process distributes the connections, or while there is no worker. */
	socket: ListeningSocket | undefined;
}

export interface Workers {
	/** The URL of the servers. */
	readonly address: string;
	/**
	 * Replaces the workers by new ones, one after the other. A call during a restart causes one more restart. If a new
	 * worker fails to start, the others stay.
	 */
	restart(): Promise<void>;
	/** Lets all workers finish running requests, and waits until they have ended. */
	close(): Promise<void>;
}

export type WorkersOptions = ListenAddress & Pick<ServeOptions, 'logLevel' | 'out' | 'followed'>;

/**
 * Starts this program `count` times as workers, and replaces each worker that dies.
 *
 * @returns the workers when all are listening; undefined if a worker failed to start and has printed the reason
 * @throws UserError when the port is not available
 */
export async function startWorkers(
	count: number,
	{ host, port, logLevel, out, followed }: WorkersOptions,
): Promise<Workers | undefined> {
	// Without this check, the workers could share the port with another program.
	if (EACH_LISTENS && port !== 0) await findPort({ host, port });
	const sink = new LineSink();
	const log = openLog(logLevel, sink);
	const gone = new Set<Promise<unknown>>();
	const places: Place[] = [];
	let follower: ReleaseFollower | undefined;
	let isStopping = false;
	// Each worker writes to its own pipe, so that lines of different workers do not mix in the log.
	cluster.setupPrimary({ args: process.argv.slice(2), stdio: ['inherit', 'pipe', 'inherit', 'ipc'] });

	function start(socket?: ListeningSocket): Worker {
		const worker = cluster.fork();
		worker.once('message', () => worker.send('socket', socket as Socket | undefined));
		passOnLog(worker, sink);
		const left = once(worker.process, 'close');
		gone.add(left);
		left.then(() => gone.delete(left));
		return worker;
	}

	/** Replaces the worker of a place when it dies. */
	function keep(place: Place): void {
		const { worker } = place;
		const since = performance.now();
		worker.once('exit', (status: number | null, signal: string | null) => {
			if (isStopping || place.worker !== worker) return;
			log.error({ worker: worker.process.pid, status, signal }, 'a server process stopped; starting another one');
			// Otherwise, clients would wait for the next worker, which may fail too.
			place.socket?.close();
			place.socket = undefined;
			const pause = performance.now() - since < SHORT_LIFE ? PAUSE : 0;
			setTimeout(() => isStopping || place.worker !== worker || refill(place), pause);
		});
	}

	/** Starts a worker for a place, and keeps it running. */
	function refill(place: Place): void {
		const worker = start();
		place.worker = worker;
		keep(place);
		listening(worker).then((started) => {
			if (place.worker === worker) place.socket = started?.socket;
			else started?.socket?.close();
		});
	}

	/** Starts a worker in a new place, and keeps it running. Returns its URL, or undefined if it fails. */
	async function add(): Promise<string | undefined> {
		const worker = start();
		const started = await listening(worker);
		if (started === undefined) return undefined;
		const place = { worker, socket: started.socket };
		places.push(place);
		keep(place);
		return started.address;
	}

	/** Replaces the worker of a place by one that listens on the same socket. Returns whether it has started. */
	async function replace(place: Place): Promise<boolean> {
		const old = place.worker;
		const next = start(place.socket);
		place.worker = next;
		const started = await listening(next);
		if (started === undefined) {
			if (isStopping) return false;
			log.error({ worker: old.process.pid }, 'could not restart a server process: the new one failed to start');
			if (old.isDead()) refill(place);
			else place.worker = old;
			return false;
		}
		place.socket ??= started.socket;
		keep(place);
		const left = once(old.process, 'close');
		if (!old.isDead()) {
			old.process.kill('SIGTERM');
			await left;
		}
		log.info({ worker: next.process.pid, replaced: old.process.pid }, 'restarted a server process');
		return true;
	}

	async function replaceAll(): Promise<void> {
		for (const place of places) if (isStopping || !(await replace(place))) return;
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
		// The system resets waiting connections when nobody has a socket any more.
		for (const { socket } of places) socket?.close();
		const unfollowed = follower?.close();
		for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGTERM');
		await Promise.all([...gone, unfollowed]);
		await log.finish();
	}

	// Start the first worker alone, so that an error that affects all workers is printed only once.
	const address = await add();
	// With port 0, each worker would get a different port.
	if (EACH_LISTENS && port === 0 && address !== undefined) {
		cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', new URL(address).port] });
	}
	const others = address === undefined ? [] : await Promise.all(Array.from({ length: count - 1 }, add));
	if (address !== undefined && !others.includes(undefined)) {
		follower = followed && followReleases(out, followed, log);
		return { address, restart, close };
	}
	await close();
	return undefined;
}

/** Asks the primary process for the socket of an earlier worker. Undefined if this worker needs a new one. */
export async function inheritedSocket(): Promise<unknown> {
	process.send!(ASK);
	const [, socket] = await once(process, 'message');
	return socket;
}

/** Tells the primary process that this worker is listening, and shares its socket if that is new. */
export function reportListening(address: string, server: Server, isInherited: boolean): void {
	// Node has no public property for it. If the whole server were sent, the primary process would accept connections too.
	const { _handle: socket } = server as Server & { readonly _handle: Server };
	process.send!(address, EACH_LISTENS && !isInherited ? socket : undefined);
}

/** Resolves when a worker must end. The signal can arrive twice: from the terminal and from the primary process. */
export function untilWorkerStopped(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
		// The primary process restarts its workers, even if the signal reaches all processes.
		process.on('SIGHUP', () => {});
	});
}

/** Resolves to the URL and the socket of a worker when it listens, or to undefined if it ends first. */
function listening(worker: Worker): Promise<{ address: string; socket: ListeningSocket | undefined } | undefined> {
	return new Promise((resolve) => {
		worker.on('message', (message: string, socket: unknown) => {
			if (message !== ASK) resolve({ address: message, socket: socket as ListeningSocket | undefined });
		});
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
