import { globSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../src/shared/project.ts';

/**
 * The addresses of all private pages, derived from the pages' files. Every parameter in an address has the value
 * `github`.
 */
export const PRIVATE_ADDRESSES: readonly string[] = globSync(
	['account/**/*.{astro,ts}', 'leaked-key.astro', 'leaked-key/*.{astro,ts}', 'wrong-fact/*.{astro,ts}'],
	{ cwd: join(PROJECT, 'src/website/pages') },
)
	.map((file) => `/${file.replace(/\[\w+\]/, 'github')}`)
	.map((path) => (path.endsWith('.ts') ? path.slice(0, -3) : `${path.replace(/(?:\/index)?\.astro$/, '')}/`))
	.sort();
