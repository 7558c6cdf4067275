import { checkFiles } from './site/check-files.ts';
import { ownPages } from './site/own-pages.ts';
import { site } from './site/site.ts';
import { siteFolder } from './site/site-folder.ts';
import type { Site } from './site/site-schema.ts';

/**
 * Returns the configuration of the site, and checks its files.
 *
 * @param siteUrl if given, replaces the `url` in the file
 * @param port the server's port. If the file's `url` is an address of this machine, such as `http://127.0.0.1`, this
 *   port replaces any port in the `url`. If the port is 0, the `url` stays as it is.
 * @throws UserError naming the file and every invalid field, or the files that are missing or cannot be served
 */
export function readSiteConfig(siteUrl?: string, port = 0): Site {
	checkFiles(siteFolder(), site());
	ownPages();
	return uncheckedSite(siteUrl, port);
}

/** The same without checking the files, because the compiled pages cannot find the files of this software. */
export function uncheckedSite(siteUrl?: string, port = 0): Site {
	const config = site();
	return { ...config, url: siteUrl ?? withPort(config.url, port) };
}

function withPort(url: string, port: number): string {
	if (port === 0 || !/^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::|$)/.test(url)) return url;
	const address = new URL(url);
	address.port = String(port);
	return address.origin;
}
