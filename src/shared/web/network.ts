/** The addresses that requests to the web may connect to. Tests replace only this part. */
import type { LookupAddress } from 'node:dns';
import { lookUp } from './look-up.ts';
import { isPublic } from './public-address.ts';

export interface Network {
	resolve(host: string, signal?: AbortSignal): Promise<LookupAddress[]>;
	isAllowed(address: string, port: number): boolean;
}

/** The public internet: only public addresses, and only the standard ports of http and https. */
export const INTERNET: Network = {
	resolve: (host, signal) => lookUp(host, { signal }),
	isAllowed: (address, port) => (port === 80 || port === 443) && isPublic(address),
};
