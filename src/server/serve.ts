import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS, type ListenAddress } from '../config/defaults.ts';
import { siteVersion } from '../config/site/site-version.ts';
import { applicationVersion } from '../release/application-version.ts';
import { pagesEntry } from '../release/compiled-pages.ts';
import { FILES, releaseFolder } from '../release/layout.ts';
import { lastSwitch } from '../release/readable-snapshots.ts';
import { createShareImages } from '../website/share/share-images.ts';
import { createDirectoryServer, type DirectoryServerOptions } from './directory-server.ts';
import { loadModules } from './load-modules.ts';
import { withOperator } from './operator/operator.ts';
import { createReadiness } from './readiness.ts';
import { type CompiledPages, loadPages } from './rendered-pages.ts';
import { openService, type ServiceOptions } from './service.ts';
import { createSite, type SiteHandler } from './site.ts';

/** How often to check whether a build has made the missing page code, in milliseconds. */
const LOOK_FOR_PAGES = 1000;

export interface ServeOptions extends ServiceOptions, ListenAddress {
	readonly connectionLimits?: ConnectionLimits;
	/** The token with which the operator's machines read from this server. Without one, they cannot. */
	readonly operatorToken?: string | undefined;
	/**
	 * The file with the compiled code of the pages that are rendered on request. By default, this is the file for this
	 * version of the application.
	 */
	readonly pages?: string;
	readonly entrance?: DirectoryServerOptions['entrance'];
	/** Extends the website with additional addresses or different responses. */
	readonly extendSite?: (site: SiteHandler) => SiteHandler;
}

/** Returns when the current release was published and when it was built, in milliseconds since 1970. */
async function releaseTimes(out: string): Promise<{ published: number; built: number }> {
	const { release, at } = await lastSwitch(out);
	const { mtimeMs } = await stat(join(releaseFolder(out, release), FILES.manifest));
	return { published: at, built: mtimeMs };
}

export interface RunningServer {
	readonly address: string;
	/** Switches to the current release now, instead of within a quarter of a second. */
	refresh(): Promise<void>;
	/** Finishes running requests and closes everything. */
	close(): Promise<void>;
}

/**
 * Serves the current release.
 *
 * @throws UserError when there is no release, the release is damaged, the state cannot be used, or the host or the port
 *   cannot be used
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
	const application = applicationVersion();
	const configuration = siteVersion();
	const service = await openService({ application, configuration, ...options });
	const entry = options.pages ?? pagesEntry(application, options.out);
	const pages: CompiledPages = { find: await loadPages(entry, options.siteUrl) };
	if (pages.find === undefined) {
		service.log.warn(
			{ application },
			'the code for pages rendered on request, such as search, is missing; build the website again (npm run build)',
		);
	}
	const images = createShareImages();
	const { releases, history, accounts, log, visits, state } = service;
	const { siteUrl, extendSite = (site) => site } = options;
	const site = extendSite(
		withOperator(
			createSite({ releases, history, accounts, images, visits, siteUrl, application, pages }),
			state,
			options.operatorToken,
		),
	);
	const loading = Promise.withResolvers<void>();
	let isClosing = false;
	const readiness = createReadiness({
		...service,
		out: options.out,
		application,
		configuration,
		isClosing: () => isClosing,
		loading: loading.promise,
		hasPages: () => pages.find !== undefined,
	});
	const server = createDirectoryServer({
		service,
		site,
		keyPrefix: options.keyPrefix,
		readiness,
		connectionLimits: options.connectionLimits ?? DEFAULT_CONNECTION_LIMITS,
		trustProxy: options.trustProxy,
		entrance: options.entrance,
		metrics: options.metrics,
	});
	const address = await server.listen(options);
	options.metrics?.watch({
		release: () => releaseTimes(options.out),
		readiness,
		state,
		mail: service.mail,
		webhooks: service.waitingEvents,
		droppedLines: log.dropped,
		connections: server.connections,
	});
	/** The server is not ready until all modules are loaded. */
	const preload = () => loadModules(site, accounts, entry, () => isClosing);
	loading.resolve(pages.find === undefined ? undefined : preload());
	loading.promise.catch((error) => log.error({ err: error }, 'could not load all modules; restart the server'));
	if (pages.find === undefined) lookForPages();

	/** Loads the compiled page code as soon as a build has made it. */
	function lookForPages(): void {
		setTimeout(async () => {
			try {
				pages.find = await loadPages(entry, options.siteUrl);
				if (pages.find === undefined) lookForPages();
				else await preload();
			} catch (error) {
				log.error({ err: error }, 'could not load the code for pages rendered on request; restart the server');
			}
		}, LOOK_FOR_PAGES).unref();
	}

	return {
		address,
		refresh: () => releases.refresh(),
		async close() {
			isClosing = true;
			await server.drain();
			await loading.promise.catch(() => {});
			images.close();
			await service.close();
		},
	};
}
