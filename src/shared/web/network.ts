import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { excerpt } from '../text.ts';

const LONGEST = 2_000;

/** The reason why a request to a server on the web failed. The message is a sentence without its subject: `answered 404`. */
export class WebProblem extends Error {
	override name = 'WebProblem';

	/** @param message may contain text from a website, so its control characters are removed */
	constructor(message: string, options?: ErrorOptions) {
		super(excerpt(message.replace(/\p{Cc}+/gu, ' '), LONGEST), options);
	}
}

/** How long to wait for an answer, in milliseconds, and how often to ask. */
const PATIENCE = { timeout: 2500, tries: 2 };

export interface NameServers {
	/** The addresses of the name servers. By default, those of the machine. */
	readonly servers?: readonly string[] | undefined;
	/** Ends the questions. */
	readonly signal?: AbortSignal | undefined;
}

/**
 * Asks name servers about strangers' hosts. `dns.lookup` would wait in one of the few threads that also hash passwords and
 * read files, so slow name servers would delay everyone.
 */
export async function askNames<T>({ servers, signal }: NameServers, ask: (names: Resolver) => Promise<T>): Promise<T> {
	const names = new Resolver(PATIENCE);
	if (servers !== undefined) names.setServers(servers);
	const cancel = () => names.cancel();
	signal?.addEventListener('abort', cancel);
	const answer = ask(names);
	if (signal?.aborted) cancel();
	return answer.finally(() => signal?.removeEventListener('abort', cancel));
}

/** Returns the addresses of a host. @throws WebProblem if the name servers do not answer */
export async function lookUp(host: string, servers: NameServers = {}): Promise<LookupAddress[]> {
	const family = isIP(host);
	if (family !== 0) return [{ address: host, family }];
	if (/(?:^|\.)localhost$/.test(host)) return [{ address: '127.0.0.1', family: 4 }];
	const answers = await askNames(servers, (names) => Promise.allSettled([names.resolve4(host), names.resolve6(host)]));
	const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
	const isUnknown = answers.some((answer) => answer.status === 'rejected' && !isAbsent(answer.reason));
	if (found.length === 0 && isUnknown) {
		throw new WebProblem('has a host whose address cannot be looked up at the moment');
	}
	return found.map((address) => ({ address, family: isIP(address) }));
}

/** Whether name servers have answered that there is no such host or record. */
export const isAbsent = ({ code }: NodeJS.ErrnoException) => code === 'ENOTFOUND' || code === 'ENODATA';

/** The maximum number of hosts that are looked up for an account at the same time. */
const MOST_AT_ONCE = 4;
/** The last look-up in each lane. */
const lanes = new Map<string, Promise<unknown>>();
let count = 0;

/** Looks something up for an account. If it has many look-ups, they wait for each other. */
export function inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
	const lane = `${account} ${count++ % MOST_AT_ONCE}`;
	const result = (lanes.get(lane) ?? Promise.resolve()).then(work);
	const end = () => {
		if (lanes.get(lane) === last) lanes.delete(lane);
	};
	const last = result.then(end, end);
	lanes.set(lane, last);
	return result;
}

/** The addresses that are assigned to public IPv6 networks (RFC 4291, 2.4). */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. Private, local, reserved and documentation addresses do not
 * belong to it. IPv6 addresses that contain an IPv4 address do not either.
 */
export function isPublic(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.parse(address);
	if (parsed instanceof ipaddr.IPv6 && !parsed.match(PUBLIC_IPV6)) return false;
	return parsed.range() === 'unicast';
}

/** The addresses that requests to the web may connect to. Tests replace only this part. */
export interface Network {
	resolve(host: string, signal?: AbortSignal): Promise<LookupAddress[]>;
	isAllowed(address: string, port: number): boolean;
}

/** The public internet: only public addresses, and only the standard ports of http and https. */
export const INTERNET: Network = {
	resolve: (host, signal) => lookUp(host, { signal }),
	isAllowed: (address, port) => (port === 80 || port === 443) && isPublic(address),
};
