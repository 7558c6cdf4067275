import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packsFolder } from '../../src/release/layout.ts';

/** Returns the paths of all packs in a folder of releases. */
export function packsIn(out: string): string[] {
	const folder = packsFolder(out);
	return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
