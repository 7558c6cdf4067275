/** Serves a folder like any static host: only files, without any logic. */
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { lookup } from 'mrmime';

export interface StaticHost {
	readonly origin: string;
	close(): void;
}

/** @param headers the headers to send with every file */
export async function startStaticHost(
	folder: string,
	headers: { readonly [name: string]: string } = {},
): Promise<StaticHost> {
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url!, 'http://localhost');
		const file = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
		if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
			response.writeHead(404).end();
			return;
		}
		response.writeHead(200, { ...headers, 'Content-Type': lookup(file) ?? 'application/octet-stream' });
		response.end(readFileSync(file));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => void server.close(),
	};
}
