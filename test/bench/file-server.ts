/** Node's own HTTP server, which streams one file. Prints its port. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const file = process.argv[2]!;
const server = createServer((_, response) => {
	response.setHeader('Content-Length', statSync(file).size);
	createReadStream(file).pipe(response);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
