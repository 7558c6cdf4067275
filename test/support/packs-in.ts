import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../../src/release/layout.ts';

/** Returns the paths of the packs in a release folder. */
export function packsIn(release: string): string[] {
	const folder = join(release, FILES.packs);
	return readdirSync(folder).map((name) => join(folder, name));
}
