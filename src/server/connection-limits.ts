/** Limits on open connections. Each process counts its own. */
export interface ConnectionLimits {
	/** The maximum number of open connections of this process, from all clients together. */
	readonly total: number;
	/** The maximum number of open connections of this process from one IP address, or from one IPv6 /64 network. */
	readonly ofOneAddress: number;
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = { total: 4000, ofOneAddress: 250 };
