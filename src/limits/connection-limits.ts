/** Limits on open connections. Each process counts its own. */
export interface ConnectionLimits {
	/** The most open connections of this process, from all clients together. */
	readonly total: number;
	/** The most open connections of this process from one address, or one IPv6 network of 64 bits. */
	readonly ofOneAddress: number;
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = { total: 4000, ofOneAddress: 250 };
