/** The service of Astro's own server, which has no command line. The settings come from the environment. */
import { openService, type Service } from '../server/service.ts';
import { readServiceOptions } from './server-settings.ts';

let opened: Promise<Service> | undefined;

/**
 * Opens the service at the first call. Later calls return the same service, so that the API and the pages share it.
 *
 * @throws Error when there is no release or no state yet. The next call tries again
 */
export function astroService(): Promise<Service> {
	opened ??= openService(readServiceOptions()).catch((error) => {
		opened = undefined;
		throw error;
	});
	return opened;
}
