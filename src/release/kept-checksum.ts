import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FILES } from './layout.ts';

const CHUNK = 2 ** 20;

/** Computes the CRC-32 of the files that a release keeps for the next build: its snapshot, then its warnings. */
export function keptChecksum(folder: string): number {
	const chunk = Buffer.allocUnsafe(CHUNK);
	let checksum = 0;
	for (const name of [FILES.snapshot, FILES.warnings]) {
		const file = openSync(join(folder, name), 'r');
		try {
			for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
				checksum = crc32(chunk.subarray(0, length), checksum);
			}
		} finally {
			closeSync(file);
		}
	}
	return checksum;
}
