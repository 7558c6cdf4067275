/** Runs builds and measures them. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { startCommand } from '../support/run-command.ts';
import { memoryWhile } from './memory.ts';

export interface MeasuredBuild {
	/** The time from the start of the command to its end. */
	readonly seconds: number;
	/** The CPU seconds of its processes; undefined if the system does not report them. */
	readonly cpu: number | undefined;
	/** The peak memory of its processes, in megabytes; undefined if the system does not report it. */
	readonly memory: number | undefined;
	readonly summary: BuildSummary;
}

/** The fields of the `build --json` output that benchmarks use. */
interface BuildSummary {
	readonly release: string;
	readonly snapshot: string;
	readonly pages: { readonly all: number; readonly rendered: number; readonly kept: number; readonly removed: number };
	/** The seconds of each step, by name. */
	readonly seconds: { readonly [step: string]: number };
}

/**
 * Runs a build. No other child process of this process may end during the build, because its CPU time would be added.
 *
 * @param env more environment variables
 */
export async function measureBuild(snapshot: string, out: string, env = {}): Promise<MeasuredBuild> {
	const [cpuBefore, start] = [cpuOfEnded(), performance.now()];
	// The edits change a large part of a small directory, so the guard would hold them.
	const build = startCommand('build', ['--snapshot', snapshot, '--out', out, '--no-guard', '--json'], { env });
	const output = text(build.stdout!);
	const memory = await memoryWhile(build);
	const seconds = (performance.now() - start) / 1000;
	const cpuAfter = cpuOfEnded();
	const cpu = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore;
	return { seconds, cpu, memory, summary: JSON.parse(await output) };
}

/** The number of `/proc` CPU time units per second. */
const TICKS = 100;

/** Returns the CPU seconds used by this process's ended child processes and by their descendants. */
function cpuOfEnded(): number | undefined {
	try {
		// The process name, in parentheses, may contain spaces. The manual (proc_pid_stat) numbers the columns after it
		// from 3.
		const columns = readFileSync('/proc/self/stat', 'utf8')
			.replace(/^.*\) /s, '')
			.split(' ');
		return (Number(columns[16 - 3]) + Number(columns[17 - 3])) / TICKS;
	} catch {
		return undefined;
	}
}
