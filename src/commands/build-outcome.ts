/** Records the outcome of a build, and calls a command if the build failed or its release is held. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type LastBuild, readLastBuild, writeLastBuild } from '../release/last-build.ts';
import { printWarning } from './problems.ts';

/** The result of a build that did not fail. */
export type Outcome = Pick<LastBuild, 'release'> & {
	readonly outcome: 'published' | 'superseded' | 'held';
	readonly reasons?: readonly string[];
};

interface OutcomeOptions {
	/** The folder of releases. */
	readonly out: string;
	/** A program and its arguments, separated by spaces. It is run without a shell. */
	readonly onFailure?: string | undefined;
}

/** How long the command may take, in milliseconds. */
const PATIENCE = 60_000;
/** The longest reason that is recorded, in characters. */
const LONGEST_REASON = 1000;

/** Runs a build, and records its outcome. Errors are recorded and thrown again. */
export async function recordOutcome(options: OutcomeOptions, build: () => Promise<Outcome>): Promise<void> {
	const { out } = options;
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
		const details = { ...(release !== undefined && { release }), reasons: reasons.map(shortened) };
		const made = record(outcome, outcome === 'held' ? before + 1 : 0, details);
		if (outcome === 'held') await callCommand(options, made);
	} catch (error) {
		const made = record('failed', before + 1, { reasons: [shortened((error as Error).message)] });
		await callCommand(options, made);
		throw error;
	}
}

const shortened = (reason: string) => reason.slice(0, LONGEST_REASON);

/**
 * Calls the command, with the outcome as JSON on its standard input and in environment variables. Its output goes to
 * standard error. If it fails or takes too long, this prints a warning.
 */
async function callCommand({ out, onFailure }: OutcomeOptions, build: LastBuild): Promise<void> {
	const [program, ...args] = onFailure?.split(/\s+/).filter((word) => word !== '') ?? [];
	if (program === undefined) return;
	const { outcome, release = '', reasons } = build;
	const env = { ...process.env, BUILD_OUTCOME: outcome, BUILD_RELEASE: release, BUILD_REASONS: reasons.join('\n') };
	const child = spawn(program, args, { stdio: ['pipe', 2, 2], env, timeout: PATIENCE, killSignal: 'SIGKILL' });
	// The command need not read its input.
	child.stdin!.on('error', () => {}).end(`${JSON.stringify({ out, ...build })}\n`);
	try {
		const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
		if (status === 0) return;
		const ended = signal === null ? `ended with status ${status}` : `was stopped after ${PATIENCE / 1000} seconds`;
		printWarning(`the command of --on-failure (${program}) ${ended}.`);
	} catch (error) {
		printWarning(`could not run the command of --on-failure (${program}): ${(error as Error).message}`);
	}
}
