/** Serves a directory over HTTP. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applicationVersion } from '../release/application-version.ts';
import { pagesEntry } from '../release/build-site.ts';
import { shareFolder } from '../release/layout.ts';
import { createShareImages } from '../share/share-images.ts';
import { UserError } from '../user-error.ts';
import { BodyPool } from './body-pool.ts';
import { createDirectoryServer } from './directory-server.ts';
import { loadPages } from './rendered-pages.ts';
import { openService, type ServiceOptions } from './service.ts';
import { createSite } from './site.ts';

export interface ServeOptions extends ServiceOptions {
	readonly host: string;
	/** 0 for any. */
	readonly port: number;
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
	await listen(server.http, options.host, options.port);
	return {
		address: addressOf(server.http.address() as AddressInfo),
		async close() {
			await server.drain();
			images.close();
			await service.close();
		},
	};
}

function listen(server: Server, host: string, port: number): Promise<void> {
	// Node would listen on every address.
	if (host === '') throw new UserError('The server cannot listen: HOST is empty. Name an address with --host or HOST.');
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => reject(explainListening(error, host, port)));
		server.listen(port, host, resolve);
	});
}

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): unknown {
	const reason = {
		EADDRINUSE: `port ${port} is in use. Stop what uses it, or name another with --port or PORT`,
		EACCES: `port ${port} needs more rights. Name one above 1023 with --port or PORT`,
		EADDRNOTAVAIL: `${host} is no address of this machine. Name one with --host or HOST`,
		ENOTFOUND: `there is no host ${host}. Name an address with --host or HOST`,
	}[error.code ?? ''];
	return reason === undefined ? error : new UserError(`The server cannot listen: ${reason}.`, { cause: error });
}

function addressOf({ address, port, family }: AddressInfo): string {
	const host = family === 'IPv6' ? `[${address}]` : address;
	return `http://${host.replace(/^(?:0\.0\.0\.0|\[::\])$/, 'localhost')}:${port}`;
}
