/** Tells load balancers whether a server is ready for requests. */
import { hasWebsite } from '../release/manifest.ts';
import type { CurrentRelease } from './current-release.ts';
import type { Log } from './log.ts';

/** A reason why a server is not ready. Anyone can read it, so files and causes are named only in the log. */
export interface Reason {
	readonly code: string;
	readonly message: string;
}

export const DRAINING: Reason = { code: 'DRAINING', message: 'The server is shutting down.' };
const STARTING: Reason = { code: 'STARTING', message: 'The server is still loading its modules.' };
const NOT_LOADED: Reason = {
	code: 'MODULES_MISSING',
	message: 'Some modules could not be loaded. Restart the server.',
};
const STATE_UNAVAILABLE: Reason = {
	code: 'STATE_UNAVAILABLE',
	message: 'The state database cannot be read or written. See the log for the reason.',
};
const OTHER_VERSION: Reason = {
	code: 'OTHER_VERSION',
	message:
		'The release was built by another version of the application. Restart the server if it runs the older version; otherwise build the directory again.',
};
const OTHER_CONFIGURATION: Reason = {
	code: 'OTHER_CONFIGURATION',
	message:
		'The release was built with another configuration of the site. Restart the server if its configuration has changed since it started; otherwise copy the configuration of the machine that builds, or build the directory again.',
};
const PAGES_MISSING: Reason = {
	code: 'PAGES_MISSING',
	message: 'The code that renders pages on request is missing. Build the website again.',
};

/** How long the result of a state check is reused, in milliseconds. */
const STATE_KEPT = 1000;

export interface ReadinessOptions {
	readonly releases: CurrentRelease;
	readonly application: string;
	/** The version of the site's configuration. See `siteVersion`. */
	readonly configuration: string;
	/** Whether pages can be rendered on request. */
	hasPages(): boolean;
	/** Resolves when all modules are loaded. */
	readonly loading: Promise<void>;
	probeState(): Promise<void>;
	readonly log: Log;
}

/** Lists the reasons why the server is not ready. The list is empty if the server is ready. */
export type Readiness = () => Promise<readonly Reason[]>;

export function createReadiness(options: ReadinessOptions): Readiness {
	const { releases, application, configuration, hasPages, loading, probeState, log } = options;
	let loaded: Reason | undefined = STARTING;
	loading.then(
		() => (loaded = undefined),
		() => (loaded = NOT_LOADED),
	);
	let state: Promise<Reason | undefined> | undefined;
	let wasAvailable = true;

	/** Checks the state, at most once every STATE_KEPT milliseconds. */
	function stateReason(): Promise<Reason | undefined> {
		state ??= checkState().finally(() => setTimeout(() => (state = undefined), STATE_KEPT).unref());
		return state;
	}

	async function checkState(): Promise<Reason | undefined> {
		try {
			await probeState();
			if (!wasAvailable) log.info('the state can be read and written again');
			wasAvailable = true;
			return undefined;
		} catch (error) {
			if (wasAvailable) log.error({ err: error }, 'the state cannot be read or written');
			wasAvailable = false;
			return STATE_UNAVAILABLE;
		}
	}

	function releaseReason(): Reason | undefined {
		const { manifest } = releases.get();
		if (manifest.application !== application) return OTHER_VERSION;
		if (hasWebsite(manifest) && manifest.configuration !== configuration) return OTHER_CONFIGURATION;
		return hasWebsite(manifest) && !hasPages() ? PAGES_MISSING : undefined;
	}

	return async () => [loaded, releaseReason(), await stateReason()].filter((reason) => reason !== undefined);
}
