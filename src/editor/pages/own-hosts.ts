/**
 * Decides which names the server answers to while a directory is edited.
 *
 * A page of another site can change where its own host name leads to. If that is this machine, its browser takes the
 * pages of this server for pages of that site, so scripts of that site could read drafts and file names. Such requests
 * still have the other site's name in their `Host` header.
 */

/** The names that always lead to the machine itself. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/;

/** Makes a function that tells whether a `Host` header, with any port, is a loopback name or the site's own host. */
export function ownHosts(siteUrl: string): (host: string | undefined) => boolean {
	const { hostname } = new URL(siteUrl);
	return (host = '') => {
		const name = host.toLowerCase().replace(/:\d*$/, '');
		return name === hostname || LOOPBACK.test(name);
	};
}
