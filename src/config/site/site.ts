import { readSite } from './read-site.ts';
import { siteFolder } from './site-folder.ts';
import type { Site } from './site-schema.ts';

let read: { readonly folder: string; readonly site: Site } | undefined;

/**
 * Returns the configuration of the site. Reads it once, so a server sees changes only after a restart.
 *
 * @throws UserError naming the file and every invalid field. See `readSite`
 */
export function site(): Site {
	const folder = siteFolder();
	if (read?.folder !== folder) read = { folder, site: readSite(folder) };
	return read.site;
}
