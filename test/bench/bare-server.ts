/** A minimal Node server. It responds to every request with the bytes that it has read from standard input. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const body = await buffer(process.stdin);
const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)];
const server = createServer((_, response) => {
	response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
