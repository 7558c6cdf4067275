/**
 * Lets only the person who started `npm run edit` in. The address that the command prints contains a token. The first
 * request with it moves it to a cookie, so that no address in the browser's history or in a bookmark contains it.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { sentence } from '../../server/error-responses.ts';
import type { Entrance } from '../../server/request-handler.ts';

/** @param isOwnHost whether a `Host` header names this server. See `ownHosts` */
export function editEntrance(isOwnHost: (host: string | undefined) => boolean, token: string): Entrance {
	const isToken = (text: string | undefined) => text !== undefined && timingSafeEqual(hashOf(text), hashOf(token));
	return ({ method, target, header }) => {
		const host = header('host');
		if (!isOwnHost(host)) {
			return sentence(421, 'This server does not answer to this host name. Open the address that it printed.');
		}
		// All ports of a host share their cookies, so the name contains the port.
		const cookie = `edit-token-${/:(\d+)$/.exec(host!)?.[1] ?? ''}`;
		const address = URL.parse(`http://host${target}`);
		if (address && ['GET', 'HEAD'].includes(method) && isToken(address.searchParams.get('token') ?? undefined)) {
			address.searchParams.delete('token');
			const clean = address.pathname.replace(/^\/+/, '/') + address.search;
			return sentence(303, 'The address without the token.', [
				...['Location', clean, 'Referrer-Policy', 'no-referrer'],
				...['Set-Cookie', `${cookie}=${token}; HttpOnly; SameSite=Strict; Path=/`],
			]);
		}
		if (isToken(cookieIn(header('cookie'), cookie))) return undefined;
		return sentence(
			403,
			'Only the person who started npm run edit can open this page. Open the address that the command printed, with its token.',
		);
	};
}

/** Hashes have the same length, so that they can be compared in constant time. */
const hashOf = (text: string) => hash('sha256', text, 'buffer');

function cookieIn(cookies = '', name: string): string | undefined {
	const found = cookies.split(';').find((pair) => pair.trim().startsWith(`${name}=`));
	return found?.slice(found.indexOf('=') + 1).trim();
}

/** The names that always lead to the machine itself. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Makes a function that tells whether a `Host` header, with any port, is a loopback name or the site's own host.
 *
 * A page of another site can change where its own host name leads to. If that is this machine, its browser takes the
 * pages of this server for pages of that site, so scripts of that site could read drafts and file names. Such requests
 * still have the other site's name in their `Host` header.
 */
export function ownHosts(siteUrl: string): (host: string | undefined) => boolean {
	const { hostname } = new URL(siteUrl);
	return (host = '') => {
		const name = host.toLowerCase().replace(/:\d*$/, '');
		return name === hostname || LOOPBACK.test(name);
	};
}
