/** What Astro's own server answers from, in development and for whoever runs that server. */
import { readServiceOptions } from '../command/server-settings.ts';
import { openService, type Service } from '../server/service.ts';

let opened: Promise<Service> | undefined;

/**
 * Opens it when it is first asked for, for the API and the pages together.
 *
 * @throws where there is no release or no state yet; the next request tries again
 */
export function astroService(): Promise<Service> {
	opened ??= openService(readServiceOptions()).catch((error) => {
		opened = undefined;
		throw error;
	});
	return opened;
}
