import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '../../src/release/manifest.ts';
import { temporaryFolder } from '../snapshot/made.ts';

test('A manifest of a very different version is refused in a sentence that names its fields', async () => {
	const folder = temporaryFolder();
	const known = { id: 'a', snapshot: 'b', application: 'd', logos: 'e', warnings: [] };
	writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...known, packs: 7, site: { pages: 'many' } }));
	await expect(readManifest(folder)).rejects.toThrow(
		/^its manifest\.json is damaged or from another version of the application \((?=.*\bcounts\b)(?=.*\bpacks\b)(?=.*\bsite\.pages\b)[\w., ]+\)\.$/,
	);
});
