/** What a server checks before it says that it is ready. */
import { setTimeout as sleep } from 'node:timers/promises';
import { historyProblem } from '../release/history-problem.ts';
import { type BuildProblem, buildProblem } from '../release/last-build.ts';
import { hasWebsite } from '../release/manifest.ts';
import type { HistoryReader } from '../snapshot/history/history-reader.ts';
import { NewerState, type Probed } from '../state/state-version.ts';
import type { CurrentRelease, ReleaseProblem } from './current-release.ts';
import type { Log } from './log.ts';
import type { Check, Reason } from './readiness.ts';

export const DRAINING: Reason = {
	code: 'DRAINING',
	severity: 'down',
	message: 'The server is shutting down.',
};
const STARTING: Reason = {
	code: 'STARTING',
	severity: 'down',
	message: 'The server is still loading its modules.',
};
const NOT_LOADED: Reason = {
	code: 'MODULES_MISSING',
	severity: 'down',
	message: 'Some modules could not be loaded. Restart the server.',
};
const STATE_UNAVAILABLE: Reason = {
	code: 'STATE_UNAVAILABLE',
	severity: 'degraded',
	message:
		'The state database cannot be read or written, so accounts and API keys do not work. Pages and search do. See the log for the reason.',
};
const NEWER_STATE: Reason = {
	code: 'NEWER_STATE',
	severity: 'down',
	message:
		'A newer version of the application has changed the state database. Stop this server and start that version.',
};
const STATE_EXTENDED: Reason = {
	code: 'STATE_EXTENDED',
	severity: 'degraded',
	message:
		'A newer version of the application has added to the state database. This server still works with it. Replace it with that version.',
};
const OTHER_VERSION: Reason = {
	code: 'OTHER_VERSION',
	severity: 'down',
	message:
		'The release was built by another version of the application. Restart the server if it runs the older version; otherwise build the directory again.',
};
const OTHER_CONFIGURATION: Reason = {
	code: 'OTHER_CONFIGURATION',
	severity: 'degraded',
	message:
		'The release was built with another configuration of the site. Restart the server if its configuration has changed since it started; otherwise copy the configuration of the machine that builds, or build the directory again.',
};
const PAGES_MISSING: Reason = {
	code: 'PAGES_MISSING',
	severity: 'down',
	message: 'The code that renders pages on request is missing. Build the website again.',
};
const RELEASE: { readonly [P in ReleaseProblem]: Reason } = {
	LOST: {
		code: 'RELEASE_LOST',
		severity: 'down',
		message:
			'The current release cannot be read any more, and there is no earlier one that can. Build the directory again.',
	},
	DAMAGED: {
		code: 'RELEASE_DAMAGED',
		severity: 'degraded',
		message:
			'The current release is damaged. The server shows the last good one, if there is one. See the log, then build the directory again.',
	},
	UNLINKED: {
		code: 'RELEASE_UNLINKED',
		severity: 'degraded',
		message:
			'The link to the current release is missing. The server keeps the last release. Publish a release, or build the directory again.',
	},
};

const MAIL_UNAVAILABLE: Reason = {
	code: 'MAIL_UNAVAILABLE',
	severity: 'degraded',
	message: 'The mail server cannot be reached or refuses all emails, so emails wait. See the log for the reason.',
};
const BUILDS: { readonly [P in BuildProblem['problem']]: Reason } = {
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

const HISTORY_BEHIND: Reason = {
	code: 'HISTORY_BEHIND',
	severity: 'degraded',
	message:
		'The public history of changes lacks what the current release has changed, and so do its pages, feeds and mirrors. Build again: the build adds what is missing, or says why it cannot.',
};

/** How long the result of a look at the last build or at the history is reused, in milliseconds. */
const LOOK_KEPT = 1000;
/** How long the result of a state check is reused, in milliseconds. */
const STATE_KEPT = 1000;
/** How long the state may take to answer, in milliseconds. Many load balancers give up after two seconds. */
const STATE_PATIENCE = 1000;

/** @param loading resolves when all modules are loaded */
export function modulesCheck(loading: Promise<void>): Check {
	let reason: Reason | undefined = STARTING;
	loading.then(
		() => (reason = undefined),
		() => (reason = NOT_LOADED),
	);
	return () => reason;
}

export function releaseCheck(releases: CurrentRelease): Check {
	return () => {
		const problem = releases.problem();
		return problem && RELEASE[problem];
	};
}

/** The versions of this server. */
interface Versions {
	readonly application: string;
	/** The version of the site's configuration. See `siteVersion`. */
	readonly configuration: string;
}

/**
 * Checks whether the release fits this server.
 *
 * @param hasPages whether pages can be rendered on request
 */
export function versionCheck(
	releases: CurrentRelease,
	{ application, configuration }: Versions,
	hasPages: () => boolean,
): Check {
	return () => {
		const { manifest } = releases.get();
		if (manifest.application !== application) return OTHER_VERSION;
		if (!hasWebsite(manifest)) return undefined;
		if (!hasPages()) return PAGES_MISSING;
		return manifest.configuration === configuration ? undefined : OTHER_CONFIGURATION;
	};
}

/** Checks the state, at most once every STATE_KEPT milliseconds, and logs when it is lost and found again. */
export function stateCheck(probeState: () => Promise<Probed>, log: Log): Check {
	let running: Promise<Reason | undefined> | undefined;
	let wasAvailable = true;

	async function check(): Promise<Reason | undefined> {
		try {
			const { isNewer } = await probeState();
			if (!wasAvailable) log.info('the state can be read and written again');
			wasAvailable = true;
			return isNewer ? STATE_EXTENDED : undefined;
		} catch (error) {
			if (wasAvailable) log.error({ err: error }, 'the state cannot be read or written');
			wasAvailable = false;
			return error instanceof NewerState ? NEWER_STATE : STATE_UNAVAILABLE;
		}
	}

	return () => {
		running ??= check().finally(() => setTimeout(() => (running = undefined), STATE_KEPT).unref());
		return Promise.race([running, sleep(STATE_PATIENCE, STATE_UNAVAILABLE, { ref: false })]);
	};
}

/** @param mail returns the emails to send, or undefined if the site cannot send mail */
export function mailCheck(mail: () => { readonly isOut: boolean } | undefined): Check {
	return () => (mail()?.isOut ? MAIL_UNAVAILABLE : undefined);
}

/** @param out the folder of releases */
export function buildCheck(out: string): Check {
	return kept(async () => {
		const problem = await buildProblem(out);
		return problem && BUILDS[problem.problem];
	});
}

/** @param out the folder of releases */
export function historyCheck(out: string, history: HistoryReader): Check {
	return kept(async () => ((await historyProblem(out, history)) === undefined ? undefined : HISTORY_BEHIND));
}

/** Reuses what a check has found for LOOK_KEPT milliseconds. */
function kept(find: () => Promise<Reason | undefined>): Check {
	let found: Promise<Reason | undefined> | undefined;
	return () => {
		found ??= find().finally(() => setTimeout(() => (found = undefined), LOOK_KEPT).unref());
		return found;
	};
}
