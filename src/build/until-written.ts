import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

/** What Pagefind writes that neither depends on the records nor tells where it ends, by name. */
export type Scripts = ReadonlyMap<string, Uint8Array>;

/**
 * Returns when every file of a Pagefind index is on the file system to its last byte. Pagefind up to 1.5.2 answers while
 * it still writes, is killed when it is closed, and does not say when the disk is full
 * (https://github.com/Pagefind/pagefind/issues/1271).
 *
 * @param patience how long to wait for any one file, in ms
 * @throws naming a file that does not become whole
 */
export async function untilWritten(folder: string, scripts: Scripts, patience = 60_000): Promise<void> {
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const file = join(entry.parentPath, entry.name);
		for (const end = Date.now() + patience; !isWhole(entry.name, readFileSync(file), scripts); await setTimeout(10)) {
			if (Date.now() > end) throw new Error(`${file} was not written completely. Is the disk full?`);
		}
	}
}

function isWhole(name: string, content: Buffer, scripts: Scripts): boolean {
	if (name.endsWith('.js')) return content.equals(scripts.get(name)!);
	try {
		if (name.endsWith('.json')) JSON.parse(content.toString());
		else gunzipSync(content);
		return true;
	} catch {
		return false;
	}
}
