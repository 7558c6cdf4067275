/** A worker thread that makes an exported file in all its encodings. It then sends the sizes and checksums. */
import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ABOUT, EXPORT_ENCODINGS, type ExportEncoding, type ExportedName, kindIn } from '../api/exported-file.ts';
import { ApiStore } from './api-store.ts';
import type { AboutExport } from './exported-files.ts';
import type { FileFacts } from './kept-exports.ts';
import { writeDatabase } from './write-database.ts';
import { writeLines } from './write-lines.ts';

export interface ToExportThread {
	readonly name: ExportedName;
	readonly about: AboutExport;
	/** The path of the API's database. */
	readonly api: string;
	/** The folder for the file. Each encoding becomes a file named after the encoding. */
	readonly folder: string;
}

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
