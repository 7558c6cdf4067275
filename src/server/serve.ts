/** Serves a directory over HTTP. */
import { applicationVersion } from '../release/application-version.ts';
import { pagesEntry } from '../release/build-site.ts';
import { shareFolder } from '../release/layout.ts';
import { createShareImages } from '../share/share-images.ts';
import { BodyPool } from './body-pool.ts';
import { createDirectoryServer } from './directory-server.ts';
import { type ListenOptions, listen } from './listen.ts';
import { loadPages } from './rendered-pages.ts';
import { openService, type ServiceOptions } from './service.ts';
import { createSite } from './site.ts';

export interface ServeOptions extends ServiceOptions, ListenOptions {
	/** Another build of what is rendered on request than this version's own. */
	readonly pages?: string;
}

export interface RunningServer {
	/** Where it listens. */
	readonly address: string;
	/** Finishes what is running and closes everything. */
	close(): Promise<void>;
}

/**
 * Serves the current release.
 *
 * @throws UserError when there is no release, the state cannot be written, or the port cannot be had
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
	const pool = new BodyPool();
	const allocate = (length: number) => pool.take(length);
	const application = applicationVersion();
	const service = await openService({ application, allocate, ...options });
	const findPage = await loadPages(options.pages ?? pagesEntry(application), options.siteUrl);
	if (findPage === undefined) {
		service.log.warn(
			{ application },
			'pages that are rendered on request are missing, such as the search: build with the website, then start again',
		);
	}
	const images = createShareImages({
		folder: shareFolder(options.out),
		failed: (error) => service.log.warn({ err: error }, 'an image for sharing could not be kept'),
	});
	const { releases, accounts } = service;
	const site = createSite({ releases, accounts, images, siteUrl: options.siteUrl, application, findPage });
	const server = createDirectoryServer(service, site, pool, options.keyPrefix);
	const address = await listen(server.http, options);
	return {
		address,
		async close() {
			await server.drain();
			images.close();
			await service.close();
		},
	};
}
