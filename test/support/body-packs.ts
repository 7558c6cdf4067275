import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../../src/release/layout.ts';

/** The files of the packs of bodies in the folder of a release. */
export function bodyPacks(release: string): string[] {
	const folder = join(release, FILES.bodies);
	return readdirSync(folder).map((name) => join(folder, name));
}
