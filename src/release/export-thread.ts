/** A worker thread that makes an exported file in all its encodings. It then sends the sizes and checksums. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createGzip } from 'node:zlib';
import { ABOUT, EXPORT_ENCODINGS, type ExportEncoding, type ExportedName, kindIn } from '../api/exported-file.ts';
import { ApiStore } from './api-store.ts';
import type { FileFacts } from './kept-exports.ts';
import { type AboutExport, writeDatabase } from './write-database.ts';

export interface ToExportThread {
	readonly name: ExportedName;
	readonly about: AboutExport;
	/** The path of the API's database. */
	readonly api: string;
	/** The folder for the file. Each encoding becomes a file named after the encoding. */
	readonly folder: string;
}

/** How much text to write at once, in bytes. */
const PIECE = 262_144;
const LINE_END = Buffer.from('\n');

const { name, about, api, folder } = workerData as ToExportThread;
const store = new ApiStore(api);
const [text, compressed] = [join(folder, 'identity'), join(folder, 'gzip')];
const kind = kindIn(name);
if (name === ABOUT) writeFileSync(text, JSON.stringify(about));
else if (kind === undefined) writeDatabase(text, store, about);
else await writeLines(text, compressed, store.records(kind));
store.close();

const encodings = kind === undefined ? (['identity'] as const) : EXPORT_ENCODINGS;
const facts = await Promise.all(encodings.map(async (encoding) => [encoding, await factsOf(encoding)]));
parentPort!.postMessage(Object.fromEntries(facts));

async function factsOf(encoding: ExportEncoding): Promise<FileFacts> {
	const file = join(folder, encoding);
	const hash = createHash('sha256');
	await pipeline(createReadStream(file), hash);
	return { length: (await stat(file)).size, sha256: hash.digest('base64') };
}

/**
 * Writes one line for each record.
 *
 * @param text the path of the file
 * @param compressed the path of the file compressed with gzip. It is a single gzip member, because many clients ignore
 *   all members after the first
 * @param records the JSON of each record
 */
async function writeLines(text: string, compressed: string, records: Iterable<Buffer>): Promise<void> {
	await pipeline(Readable.from(pieces(records)), createWriteStream(text));
	await pipeline(createReadStream(text, { highWaterMark: PIECE }), createGzip(), createWriteStream(compressed));
}

/** Joins the lines of several records, because writing each line on its own takes longer. */
function* pieces(records: Iterable<Buffer>): Generator<Buffer> {
	let lines: Buffer[] = [];
	let size = 0;
	for (const record of records) {
		lines.push(record, LINE_END);
		size += record.length + LINE_END.length;
		if (size < PIECE) continue;
		yield Buffer.concat(lines);
		lines = [];
		size = 0;
	}
	if (size > 0) yield Buffer.concat(lines);
}
