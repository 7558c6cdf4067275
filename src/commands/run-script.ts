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
}

/**
 * Runs another command in a process of its own and reads its standard output. The command prints its errors and warnings
 * itself.
 */
export async function readScript(name: string, args: readonly string[]): Promise<ScriptOutput> {
	const child = start(name, args, ['ignore', 'pipe', 'inherit']);
	let stdout = '';
	child.stdout!.setEncoding('utf8').on('data', (text) => (stdout += text));
	const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
	if (signal !== null) console.error(killedMessage(`The command ${name}`, signal));
	return { succeeded: status === 0, stdout };
}

function start(name: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
	const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
	return spawn(process.execPath, [script, ...args], { stdio });
}
