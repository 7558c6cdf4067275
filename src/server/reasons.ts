/** All reasons why a server is not ready, or only partly. */
import type { BuildProblem } from '../release/last-build.ts';
import type { Reason } from './readiness.ts';

export const DRAINING: Reason = {
	code: 'DRAINING',
	severity: 'down',
	message: 'The server is shutting down.',
};
export const STARTING: Reason = {
	code: 'STARTING',
	severity: 'down',
	message: 'The server is still loading its modules.',
};
export const NOT_LOADED: Reason = {
	code: 'MODULES_MISSING',
	severity: 'down',
	message: 'Some modules could not be loaded. Restart the server.',
};
export const STATE_UNAVAILABLE: Reason = {
	code: 'STATE_UNAVAILABLE',
	severity: 'degraded',
	message:
		'The state database cannot be read or is too slow, so API keys do not work. Accounts do not work either, or are slow. Pages and search work. See the log for the reason.',
};
export const STATE_NOT_WRITABLE: Reason = {
	code: 'STATE_NOT_WRITABLE',
	severity: 'degraded',
	message:
		'The state database cannot be written, so nobody can sign in or change an account. API keys, pages and search work. See the log for the reason.',
};
export const NEWER_STATE: Reason = {
	code: 'NEWER_STATE',
	severity: 'down',
	message:
		'A newer version of the application has changed the state database. Stop this server and start that version.',
};
export const STATE_EXTENDED: Reason = {
	code: 'STATE_EXTENDED',
	severity: 'degraded',
	message:
		'A newer version of the application has added to the state database. This server still works with it. Replace it with that version.',
};
export const OTHER_VERSION: Reason = {
	code: 'OTHER_VERSION',
	severity: 'down',
	message:
		'The release was built by another version of the application. Restart the server if it runs the older version; otherwise build the directory again.',
};
export const OTHER_CONFIGURATION: Reason = {
	code: 'OTHER_CONFIGURATION',
	severity: 'degraded',
	message:
		'The release was built with another configuration of the site. Restart the server if its configuration has changed since it started; otherwise copy the configuration of the machine that builds, or build the directory again.',
};
export const PAGES_MISSING: Reason = {
	code: 'PAGES_MISSING',
	severity: 'down',
	message: 'The code that renders pages on request is missing. Build the website again.',
};
export const RELEASE_DAMAGED: Reason = {
	code: 'RELEASE_DAMAGED',
	severity: 'degraded',
	message:
		'The current release is damaged or missing. The server keeps what it has open. See the log, then go back to the release before (npm run rollback), or build the directory again.',
};
export const MAIL_UNAVAILABLE: Reason = {
	code: 'MAIL_UNAVAILABLE',
	severity: 'degraded',
	message: 'The mail server cannot be reached or refuses all emails, so emails wait. See the log for the reason.',
};
export const BUILDS: { readonly [P in BuildProblem['problem']]: Reason } = {
	failed: {
		code: 'BUILD_FAILED',
		severity: 'degraded',
		message: 'The last build failed. Run npm run doctor to see why, then build the directory again.',
	},
	killed: {
		code: 'BUILD_FAILED',
		severity: 'degraded',
		message: 'The last build was killed before it ended. Build the directory again.',
	},
	held: {
		code: 'BUILD_HELD',
		severity: 'degraded',
		message: 'The release of the last build is held. Run npm run releases to see why, then publish it or build again.',
	},
};

export const HISTORY_BEHIND: Reason = {
	code: 'HISTORY_BEHIND',
	severity: 'degraded',
	message:
		'The public history of changes lacks what the current release has changed, and so do its pages, feeds and mirrors. Build again: the build adds what is missing, or says why it cannot.',
};

/** All of them. Metrics have a figure for each. */
export const REASONS: readonly Reason[] = [
	DRAINING,
	STARTING,
	NOT_LOADED,
	STATE_UNAVAILABLE,
	STATE_NOT_WRITABLE,
	NEWER_STATE,
	STATE_EXTENDED,
	OTHER_VERSION,
	OTHER_CONFIGURATION,
	PAGES_MISSING,
	RELEASE_DAMAGED,
	MAIL_UNAVAILABLE,
	...Object.values(BUILDS),
	HISTORY_BEHIND,
];
