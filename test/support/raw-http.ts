/** HTTP over a raw socket: sends any bytes, and reads the responses one by one. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The start of the error message for a connection that ends within a response. */
export const CUT_OFF = 'The connection ended within a response';

export interface RawResponse {
	readonly status: number;
	/** The headers by lower-case name. */
	readonly headers: ReadonlyMap<string, string>;
	readonly body: Buffer;
}

export class RawConnection {
	readonly socket: Socket;
	/** The bytes that `read` has not returned yet. */
	#received: Buffer = Buffer.alloc(0);
	/** The bytes that follow `#received`. */
	#arrived: Buffer[] = [];
	#ended = false;
	#wake: () => void = () => {};

	/**
	 * Opens a connection to this machine.
	 *
	 * @param localAddress on Linux, any address of 127.0.0.0/8. To use 127.0.0.1, leave this out: a socket bound to
	 *   127.0.0.1 can get a port that was just closed, and then connects to itself
	 */
	static async open(port: number, localAddress?: string): Promise<RawConnection> {
		const socket = connect({ port, host: '127.0.0.1', localAddress });
		await once(socket, 'connect');
		return new RawConnection(socket);
	}

	private constructor(socket: Socket) {
		this.socket = socket.setNoDelay();
		socket.on('data', (chunk) => {
			this.#arrived.push(chunk);
			this.#wake();
		});
		// A reset ends the connection like a normal close. Data received before the reset is still read.
		socket.on('error', () => {});
		socket.on('close', () => this.#end());
		socket.on('end', () => this.#end());
	}

	#end(): void {
		this.#ended = true;
		this.#wake();
	}

	write(bytes: string | Uint8Array): void {
		this.socket.write(bytes);
	}

	/** Writes a request with a method, a target and headers such as `X-API-Key: …`, and reads its response. */
	request(method: string, target: string, headers: readonly string[] = []): Promise<RawResponse | undefined> {
		this.write(`${[`${method} ${target} HTTP/1.1`, 'Host: directory.example', ...headers].join('\r\n')}\r\n\r\n`);
		return this.read(method);
	}

	/**
	 * Reads the next response. The request must have had this method. Returns undefined if the connection ends before a
	 * response begins.
	 *
	 * @throws Error when the connection ends within a response, or the data is not a response
	 */
	async read(method = 'GET'): Promise<RawResponse | undefined> {
		while (true) {
			if (this.#arrived.length > 0) this.#received = Buffer.concat([this.#received, ...this.#arrived.splice(0)]);
			const taken = takeResponse(this.#received, method, this.#ended);
			if (taken !== undefined) {
				this.#received = taken.rest;
				return taken.response;
			}
			if (this.#ended) {
				if (this.#received.length === 0) return undefined;
				throw new Error(`${CUT_OFF}: ${this.#received.toString('latin1', 0, 300)}`);
			}
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	close(): void {
		this.socket.destroy();
	}
}

/** Sends one request over a new connection. */
export async function requestOnce(
	port: number,
	method: string,
	target: string,
	headers: readonly string[] = [],
	content = '',
): Promise<RawResponse> {
	const connection = await RawConnection.open(port);
	try {
		const responding = connection.request(method, target, headers);
		connection.write(content);
		const response = await responding;
		if (response === undefined) throw new Error(`${method} ${target} got no response`);
		return response;
	} finally {
		connection.close();
	}
}

const HEAD_END = Buffer.from('\r\n\r\n');

function takeResponse(
	bytes: Buffer,
	method: string,
	ended: boolean,
): { response: RawResponse; rest: Buffer } | undefined {
	const end = bytes.indexOf(HEAD_END);
	if (end === -1) return undefined;
	const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
	const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${statusLine} `)?.[1]);
	if (Number.isNaN(status)) throw new Error(`This is not a response: ${statusLine.slice(0, 300)}`);
	const headers = new Map<string, string>();
	for (const line of lines)
		headers.set(line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2));
	const rest = bytes.subarray(end + HEAD_END.length);
	// An interim response, such as 100 Continue.
	if (status < 200) return takeResponse(rest, method, ended);
	const found = takeBody(rest, method, status, headers, ended);
	return found && { response: { status, headers, body: found.body }, rest: found.rest };
}

/** Splits off the body of a response (RFC 9112, 6.3). Returns undefined if the body is not complete yet. */
function takeBody(
	bytes: Buffer,
	method: string,
	status: number,
	headers: ReadonlyMap<string, string>,
	ended: boolean,
): { body: Buffer; rest: Buffer } | undefined {
	const split = (length: number) => ({ body: bytes.subarray(0, length), rest: bytes.subarray(length) });
	if (method === 'HEAD' || status === 204 || status === 304) return split(0);
	if (headers.get('transfer-encoding') === 'chunked') return takeChunks(bytes);
	const length = headers.get('content-length');
	if (length === undefined) return ended ? split(bytes.length) : undefined;
	return bytes.length < Number(length) ? undefined : split(Number(length));
}

function takeChunks(bytes: Buffer): { body: Buffer; rest: Buffer } | undefined {
	const chunks: Buffer[] = [];
	let rest = bytes;
	while (true) {
		const end = rest.indexOf('\r\n');
		if (end === -1) return undefined;
		const length = Number.parseInt(rest.toString('latin1', 0, end), 16);
		const start = end + 2;
		if (rest.length < start + length + 2) return undefined;
		chunks.push(rest.subarray(start, start + length));
		rest = rest.subarray(start + length + 2);
		if (length === 0) return { body: Buffer.concat(chunks), rest };
	}
}
