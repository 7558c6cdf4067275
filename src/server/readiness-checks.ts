/** What a server checks before it says that it is ready. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryReader } from '../release/history/history-reader.ts';
import { historyProblem } from '../release/history-problem.ts';
import { buildProblem } from '../release/last-build.ts';
import { hasWebsite } from '../release/manifest.ts';
import { NewerState, type Probed } from '../state/state-version.ts';
import type { CurrentRelease } from './current-release.ts';
import type { Log } from './log.ts';
import type { Check, Reason } from './readiness.ts';
import {
	BUILDS,
	HISTORY_BEHIND,
	MAIL_UNAVAILABLE,
	NEWER_STATE,
	NOT_LOADED,
	OTHER_CONFIGURATION,
	OTHER_VERSION,
	PAGES_MISSING,
	RELEASE_DAMAGED,
	STARTING,
	STATE_EXTENDED,
	STATE_NOT_WRITABLE,
	STATE_UNAVAILABLE,
} from './reasons.ts';

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
	return () => (releases.isDamaged() ? RELEASE_DAMAGED : undefined);
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

/** How a server tests its state. */
export interface StateProbes {
	/** Looks up a key, as requests do. Rejects if keys cannot be looked up. */
	findKey(): Promise<unknown>;
	/** Reads and writes. Rejects if the state cannot be written. */
	probeState(): Promise<Probed>;
}

/** Checks the state, at most once every STATE_KEPT milliseconds, and logs when it is lost and found again. */
export function stateCheck({ findKey, probeState }: StateProbes, log: Log): Check {
	let running: Promise<Reason | undefined> | undefined;
	let wasAvailable = true;
	/** The reason if the check that is running fails. */
	let problem = STATE_UNAVAILABLE;

	async function check(): Promise<Reason | undefined> {
		problem = STATE_UNAVAILABLE;
		const found = findKey().then(() => (problem = STATE_NOT_WRITABLE));
		try {
			const [{ isNewer }] = await Promise.all([probeState(), found]);
			if (!wasAvailable) log.info('the state can be read and written again');
			wasAvailable = true;
			return isNewer ? STATE_EXTENDED : undefined;
		} catch (error) {
			if (wasAvailable) log.error({ err: error }, 'the state cannot be read or written');
			wasAvailable = false;
			if (error instanceof NewerState) return NEWER_STATE;
			await found.catch(() => {});
			return problem;
		}
	}

	return () => {
		running ??= check().finally(() => setTimeout(() => (running = undefined), STATE_KEPT).unref());
		return Promise.race([running, sleep(STATE_PATIENCE, undefined, { ref: false }).then(() => problem)]);
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
