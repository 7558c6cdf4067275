/**
 * A process that loads a server: keep-alive connections, each sending its next request as soon as the last answer is
 * complete. It reads a `Load` as JSON on standard input and prints a `LoadResult`. It parses no more of an answer than it
 * must, so that on two cores the server, not the client, is what is measured.
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
setTimeout(() => {
	stopped = true;
}, load.seconds * 1000);
await Promise.all(Array.from({ length: load.connections }, runConnection));
const result: LoadResult = { requestsPerSecond: (answered / (performance.now() - start)) * 1000, failures };
console.log(JSON.stringify(result));

function runConnection(): Promise<void> {
	return new Promise((resolve, reject) => {
		const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true }, send);
		let pending: Buffer | undefined;

		socket.on('error', reject);
		socket.on('data', (chunk) => {
			pending = pending === undefined ? chunk : Buffer.concat([pending, chunk]);
			const length = answerLength(pending);
			if (length === undefined || pending.length < length) return;
			answered++;
			if (pending.toString('latin1', 9, 12) !== '200') failures++;
			pending = undefined;
			if (stopped) {
				socket.end();
				resolve();
			} else send();
		});

		function send(): void {
			socket.write(requests[next++ % requests.length]!);
		}
	});
}

/** The length of head and body; undefined while the head is incomplete. */
function answerLength(bytes: Buffer): number | undefined {
	const headEnd = bytes.indexOf('\r\n\r\n');
	if (headEnd === -1) return undefined;
	const head = bytes.toString('latin1', 0, headEnd);
	const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
	return headEnd + 4 + Number(length);
}
