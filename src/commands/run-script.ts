import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { killedMessage } from '../shared/memory.mjs';

/**
 * Runs another command in a process of its own: `runScript('build', '--out', 'var/out')`. If this process receives
 * SIGTERM or SIGINT in the meantime, it stops the command and then exits.
 *
 * @returns the exit status. If it is not 0, the command has printed the reason.
 */
export async function runScript(name: string, ...args: string[]): Promise<number> {
	const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
	const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
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
