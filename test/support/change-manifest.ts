import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../../src/release/layout.ts';
import type { Manifest } from '../../src/release/manifest.ts';

/** Changes fields in the manifest of the release in a folder. */
export function changeManifest(folder: string, change: (manifest: Manifest) => object): void {
	const file = join(folder, FILES.manifest);
	const manifest = JSON.parse(readFileSync(file, 'utf8'));
	writeFileSync(file, JSON.stringify({ ...manifest, ...change(manifest) }));
}
