import { join, resolve } from 'node:path';
import { PROJECT } from '../../shared/project.ts';

/**
 * Returns the folder of the site's configuration, as an absolute path. `SITE_CONFIG` names it; the default is `data`.
 *
 * Writes the path into the environment too. Child processes can have another working directory, and the compiled pages
 * cannot find the project's folder, because they are in another one.
 */
export function siteFolder(): string {
	const folder = resolve(process.env.SITE_CONFIG || join(PROJECT, 'data'));
	process.env.SITE_CONFIG = folder;
	return folder;
}
