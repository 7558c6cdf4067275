/** The service that Astro's development server uses. */
import { readServiceOptions } from '../../commands/server-settings.ts';
import { openService, type Service } from '../../server/service.ts';

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
