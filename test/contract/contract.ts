/** What the contract tests share: made once by setup.ts, handed to every file. */
import { inject } from 'vitest';
import { type Ask, apiAt } from './api.ts';
import type { ReadScope } from './endpoints.ts';

export interface Contract {
	/** For the files of one run; gone afterwards. */
	readonly folder: string;
	readonly snapshot: string;
	readonly out: string;
	readonly state: string;
	/** The file that the build made of Astro's own server. */
	readonly astroEntry: string;
	readonly ports: { readonly node: number; readonly astro: number };
	/** The id of the data, as the build printed it. */
	readonly snapshotId: string;
	/** Timestamps right before and after the import. */
	readonly imported: { readonly from: string; readonly to: string };
	readonly keys: {
		/** With the four read scopes. */
		readonly reading: string;
		/** With one read scope. */
		readonly only: { readonly [scope in ReadScope]: string };
		/** With the other three. */
		readonly without: { readonly [scope in ReadScope]: string };
		/** With a scope that no endpoint asks for. */
		readonly idle: string;
		readonly revoked: string;
		readonly expired: string;
	};
}

declare module 'vitest' {
	export interface ProvidedContext {
		contract: Contract;
	}
}

export const CONTRACT = inject('contract');
export const KEYS = CONTRACT.keys;

export const NODE_API = apiAt('the Node server', CONTRACT.ports.node, KEYS.reading);
const ASTRO_API = apiAt('the Astro endpoint', CONTRACT.ports.astro, KEYS.reading);

/** Both ways in to the API: every test that can runs through each. */
export const SERVERS = [NODE_API, ASTRO_API];

/** One request for each kind of error. */
export const ERRORS: readonly { readonly status: number; readonly path: string; readonly ask: Ask }[] = [
	{ status: 400, path: '/programs?page=0', ask: {} },
	{ status: 401, path: '/programs', ask: { key: null } },
	{ status: 403, path: '/categories', ask: { key: KEYS.idle } },
	{ status: 404, path: '/programs/no-such', ask: {} },
	{ status: 404, path: '/nothing', ask: {} },
	{ status: 405, path: '/programs', ask: { method: 'POST' } },
];
