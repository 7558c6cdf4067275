/** Refuses requests that Node cannot read, such as one with a wrong first line. They never reach the server's handler. */
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** The statuses by the code of the error. All other errors in a request get a 400. These are the statuses of Node. */
const STATUSES: Readonly<Record<string, number>> = {
	HPE_HEADER_OVERFLOW: 431,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
};

export const MALFORMED_STATUSES = [400, ...Object.values(STATUSES)] as const;

/**
 * Answers malformed requests as Node does by default, and reports them.
 *
 * @param refused called for each refused request with the code of Node's error, such as `HPE_INVALID_METHOD`
 */
export function refuseMalformed(http: Server, refused: (status: number, code: string, socket: Socket) => void): void {
	http.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
		const isMalformed = code.startsWith('HPE_') || code in STATUSES;
		// All other errors are those of the connection. An earlier error on the same connection has ended it.
		if (!isMalformed || !socket.writable) {
			socket.destroy();
			return;
		}
		const status = STATUSES[code] ?? 400;
		// Browsers open connections in advance. If they never use one, it times out, but nobody has made a request.
		if (socket.bytesRead > 0) refused(status, code, socket);
		socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
	});
}
