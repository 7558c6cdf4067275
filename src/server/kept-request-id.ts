/** Keeps the request IDs that trusted proxies give, so that their log and this server's log name a request alike. */

import { proxyTest, type ReadAddress } from '../api/limits/address.ts';
import type { TrustProxy } from '../config/defaults.ts';

/** The request IDs that are kept. They need no escaping in headers and in JSON. */
const KEPT = /^[\w.:/+=@-]{1,128}$/;

/** Returns the request ID of a request, given the address of its connection and its `X-Request-Id` header. */
export type KeptRequestId = (remote: string | undefined, given: string | undefined) => string | undefined;

/**
 * Makes a function that returns the given request ID if it comes from a trusted proxy and has a usual form.
 *
 * @param clientAddress reads the address of a connection
 */
export function keptRequestId(trust: TrustProxy, clientAddress: ReadAddress): KeptRequestId {
	const isProxy = proxyTest(trust);
	return (remote, given) => {
		if (given === undefined || !KEPT.test(given)) return undefined;
		return isProxy(clientAddress(remote, () => undefined)) ? given : undefined;
	};
}
