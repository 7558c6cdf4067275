import { join } from 'node:path';
import { currentLink } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';

const INDEX = 'index.html';

/** The paths of all pages of the current release of a site. @param folder holds its releases as `out` */
export async function staticPages(folder: string): Promise<string[]> {
	const { site } = await readManifest(currentLink(join(folder, 'out')));
	return Object.keys(site)
		.filter((file) => file === INDEX || file.endsWith(`/${INDEX}`))
		.map((file) => `/${file.slice(0, -INDEX.length)}`);
}
