/** Makes one HTTP request to an untrusted server: without redirects, and with limits on addresses, time and size. */
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { connectionReason } from '../explain.ts';
import { inTurn, type Network, WebProblem } from './network.ts';

/** What is sent, and how much of the response is read. */
export interface WebRequest {
	readonly headers: http.OutgoingHttpHeaders;
	/** The content to send with POST. Without content, the method is GET. */
	readonly content?: string;
	/**
	 * The maximum number of bytes to read from a response, both before and after decompression. The default is a megabyte.
	 */
	readonly largest?: number;
	/**
	 * The maximum time from looking up the host to the end of the response, in milliseconds. The default is 5 seconds.
	 */
	readonly longest?: number;
	/** Whether the content of a response is read even if its status is not 200. */
	readonly readsAll?: boolean;
	/** The account for which the request is made. Only a few hosts are looked up for it at the same time. */
	readonly account?: string;
}

export interface FetchedResponse {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	/** The beginning of the content. Empty if the status is not 200 and not everything was to be read. */
	readonly body: Buffer;
	readonly isCut: boolean;
}

/**
 * Makes a GET or POST request. First looks up all addresses of the host. Connects only to these addresses, and only if all
 * of them are allowed.
 *
 * @throws WebProblem if an address is not allowed, or if the request fails or takes too long
 */
export async function request(url: URL, sent: WebRequest, network: Network): Promise<FetchedResponse> {
	requireWebAddress(url);
	const { headers, content, largest = 1_000_000, longest = 5_000, readsAll = false, account } = sent;
	const signal = AbortSignal.timeout(longest);
	try {
		const addresses = await allowedAddresses(url, network, signal, account);
		const message = (url.protocol === 'https:' ? https : http).request(url, {
			method: content === undefined ? 'GET' : 'POST',
			// Use a new connection, to one of the checked addresses.
			agent: false,
			lookup: (_host, { all }, found) =>
				all ? found(null, addresses) : found(null, addresses[0]!.address, addresses[0]!.family),
			headers: { 'accept-encoding': 'gzip, br', ...headers },
			signal,
		});
		// Ignore this event. After an error, waiting for the response or reading it fails anyway.
		message.on('error', () => {});
		message.end(content);
		// Waiting needs the time limit too. If the server switches to another protocol, the request ends without an
		// event.
		const [response] = (await once(message, 'response', { signal })) as [IncomingMessage];
		const { statusCode: status = 0 } = response;
		if (status === 200 || readsAll) {
			return { status, headers: response.headers, ...(await read(response, largest)) };
		}
		response.destroy();
		return { status, headers: response.headers, body: Buffer.alloc(0), isCut: false };
	} catch (error) {
		throw signal.aborted ? new WebProblem(`took longer than ${longest / 1000} s`) : explained(error, url);
	}
}

/** @throws WebProblem if an address is not http or https, or contains a user name or password */
export function requireWebAddress(url: URL): void {
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		throw new WebProblem(`has an address that is not http or https: ${url.protocol}`);
	}
	if (url.username !== '' || url.password !== '') throw new WebProblem('has a password in its address');
}

/** Returns the addresses of a URL's host. @throws WebProblem if an address is not allowed, or if there are none */
async function allowedAddresses(
	url: URL,
	network: Network,
	signal: AbortSignal,
	account: string | undefined,
): Promise<LookupAddress[]> {
	const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
	const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
	const resolve = () => network.resolve(host, signal);
	const addresses = await beforeAbort(account === undefined ? resolve() : inTurn(account, resolve), signal);
	for (const { address } of addresses) {
		if (!network.isAllowed(address, port)) {
			throw new WebProblem(`is at ${address}, port ${port}; only public addresses and ports 80 and 443 are allowed`);
		}
	}
	if (addresses.length === 0) throw new WebProblem(`has a host that does not exist: ${host}`);
	return addresses;
}

/** Waits for work that cannot be aborted, but rejects when the signal is aborted. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const aborted = Promise.withResolvers<never>();
	const abort = () => aborted.reject(signal.reason);
	signal.addEventListener('abort', abort);
	return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}

/** Reads the beginning of a response, and decompresses it. */
async function read(response: IncomingMessage, largest: number): Promise<Pick<FetchedResponse, 'body' | 'isCut'>> {
	const body = decompressor(response.headers['content-encoding']);
	let [sent, size, isCut] = [0, 0, false];
	const limited = async function* (stream: AsyncIterable<Buffer>) {
		for await (const chunk of stream) {
			isCut ||= sent + chunk.length > largest;
			yield chunk.subarray(0, largest - sent);
			sent += chunk.length;
			if (isCut) return;
		}
	};
	// Ignore this error. If the pipeline fails, reading the body fails too.
	pipeline(response, limited, body).catch(() => {});
	const chunks: Buffer[] = [];
	for await (const chunk of body) {
		chunks.push(chunk);
		size += chunk.length;
		isCut ||= size > largest;
		if (size > largest) break;
	}
	return { body: Buffer.concat(chunks).subarray(0, largest), isCut };
}

/** Returns a stream that decompresses a response. If the response was cut off, its beginning can still be read. */
function decompressor(encoding = 'identity'): Transform {
	switch (encoding.toLowerCase()) {
		case 'identity':
			return new PassThrough();
		case 'gzip':
		case 'x-gzip':
			return zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
		case 'br':
			return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
		default:
			throw new WebProblem(`is compressed as ${JSON.stringify(encoding)}, which was not asked for`);
	}
}

function explained(error: unknown, { hostname }: URL): WebProblem {
	if (error instanceof WebProblem) return error;
	const { message } = error as NodeJS.ErrnoException;
	const reason = connectionReason(error as NodeJS.ErrnoException) ?? `could not be read from ${hostname}: ${message}`;
	return new WebProblem(reason, { cause: error });
}
