/** What can be wrong with a directory. `/readyz` asks for all of it, and `doctor` for what it can find out itself. */
import type { BuildProblem } from '../release/last-build.ts';
import { hasWebsite, type Manifest } from '../release/manifest.ts';

export interface Problem {
	readonly code: string;
	/**
	 * - `down`: the server should get no requests, because another server can do better.
	 * - `degraded`: something does not work, but pages and search do, and another server could not do better.
	 */
	readonly severity: 'down' | 'degraded';
	/** What is wrong. Anyone can read it, so only the log and `doctor` name files and causes. */
	readonly sentence: string;
	readonly advice?: string;
	/** The check of `doctor` that finds it too. */
	readonly doctor?: string;
}

export const PROBLEMS = {
	DRAINING: {
		code: 'DRAINING',
		severity: 'down',
		sentence: 'The server is shutting down.',
	},
	STARTING: {
		code: 'STARTING',
		severity: 'down',
		sentence: 'The server is still loading its modules.',
	},
	MODULES_MISSING: {
		code: 'MODULES_MISSING',
		severity: 'down',
		sentence: 'Some modules could not be loaded.',
		advice: 'Restart the server.',
	},
	STATE_UNAVAILABLE: {
		code: 'STATE_UNAVAILABLE',
		severity: 'degraded',
		sentence:
			'The state database cannot be read or is too slow, so API keys do not work. Accounts do not work either, or are slow. Pages and search work.',
		advice: 'See the log for the reason.',
	},
	STATE_NOT_WRITABLE: {
		code: 'STATE_NOT_WRITABLE',
		severity: 'degraded',
		sentence:
			'The state database cannot be written, so nobody can sign in or change an account. API keys, pages and search work.',
		advice: 'See the log for the reason.',
	},
	NEWER_STATE: {
		code: 'NEWER_STATE',
		severity: 'down',
		sentence: 'A newer version of the application has changed the state database.',
		advice: 'Stop this server and start that version.',
	},
	STATE_EXTENDED: {
		code: 'STATE_EXTENDED',
		severity: 'degraded',
		sentence: 'A newer version of the application has added to the state database. This server still works with it.',
		advice: 'Replace it with that version.',
	},
	OTHER_VERSION: {
		code: 'OTHER_VERSION',
		severity: 'down',
		sentence: 'Another version of the application built the release.',
		advice: 'Restart the server if it runs the older version. Otherwise, build again: npm run build.',
		doctor: 'release',
	},
	OTHER_CONFIGURATION: {
		code: 'OTHER_CONFIGURATION',
		severity: 'degraded',
		sentence: 'The release was built with another configuration of the site.',
		advice:
			'Restart the server if its configuration has changed since it started. Otherwise, copy the configuration of the machine that builds, or build again: npm run build.',
	},
	PAGES_MISSING: {
		code: 'PAGES_MISSING',
		severity: 'down',
		sentence: 'The code that renders pages on request is missing.',
		advice: 'Build again: npm run build.',
		doctor: 'release',
	},
	RELEASE_DAMAGED: {
		code: 'RELEASE_DAMAGED',
		severity: 'degraded',
		sentence: 'The current release is damaged or missing. A server keeps what it has open.',
		advice: 'Go back to the release before: npm run rollback. Or build again: npm run build.',
		doctor: 'release',
	},
	MAIL_UNAVAILABLE: {
		code: 'MAIL_UNAVAILABLE',
		severity: 'degraded',
		sentence: 'The mail server cannot be reached or refuses all emails, so emails wait.',
		advice: 'Check SMTP_URL, the network and the mail server.',
		doctor: 'mail',
	},
	BUILD_FAILED: {
		code: 'BUILD_FAILED',
		severity: 'degraded',
		sentence: 'The last build failed.',
		advice: 'Correct the reason, which npm run doctor shows. Then build again.',
		doctor: 'last build',
	},
	BUILD_KILLED: {
		code: 'BUILD_FAILED',
		severity: 'degraded',
		sentence: 'The last build was killed before it ended.',
		advice: 'Build again. If it was killed for lack of memory, give the machine more.',
		doctor: 'last build',
	},
	BUILD_HELD: {
		code: 'BUILD_HELD',
		severity: 'degraded',
		sentence: 'The release of the last build is held.',
		advice: 'Run npm run diff. Then publish the release, or correct the snapshot and build again.',
		doctor: 'last build',
	},
	HISTORY_BEHIND: {
		code: 'HISTORY_BEHIND',
		severity: 'degraded',
		sentence:
			'The public history of changes lacks what the current release has changed, and so do its pages, feeds and mirrors.',
		advice: 'Build again: npm run build. It adds what is missing, or says why not.',
		doctor: 'history',
	},
} as const satisfies { readonly [name: string]: Problem };

export const BUILD_PROBLEMS = {
	failed: PROBLEMS.BUILD_FAILED,
	killed: PROBLEMS.BUILD_KILLED,
	held: PROBLEMS.BUILD_HELD,
} satisfies { readonly [P in BuildProblem['problem']]: Problem };

/** Returns what keeps this version of the application from serving a release. */
export function versionProblem(manifest: Manifest, application: string, hasPages: () => boolean) {
	if (manifest.application !== application) return PROBLEMS.OTHER_VERSION;
	return hasWebsite(manifest) && !hasPages() ? PROBLEMS.PAGES_MISSING : undefined;
}

export interface Reason extends Pick<Problem, 'code' | 'severity'> {
	readonly message: string;
}

/** Returns a problem as `/readyz` and the metrics show it. */
export function reasonOf({ code, severity, sentence, advice }: Problem): Reason {
	return { code, severity, message: advice === undefined ? sentence : `${sentence} ${advice}` };
}
