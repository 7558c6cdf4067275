/** Shared by the contract tests: made once by setup.ts, and passed to every file. */
import { inject } from 'vitest';
import { type Ask, apiAt } from './api.ts';
import type { ReadScope } from './endpoints.ts';
import type { ContractState } from './state.ts';

export interface Contract {
	/** The folder for the files of one run, which is removed afterwards. */
	readonly folder: string;
	readonly snapshot: string;
	readonly out: string;
	readonly state: ContractState;
	/** The bundle of Astro's own server. */
	readonly astroEntry: string;
	readonly ports: { readonly node: number; readonly astro: number };
	/** The ID of the snapshot, as printed by the build. */
	readonly snapshotId: string;
	/** The ID of the snapshot that was published before. */
	readonly earlierSnapshotId: string;
	/** Timestamps right before and after the import. */
	readonly imported: { readonly from: string; readonly to: string };
	readonly keys: {
		/** A key with the four read scopes. */
		readonly reading: string;
		/** The key of an account that speaks for `lumen-labs`, and of one that speaks for `crowd-works`. */
		readonly brand: string;
		readonly rival: string;
		/** The key of an account with the plan Pro that speaks for `lumen-labs` too. */
		readonly agency: string;
		/** A key with one read scope. */
		readonly only: { readonly [scope in ReadScope]: string };
		/** A key with the other three read scopes. */
		readonly without: { readonly [scope in ReadScope]: string };
		/** A key with a scope that no endpoint uses. */
		readonly idle: string;
		readonly revoked: string;
		readonly expired: string;
	};
}

declare module 'vitest' {
	export interface ProvidedContext {
		contract: Contract;
		/** Whether tests run through Astro's own server, too. */
		withAstro: boolean;
	}
}

export const CONTRACT = inject('contract');
export const KEYS = CONTRACT.keys;

export const NODE_API = apiAt('the Node server', CONTRACT.ports.node, KEYS.reading);
const ASTRO_API = apiAt('the Astro endpoint', CONTRACT.ports.astro, KEYS.reading);

/**
 * The servers of the API. Every test runs through each if possible. `npm test` leaves out Astro's own server, to be quick.
 */
export const SERVERS = inject('withAstro') ? [NODE_API, ASTRO_API] : [NODE_API];

/** One request for each kind of error. */
export const ERRORS: readonly { readonly status: number; readonly path: string; readonly ask: Ask }[] = [
	{ status: 400, path: '/programs?page=0', ask: {} },
	{ status: 401, path: '/programs', ask: { key: null } },
	{ status: 403, path: '/categories', ask: { key: KEYS.idle } },
	{ status: 404, path: '/programs/no-such', ask: {} },
	{ status: 404, path: '/nothing', ask: {} },
	{ status: 405, path: '/programs', ask: { method: 'PUT' } },
];
