/**
 * A process that loads a server: keep-alive connections, each sending its next request as soon as the last answer is
 * complete. It reads a `Load` as JSON on standard input and prints a `LoadResult`. It parses no more of an answer than it
 * must and never sleeps, so that on two cores the server, not the client, is what is measured: to wake a sleeping client
 * costs the server time, in a virtual machine several microseconds an answer.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Load {
	readonly port: number;
	readonly connections: number;
	readonly seconds: number;
	/** Sent in turn, again from the start after the last. */
	readonly paths: readonly string[];
	/** Sent as X-API-Key. */
	readonly key: string;
}

export interface LoadResult {
	readonly requestsPerSecond: number;
	/** Answers that were not 200. */
	readonly failures: number;
}

const load: Load = JSON.parse(await text(process.stdin));
const requests = load.paths.map((path) =>
	Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${load.port}\r\nX-API-Key: ${load.key}\r\n\r\n`),
);
let answered = 0;
let failures = 0;
let next = 0;
let stopped = false;

const start = performance.now();
const stop = start + load.seconds * 1000;
stayAwake();
await Promise.all(Array.from({ length: load.connections }, runConnection));
const result: LoadResult = { requestsPerSecond: (answered / (performance.now() - start)) * 1000, failures };
console.log(JSON.stringify(result));

/** Looks at the clock until the time is over, and at what has come in between. */
function stayAwake(): void {
	stopped = performance.now() > stop;
	if (!stopped) setImmediate(stayAwake);
}

function runConnection(): Promise<void> {
	return new Promise((resolve, reject) => {
		/** How much of the answer is still to come, in bytes; undefined before its head. */
		let left: number | undefined;
		const onread = { buffer: Buffer.alloc(65_536), callback: receive };
		const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true, onread }, send);
		socket.on('error', reject);

		function receive(length: number, buffer: Uint8Array): boolean {
			left = (left ?? answerLength(buffer as Buffer, length)) - length;
			if (left > 0) return true;
			left = undefined;
			answered++;
			if (stopped) {
				socket.end();
				resolve();
			} else send();
			return true;
		}

		function send(): void {
			socket.write(requests[next++ % requests.length]!);
		}
	});
}

/** The length of an answer, of which the first `received` bytes are here: a head always comes whole. */
function answerLength(buffer: Buffer, received: number): number {
	const headEnd = buffer.indexOf('\r\n\r\n');
	if (headEnd === -1 || headEnd > received) throw new Error('An answer came with half a head.');
	const head = buffer.toString('latin1', 0, headEnd);
	if (!head.startsWith('200', 9)) failures++;
	const at = head.search(/content-length: /i) + 'content-length: '.length;
	return headEnd + 4 + Number.parseInt(head.slice(at, at + 10), 10);
}
