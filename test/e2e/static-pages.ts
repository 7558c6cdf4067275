import { join } from 'node:path';
import { currentSite } from '../support/current-site.ts';

const INDEX = 'index.html';

/** The paths of all pages in the current release of a site. @param folder the folder with the releases in `out` */
export async function staticPages(folder: string): Promise<string[]> {
	const site = await currentSite(join(folder, 'out'));
	const files = [...site.files().keys()];
	site.close();
	return files
		.filter((file) => file === INDEX || file.endsWith(`/${INDEX}`))
		.map((file) => `/${file.slice(0, -INDEX.length)}`);
}
