import { globSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../src/shared/project.ts';

/** The routes of all files in `src/website/pages`, as Astro names them: `/programs/[slug]/[...page]`. */
export const PAGE_ROUTES: readonly string[] = globSync('**/*.{astro,ts}', {
	cwd: join(PROJECT, 'src/website/pages'),
}).map((file) => `/${file.replace(/(?:(?:^|\/)index)?\.(?:astro|ts)$/, '')}`);
