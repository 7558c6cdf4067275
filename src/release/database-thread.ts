/** A worker thread that writes the exported database. It then sends the database's size and SHA-256. */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type MembersByKind, writeDatabase } from './write-database.ts';

export interface ToDatabaseThread {
	readonly file: string;
	readonly members: MembersByKind;
}

export interface DatabaseFacts {
	/** The size in bytes. */
	readonly length: number;
	/** The SHA-256 in Base64. */
	readonly sha256: string;
}

const { file, members } = workerData as ToDatabaseThread;
writeDatabase(file, members);
const hash = createHash('sha256');
await pipeline(createReadStream(file), hash);
parentPort!.postMessage({ length: statSync(file).size, sha256: hash.digest('base64') } satisfies DatabaseFacts);
