import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { killedMessage } from '../shared/killed.mjs';

/**
 * Runs another command in a process of its own: `runScript('build', '--out', 'var/out')`. If this process receives
 * SIGTERM or SIGINT in the meantime, it stops the command and then exits.
 *
 * @returns the exit status. If it is not 0, the command has printed the reason.
 */
export async function runScript(name: string, ...args: string[]): Promise<number> {
	const child = start(name, args, 'inherit');
	let isStopped = false;
	const stop = () => {
		isStopped = true;
		child.kill();
	};
	process.on('SIGTERM', stop).on('SIGINT', stop);
	const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
	process.off('SIGTERM', stop).off('SIGINT', stop);
	if (isStopped) process.exit(1);
	if (signal !== null) console.error(killedMessage(`The command ${name}`, signal));
	return status ?? 1;
}

export interface ScriptOutput {
	readonly succeeded: boolean;
	readonly stdout: string;
	/** The errors and warnings, if they were kept. Ends with a message if the command was killed unexpectedly. */
	readonly stderr: string;
}

export interface ReadScriptOptions {
	/** The signal that stops the command. */
	readonly signal: AbortSignal;
	/** Whether to return the errors and warnings. If not, the command prints them itself, and shows progress bars. */
	readonly keepsErrors: boolean;
}

/**
 * Runs another command in a process of its own and reads its output. The command's errors and warnings are always
 * printed, even if they are also returned.
 */
export async function readScript(
	name: string,
	args: readonly string[],
	{ signal: stop, keepsErrors }: ReadScriptOptions,
): Promise<ScriptOutput> {
	const child = start(name, args, ['ignore', 'pipe', keepsErrors ? 'pipe' : 'inherit']);
	const kill = () => child.kill();
	stop.addEventListener('abort', kill);
	let [stdout, stderr] = ['', ''];
	const report = (text: string) => {
		process.stderr.write(text);
		stderr += text;
	};
	child.stdout!.setEncoding('utf8').on('data', (text) => (stdout += text));
	child.stderr?.setEncoding('utf8').on('data', report);
	const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
	stop.removeEventListener('abort', kill);
	if (signal !== null && !stop.aborted) report(`${killedMessage(`The command ${name}`, signal)}\n`);
	return { succeeded: status === 0, stdout, stderr };
}

function start(name: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
	const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
	return spawn(process.execPath, [script, ...args], { stdio });
}
