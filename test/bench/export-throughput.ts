/** Measures downloads of an exported file, compared with other servers that send the same bytes. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { EXPORT_ENCODINGS, type ExportEncoding } from '../../src/api/exported-file.ts';
import { makeFolder } from '../../src/shared/files.ts';
import { median, medianRatio } from './figures.ts';
import type { Prepared } from './prepare.ts';
import { memoryOf, startDirectoryServer, startFileServer, startStaticNginx } from './servers.ts';

const PATH = '/v1/export/reviews.ndjson';
const ROUNDS = 7;

interface ExportFigures {
	readonly encoding: ExportEncoding;
	/** The size of the file in megabytes, and the download speed in megabytes per second. */
	readonly size: number;
	readonly speed: number;
	/** The speed relative to other servers; `toNginx` is undefined if nginx is not installed. */
	readonly toNginx: number | undefined;
	readonly toBareNode: number;
	/** How far the server's peak memory exceeds its memory before the timed downloads, in megabytes. */
	readonly memory: number | undefined;
}

/** Downloads the exported reviews several times in each encoding. The servers take turns. */
export async function measureExports({ out, state, key }: Prepared, folder: string): Promise<ExportFigures[]> {
	const server = await startDirectoryServer(out, state);
	const figures: ExportFigures[] = [];
	try {
		for (const encoding of EXPORT_ENCODINGS) {
			const place = join(folder, 'exports', encoding);
			makeFolder(place);
			const headers = { 'X-API-Key': key, 'Accept-Encoding': encoding };
			await made(server.port, headers);
			const file = join(place, 'reviews.ndjson');
			const size = await download(server.port, PATH, headers, file);
			const before = memoryOf(server.pid)?.now;
			const nginx = await startStaticNginx(place, '/reviews.ndjson', readFileSync(file));
			const bare = await startFileServer(file);
			const speeds = { ours: [] as number[], nginx: [] as number[], bare: [] as number[] };
			const timed = async (port: number, path: string) => {
				const start = performance.now();
				if ((await download(port, path, headers)) !== size) throw new Error(`${path} has another length.`);
				return size / 1000 / (performance.now() - start);
			};
			for (let round = 0; round < ROUNDS; round++) {
				speeds.ours.push(await timed(server.port, PATH));
				speeds.bare.push(await timed(bare.port, '/'));
				if (nginx !== undefined) speeds.nginx.push(await timed(nginx.port, '/reviews.ndjson'));
			}
			const after = memoryOf(server.pid)?.most;
			await Promise.all([nginx?.stop(), bare.stop()]);
			figures.push({
				encoding,
				size: size / 1e6,
				speed: median(speeds.ours),
				toNginx: nginx && medianRatio(speeds.ours, speeds.nginx),
				toBareNode: medianRatio(speeds.ours, speeds.bare),
				memory: before === undefined || after === undefined ? undefined : after - before,
			});
		}
	} finally {
		await server.stop();
	}
	return figures;
}

/** Waits until the server has made the file. */
async function made(port: number, headers: { readonly [name: string]: string }): Promise<void> {
	for (;;) {
		const { status } = await fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'HEAD', headers });
		if (status === 200) return;
		if (status !== 503) throw new Error(`${PATH} has the status ${status}.`);
	}
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Downloads a body, and keeps it only if `file` is given. Returns its length. */
async function download(
	port: number,
	path: string,
	headers: { readonly [name: string]: string },
	file?: string,
): Promise<number> {
	const pieces: Buffer[] = [];
	let head = Buffer.alloc(0);
	let expected: number | undefined;
	let length = 0;
	const buffer = Buffer.allocUnsafe(2 ** 20);
	const take = (piece: Buffer) => {
		length += piece.length;
		if (file !== undefined) pieces.push(Buffer.from(piece));
		if (length === expected) socket.end();
	};
	const read = (size: number) => {
		const piece = buffer.subarray(0, size);
		if (expected !== undefined) {
			take(piece);
			return true;
		}
		head = Buffer.concat([head, piece]);
		const end = head.indexOf(END_OF_HEAD);
		if (end === -1) return true;
		const [, status, contentLength] =
			/^HTTP\/1\.1 (\d+)[\s\S]*?\r\ncontent-length: (\d+)/i.exec(String(head.subarray(0, end))) ?? [];
		if (status !== '200') throw new Error(`${path} has the status ${status}.`);
		expected = Number(contentLength);
		take(head.subarray(end + END_OF_HEAD.length));
		return true;
	};
	const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback: read } });
	const fields = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.write(`GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`);
	await once(socket, 'close');
	if (file !== undefined) writeFileSync(file, Buffer.concat(pieces));
	return length;
}
