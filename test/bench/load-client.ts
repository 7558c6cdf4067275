/**
 * A process that loads servers in turn: keep-alive connections, each sending its next request as soon as the last answer is
 * complete. It reads a `Load` as JSON on standard input and prints a `LoadResult`. It parses no more of an answer than it
 * must and never sleeps, so that on two cores the server, not the client, is what is measured: to wake a sleeping client
 * costs the server time, in a virtual machine several microseconds an answer.
 */
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Subject {
	readonly name: string;
	readonly port: number;
	/** Requested in turn, again from the start after the last. */
	readonly paths: readonly string[];
}

export interface Load {
	readonly subjects: readonly Subject[];
	/** How often each is loaded; every second time in the opposite order. */
	readonly rounds: number;
	/** How long each time, in milliseconds. */
	readonly turn: number;
	/** Sent as X-API-Key. */
	readonly key: string;
}

/** Requests per second of each subject, by its name, in the order of the rounds. */
export type LoadResult = Readonly<Record<string, readonly number[]>>;

const CONNECTIONS = 32;
/** How many rounds come before those that count, so that the code of the servers is compiled. */
const WARM_UP = 20;

class Target {
	readonly name: string;
	readonly rates: number[] = [];
	readonly #requests: readonly Buffer[];
	readonly #connections: Socket[] = [];
	#next = 0;
	#answered = 0;
	/** Connections that wait for an answer. */
	#waiting = 0;
	#isLoaded = false;
	#done = () => {};

	constructor({ name, port, paths }: Subject, key: string) {
		this.name = name;
		this.#requests = paths.map((path) =>
			Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${key}\r\n\r\n`),
		);
	}

	async connect(port: number): Promise<void> {
		for (let i = 0; i < CONNECTIONS; i++) this.#connections.push(await this.#open(port));
	}

	#open(port: number): Promise<Socket> {
		return new Promise((resolve) => {
			/** How much of the answer is still to come, in bytes; undefined before its head. */
			let left: number | undefined;
			const receive = (length: number, buffer: Uint8Array) => {
				left = (left ?? this.#answerLength(buffer as Buffer, length)) - length;
				if (left === 0) {
					left = undefined;
					this.#answered++;
					if (this.#isLoaded) this.#send(socket);
					else if (--this.#waiting === 0) this.#done();
				}
				return true;
			};
			const onread = { buffer: Buffer.alloc(65_536), callback: receive };
			const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () => resolve(socket));
			socket.on('close', () => {
				if (!isDone) throw new Error(`${this.name} has closed a connection.`);
			});
		});
	}

	/** Returns requests per second, until the last answer is there. */
	async load(milliseconds: number): Promise<number> {
		const start = performance.now();
		this.#answered = 0;
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
		return (this.#answered / (performance.now() - start)) * 1000;
	}

	#send(connection: Socket): void {
		connection.write(this.#requests[this.#next++ % this.#requests.length]!);
	}

	close(): void {
		for (const connection of this.#connections) connection.end();
	}

	/** The length of an answer, of which the first `received` bytes are here: a head always comes whole. */
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
		const rate = await target.load(turn);
		if (round >= 0) target.rates.push(rate);
	}
	targets.reverse();
}
isDone = true;
for (const target of targets) target.close();
const result: LoadResult = Object.fromEntries(targets.map(({ name, rates }) => [name, rates]));
console.log(JSON.stringify(result));

/** Looks again and again at what has come. */
function stayAwake(): void {
	if (!isDone) setImmediate(stayAwake);
}
