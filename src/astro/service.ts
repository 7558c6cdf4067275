/** The service of Astro's own server, which is used in development and can be run by anyone. */
import { readServiceOptions } from '../command/server-settings.ts';
import { openService, type Service } from '../server/service.ts';

let opened: Promise<Service> | undefined;

/**
 * Opens the service at the first call, for both the API and the pages.
 *
 * @throws Error when there is no release or no state yet; the next call tries again
 */
export function astroService(): Promise<Service> {
	opened ??= openService(readServiceOptions()).catch((error) => {
		opened = undefined;
		throw error;
	});
	return opened;
}
