import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { ApiResponse } from '../api/respond.ts';

/**
 * Does what `writeHead` does for an answer with a body, on a connection that stays open, without looking at each character
 * of names and values: those of the API hold nothing from a request that is not encoded, or the name of what is there.
 * Node takes half as long for that look as the API for a whole answer from memory.
 *
 * @param idle how long a client may keep the connection, in milliseconds
 * @param body as text of single bytes, if it is to be sent in one write with the head; `end` gets none then
 */
export function writeTrustedHead(
	response: ServerResponse,
	{ status, headers }: ApiResponse,
	idle: number,
	body = '',
): void {
	let head = statusLine(status);
	for (const { lines } of headers) head += lines;
	response.statusCode = status;
	// What `writeHead` leaves behind, and `end` sends in front of the body. Node does not describe it; a test compares both.
	(response as unknown as { _header: string })._header = head + lastHeaders(idle) + body;
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
	let line = statusLines.get(status);
	if (line === undefined) {
		line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
		statusLines.set(status, line);
	}
	return line;
}

let written = { second: Number.NaN, idle: Number.NaN, text: '' };

/** What every head ends with, written out once a second. */
function lastHeaders(idle: number): string {
	const now = Date.now();
	const second = now - (now % 1000);
	if (second !== written.second || idle !== written.idle) {
		const date = new Date(second).toUTCString();
		const text = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idle / 1000)}\r\n\r\n`;
		written = { second, idle, text };
	}
	return written.text;
}
