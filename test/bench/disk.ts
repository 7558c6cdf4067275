import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the disk space that the files below a folder use, in bytes. A file with several hard links is counted once.
 */
export function diskOf(folder: string): number {
	const counted = new Set<number>();
	let bytes = 0;
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const { ino, blocks } = lstatSync(join(entry.parentPath, entry.name));
		if (counted.has(ino)) continue;
		counted.add(ino);
		bytes += blocks * 512;
	}
	return bytes;
}
