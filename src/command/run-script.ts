import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { killedSentence } from '../shared/killed.mjs';

/**
 * Runs another command as a person would: `runScript('build', '--out', 'var/out')`. When this process is stopped
 * meanwhile, so is the command, and then this process.
 *
 * @returns whether it succeeded; when it failed it has said why
 */
export async function runScript(name: string, ...args: string[]): Promise<boolean> {
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
	if (signal !== null) console.error(killedSentence(`The command ${name}`, signal));
	return status === 0;
}
