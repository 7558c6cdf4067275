/** Tells load balancers whether a server is ready for requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type HistoryReader, historyProblem } from '../release/history/history-reader.ts';
import { buildProblem } from '../release/last-build.ts';
import { hasWebsite } from '../release/manifest.ts';
import type { State } from '../state/state.ts';
import { NewerState } from '../state/state-version.ts';
import type { CurrentRelease } from './current-release.ts';
import type { Log } from './log.ts';
import { BUILD_PROBLEMS, PROBLEMS, type Problem, versionProblem } from './problems.ts';

/** Lists the reasons why the server is not fully ready. The list is empty if the server is ready. */
export type Readiness = () => Promise<readonly Problem[]>;

/** Must be fast, because a load balancer waits for it. */
type Check = () => Problem | undefined | Promise<Problem | undefined>;

interface ReadinessOptions {
	readonly out: string;
	readonly releases: CurrentRelease;
	readonly history: HistoryReader;
	readonly log: Log;
	/** The versions of this server and of its configuration. See `siteVersion`. */
	readonly application: string;
	readonly configuration: string;
	isClosing(): boolean;
	readonly loading: Promise<void>;
	hasPages(): boolean;
	/** Looks up a key, as requests do. Rejects if keys cannot be looked up. */
	findKey(): Promise<unknown>;
	readonly state: Pick<State, 'probe'>;
	/** Returns the emails to send, or undefined if the site cannot send mail. */
	mail(): { readonly isOut: boolean } | undefined;
}

export function createReadiness(options: ReadinessOptions): Readiness {
	const { out, releases, history, application, configuration, isClosing, loading, hasPages, mail } = options;
	let modules: Problem | undefined = PROBLEMS.STARTING;
	loading.then(
		() => (modules = undefined),
		() => (modules = PROBLEMS.MODULES_MISSING),
	);
	const checks: readonly Check[] = [
		() => (isClosing() ? PROBLEMS.DRAINING : undefined),
		() => modules,
		() => (releases.isDamaged() ? PROBLEMS.RELEASE_DAMAGED : undefined),
		() => {
			const { manifest } = releases.get();
			const isOther = hasWebsite(manifest) && manifest.configuration !== configuration;
			return versionProblem(manifest, application, hasPages) ?? (isOther ? PROBLEMS.OTHER_CONFIGURATION : undefined);
		},
		stateCheck(options),
		() => (mail()?.isOut ? PROBLEMS.MAIL_UNAVAILABLE : undefined),
		kept(async () => {
			const found = await buildProblem(out);
			return found && BUILD_PROBLEMS[found.problem];
		}),
		kept(async () => ((await historyProblem(out, history)) === undefined ? undefined : PROBLEMS.HISTORY_BEHIND)),
	];
	return async () => (await Promise.all(checks.map((check) => check()))).filter((problem) => problem !== undefined);
}

export const STATUSES = ['ready', 'degraded', 'not ready'] as const;

/** The status that `/readyz` reports for some problems. */
export function statusOf(problems: readonly Problem[]): (typeof STATUSES)[number] {
	if (problems.length === 0) return 'ready';
	return problems.some(({ severity }) => severity === 'down') ? 'not ready' : 'degraded';
}

/** How long the result of a check is reused, in milliseconds. */
const KEPT = 1000;
/** How long the state may take to answer, in milliseconds. Many load balancers give up after two seconds. */
const STATE_PATIENCE = 1000;

/** Checks the state, at most once every KEPT milliseconds, and logs when it is lost and found again. */
function stateCheck({ findKey, state, log }: ReadinessOptions): Check {
	let wasAvailable = true;
	/** The problem if the check that is running fails. */
	let problem: Problem = PROBLEMS.STATE_UNAVAILABLE;
	const check = kept(async () => {
		problem = PROBLEMS.STATE_UNAVAILABLE;
		const found = findKey().then(() => (problem = PROBLEMS.STATE_NOT_WRITABLE));
		try {
			const [{ isNewer }] = await Promise.all([state.probe(), found]);
			if (!wasAvailable) log.info('the state can be read and written again');
			wasAvailable = true;
			return isNewer ? PROBLEMS.STATE_EXTENDED : undefined;
		} catch (error) {
			if (wasAvailable) log.error({ err: error }, 'the state cannot be read or written');
			wasAvailable = false;
			if (error instanceof NewerState) return PROBLEMS.NEWER_STATE;
			await found.catch(() => {});
			return problem;
		}
	});
	return () => Promise.race([check(), sleep(STATE_PATIENCE, undefined, { ref: false }).then(() => problem)]);
}

/** Reuses what a check has found for KEPT milliseconds. */
function kept(find: () => Promise<Problem | undefined>): Check {
	let found: Promise<Problem | undefined> | undefined;
	return () => {
		found ??= find().finally(() => setTimeout(() => (found = undefined), KEPT).unref());
		return found;
	};
}
