import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../../src/release/layout.ts';

/** Returns the paths of the body packs in a release folder. */
export function bodyPacks(release: string): string[] {
	const folder = join(release, FILES.bodies);
	return readdirSync(folder).map((name) => join(folder, name));
}
