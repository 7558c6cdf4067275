/**
 * A process that loads servers in turn. On each keep-alive connection, it sends the next request as soon as a response
 * is complete. It reads a `Load` as JSON from standard input and prints a `LoadResult`. It parses as little as possible
 * and never sleeps, so that the server is the bottleneck on a machine with two cores. In a virtual machine, waking a
 * sleeping client would cost the server several microseconds per response.
 */
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { percentile } from './figures.ts';

export interface Subject {
	readonly name: string;
	readonly port: number;
	/** The paths to request, one after another and then again from the start. */
	readonly paths: readonly string[];
	/** The keys to send, one after another. If they are undefined, the load's key is sent. */
	readonly keys?: readonly string[];
	/** More header lines for each request, such as `DNT: 1\r\n`, one after another. */
	readonly headers?: readonly string[];
}

export interface Load {
	readonly subjects: readonly Subject[];
	/** The number of rounds. In every second round, the subjects take their turns in reverse order. */
	readonly rounds: number;
	/** The duration of each turn, in milliseconds. */
	readonly turn: number;
	/** The value of X-API-Key. */
	readonly key: string;
}

/** The measurements of one turn. */
interface Turn {
	/** The requests per second. */
	readonly rate: number;
	/** The time in milliseconds in which 99% of the responses arrived. */
	readonly p99: number;
}

/** The turns of each subject, by the subject's name. They are in the order of the rounds. */
export type LoadResult = Readonly<Record<string, readonly Turn[]>>;

const CONNECTIONS = 32;
/** The number of rounds that are run first and not measured. They give the servers time to compile their code. */
const WARM_UP = 20;

interface Connection {
	readonly socket: Socket;
	/** When the last request was sent. */
	sentAt: number;
}

class Target {
	readonly name: string;
	readonly turns: Turn[] = [];
	/** The time that each response of this turn took, in milliseconds. */
	#times: number[] = [];
	readonly #requests: readonly Buffer[];
	readonly #connections: Connection[] = [];
	#next = 0;
	/** The number of connections that wait for a response. */
	#waiting = 0;
	#isLoaded = false;
	#done = () => {};

	constructor({ name, port, paths, keys = [], headers = [''] }: Subject, key: string) {
		this.name = name;
		const own = keys.length === 0 ? [key] : keys;
		const length = Math.max(own.length * paths.length, headers.length);
		this.#requests = Array.from({ length }, (_, i) => {
			const [path, sent] = [paths[i % paths.length], own[Math.floor(i / paths.length) % own.length]];
			const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${sent}\r\n`;
			return Buffer.from(`${head}${headers[i % headers.length]}\r\n`);
		});
	}

	async connect(port: number): Promise<void> {
		for (let i = 0; i < CONNECTIONS; i++) this.#connections.push(await this.#open(port));
	}

	#open(port: number): Promise<Connection> {
		return new Promise((resolve) => {
			/** The number of missing bytes of the response; undefined until its head arrives. */
			let left: number | undefined;
			const receive = (length: number, buffer: Uint8Array) => {
				left = (left ?? this.#answerLength(buffer as Buffer, length)) - length;
				if (left === 0) {
					left = undefined;
					this.#times.push(performance.now() - connection.sentAt);
					if (this.#isLoaded) this.#send(connection);
					else if (--this.#waiting === 0) this.#done();
				}
				return true;
			};
			const onread = { buffer: Buffer.alloc(65_536), callback: receive };
			const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () => resolve(connection));
			const connection: Connection = { socket, sentAt: 0 };
			socket.on('close', () => {
				if (!isDone) throw new Error(`${this.name} has closed a connection.`);
			});
		});
	}

	/** Sends requests for this many milliseconds. The measurement ends with the last response. */
	async load(milliseconds: number): Promise<Turn> {
		const start = performance.now();
		this.#times = [];
		this.#isLoaded = true;
		this.#waiting = CONNECTIONS;
		const done = new Promise<void>((resolve) => {
			this.#done = resolve;
		});
		for (const connection of this.#connections) this.#send(connection);
		setTimeout(() => {
			this.#isLoaded = false;
		}, milliseconds);
		await done;
		return {
			rate: (this.#times.length / (performance.now() - start)) * 1000,
			p99: percentile(this.#times, 0.99),
		};
	}

	#send(connection: Connection): void {
		connection.sentAt = performance.now();
		connection.socket.write(this.#requests[this.#next++ % this.#requests.length]!);
	}

	close(): void {
		for (const { socket } of this.#connections) socket.end();
	}

	/**
	 * The length of a response whose first `received` bytes have arrived. A response head always arrives in one piece.
	 */
	#answerLength(buffer: Buffer, received: number): number {
		const headEnd = buffer.indexOf('\r\n\r\n');
		if (headEnd === -1 || headEnd > received) throw new Error(`${this.name}: an answer came with half a head.`);
		const head = buffer.toString('latin1', 0, headEnd);
		if (!head.startsWith('200', 9)) throw new Error(`${this.name}: ${head}`);
		const at = head.search(/content-length: /i) + 'content-length: '.length;
		return headEnd + 4 + Number.parseInt(head.slice(at, at + 10), 10);
	}
}

const { subjects, rounds, turn, key }: Load = JSON.parse(await text(process.stdin));
let isDone = false;
stayAwake();
const targets: Target[] = [];
for (const subject of subjects) {
	const target = new Target(subject, key);
	await target.connect(subject.port);
	await target.load(turn);
	targets.push(target);
}
for (let round = 1 - WARM_UP; round < rounds; round++) {
	for (const target of targets) {
		const measured = await target.load(turn);
		if (round >= 0) target.turns.push(measured);
	}
	targets.reverse();
}
isDone = true;
for (const target of targets) target.close();
const result: LoadResult = Object.fromEntries(targets.map(({ name, turns }) => [name, turns]));
console.log(JSON.stringify(result));

/** Keeps the process awake, so that it checks continuously for arrived data. */
function stayAwake(): void {
	if (!isDone) setImmediate(stayAwake);
}
