/** A worker thread that makes an exported file in all its encodings. It then sends the sizes and checksums. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { DATABASE, EXPORT_ENCODINGS, type ExportEncoding, type ExportedName, kindIn } from '../api/exported-file.ts';
import { BodyStore } from './body-store.ts';
import type { FileFacts } from './kept-exports.ts';
import { writeDatabase } from './write-database.ts';
import { writeLines } from './write-lines.ts';

export interface ToExportThread {
	readonly name: ExportedName;
	/** The folder of the release's packs of bodies, and the names of the packs, newest first. */
	readonly packs: string;
	readonly names: readonly string[];
	/** The folder for the file. Each encoding becomes a file named after the encoding. */
	readonly folder: string;
}

const { name, packs, names, folder } = workerData as ToExportThread;
const bodies = new BodyStore(packs, names);
const [text, compressed] = [join(folder, 'identity'), join(folder, 'gzip')];
const kind = kindIn(name);
if (kind === undefined) writeDatabase(text, bodies);
else await writeLines(text, compressed, bodies.records(kind));
bodies.close();

const encodings = name === DATABASE ? (['identity'] as const) : EXPORT_ENCODINGS;
const facts = await Promise.all(encodings.map(async (encoding) => [encoding, await factsOf(encoding)]));
parentPort!.postMessage(Object.fromEntries(facts));

async function factsOf(encoding: ExportEncoding): Promise<FileFacts> {
	const file = join(folder, encoding);
	const hash = createHash('sha256');
	await pipeline(createReadStream(file), hash);
	return { length: (await stat(file)).size, sha256: hash.digest('base64') };
}
