import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Returns the paths of all files in a folder and its subfolders, sorted. They are relative to the folder. */
export function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
		.sort();
}
