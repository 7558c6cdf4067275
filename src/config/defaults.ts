/** What settings can say, for the code that uses them, and the defaults of limits. */
import type { Plan } from './plan.ts';

/** The proxies whose `X-Forwarded-For` is trusted: their number, or their addresses and networks. */
export type TrustProxy = number | readonly string[];

/** Limits on API requests. */
export interface RateLimits {
	/** The maximum number of requests per minute of one account, for each plan. Undefined means no limit. */
	readonly plans: { readonly [P in Plan]?: number | undefined };
	/** The maximum number of requests per minute with invalid keys from one address. */
	readonly failedKeys: number;
}
export const DEFAULT_RATE_LIMITS: RateLimits = { plans: {}, failedKeys: 100 };

/** Limits on open connections. Each process counts its own. */
export interface ConnectionLimits {
	/** The maximum number of open connections of this process, from all clients together. */
	readonly total: number;
	/** The maximum number of open connections of this process from one IP address, or from one IPv6 /64 network. */
	readonly ofOneAddress: number;
}
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = { total: 4000, ofOneAddress: 250 };

export interface ListenAddress {
	readonly host: string;
	/** The port, or 0 for any free port. */
	readonly port: number;
}

export const LOGGED_REQUESTS = ['all', 'errors', 'none'] as const;
export type LoggedRequests = (typeof LOGGED_REQUESTS)[number];

/** The limit of disk of the releases that are kept if the user sets none, in gigabytes. */
export const KEEP_DISK = 2;
