/** Records the outcome of a build, and calls the command that the operator has named for it. */
import { type LastBuild, readLastBuild, writeLastBuild } from '../release/last-build.ts';
import { callCommand, callOnPublish } from './call-command.ts';
import { printWarning } from './problems.ts';

/** The result of a build that did not fail. */
export interface BuildOutcome {
	readonly release: string;
	readonly outcome: 'published' | 'held';
	readonly reasons?: readonly string[];
}

interface OutcomeOptions {
	/** The folder of releases. */
	readonly out: string;
	/** A program and its arguments, separated by spaces. It is run without a shell. */
	readonly onFailure?: string | undefined;
	/** Like `onFailure`, for a release that has become current. */
	readonly onPublish?: string | undefined;
}

/** How long the command may take, in milliseconds. */
const PATIENCE = 60_000;
/** The longest reason that is recorded, in characters. */
const LONGEST_REASON = 1000;

/** Runs a build, and records its outcome. Errors are recorded and thrown again. */
export async function recordOutcome(options: OutcomeOptions, build: () => Promise<BuildOutcome>): Promise<void> {
	const { out, onPublish } = options;
	const before = readLastBuild(out)?.failures ?? 0;
	const record = (outcome: LastBuild['outcome'], failures: number, details: Partial<LastBuild> = {}): LastBuild => {
		const made = { reasons: [], ...details, outcome, failures, at: new Date().toISOString(), pid: process.pid };
		try {
			writeLastBuild(out, made);
		} catch (error) {
			// If the disk is full or read-only, a build that fails says so itself.
			if (outcome === 'running' || outcome === 'failed') return made;
			printWarning(`could not record the outcome of this build in ${out}: ${(error as Error).message}`);
		}
		return made;
	};
	record('running', before);
	try {
		const { outcome, release, reasons = [] } = await build();
		const details = { release, reasons: reasons.map(shortened) };
		const made = record(outcome, outcome === 'held' ? before + 1 : 0, details);
		if (outcome === 'held') await callOnFailure(options, made);
		if (outcome === 'published') await callOnPublish(onPublish, out, release);
	} catch (error) {
		const made = record('failed', before + 1, { reasons: [shortened((error as Error).message)] });
		await callOnFailure(options, made);
		throw error;
	}
}

const shortened = (reason: string) => reason.slice(0, LONGEST_REASON);

function callOnFailure({ out, onFailure }: OutcomeOptions, build: LastBuild): Promise<void> {
	const { outcome, release = '', reasons } = build;
	return callCommand({
		option: '--on-failure',
		command: onFailure,
		input: { out, ...build },
		env: { BUILD_OUTCOME: outcome, BUILD_RELEASE: release, BUILD_REASONS: reasons.join('\n') },
		patience: PATIENCE,
	});
}
