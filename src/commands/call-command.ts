/** Calls the commands that an operator has named in the settings. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { releaseFolder } from '../release/layout.ts';
import { printWarning } from './problems.ts';

interface Called {
	/** The option that names the command, for messages. */
	readonly option: string;
	/** A program and its arguments, separated by spaces. Without one, nothing happens. */
	readonly command: string | undefined;
	/** What the command gets as JSON on its standard input. */
	readonly input: object;
	/** Further environment variables. */
	readonly env?: NodeJS.ProcessEnv;
	/** How long the command may take, in milliseconds. By default, this is not limited. */
	readonly patience?: number;
}

/**
 * Runs a command without a shell, and waits until it has ended. Its output goes to standard error. If it fails or takes
 * too long, this prints a warning.
 */
export async function callCommand({ option, command, input, env, patience }: Called): Promise<void> {
	const [program, ...args] = command?.split(/\s+/).filter((word) => word !== '') ?? [];
	if (program === undefined) return;
	const child = spawn(program, args, {
		stdio: ['pipe', 2, 2],
		env: { ...process.env, ...env },
		timeout: patience,
		killSignal: 'SIGKILL',
	});
	// The command need not read its input.
	child.stdin!.on('error', () => {}).end(`${JSON.stringify(input)}\n`);
	try {
		const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
		if (status === 0) return;
		const ended = signal === null ? `ended with status ${status}` : `was stopped (${signal})`;
		printWarning(`the command of ${option} (${program}) ${ended}.`);
	} catch (error) {
		printWarning(`could not run the command of ${option} (${program}): ${(error as Error).message}`);
	}
}

/** Calls the command of `--on-publish` for the release that is now current. */
export function callOnPublish(command: string | undefined, out: string, release: string): Promise<void> {
	const input = { release, folder: resolve(releaseFolder(out, release)) };
	return callCommand({ option: '--on-publish', command, input });
}
