/** Starts the real `serve` command on a free port, in its own process. */
import type { ChildProcess } from 'node:child_process';
import { type CommandOptions, exitOf, startCommand } from './run-command.ts';

export interface LogLine {
	readonly level: string;
	readonly msg?: string;
	readonly [field: string]: unknown;
}

export interface ServerProcess {
	readonly child: ChildProcess;
	readonly port: number;
	/**
	 * The server's standard output so far. It contains a line of JSON for each request, after a delay of up to half a
	 * second.
	 */
	output(): string;
	/** The parsed lines of the server's standard output. */
	log(): LogLine[];
	/**
	 * Sends a signal and waits until the process ends. Returns its exit status, or null if the signal ended it. SIGKILL
	 * is faster, because a server otherwise gives its clients a second.
	 */
	stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a server for the folders `out` and `state`.
 *
 * @throws Error with the server's output if the server ends instead of listening
 */
export function startServer(
	{ out, state }: { readonly out: string; readonly state: string },
	options: CommandOptions = {},
): Promise<ServerProcess> {
	const env = { RATE_LIMITS: NO_LIMIT, ...withCheapScrypt(options.env) };
	return listening(startCommand('serve', ['--out', out, '--state', state, '--port', '0'], { ...options, env }));
}

/** Returns the environment for a server that hashes passwords cheaply. */
export function withCheapScrypt(env: CommandOptions['env'] = {}): NonNullable<CommandOptions['env']> {
	const cheap = `--import=${new URL('cheap-scrypt.mjs', import.meta.url)}`;
	return { ...env, NODE_OPTIONS: [cheap, env.NODE_OPTIONS ?? ''].join(' ').trim() };
}

/** The limit in tests that send more wrong keys per minute than a server normally allows. */
export const NO_LIMIT = 'invalid-keys=999999999';

/** Waits until a process prints its address on standard output or error. */
export async function listening(child: ChildProcess): Promise<ServerProcess> {
	let output = '';
	let said = '';
	const port = await new Promise<number>((resolve, reject) => {
		const look = () => {
			const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
			if (found) resolve(Number(found[1]));
		};
		child.stdout!.setEncoding('utf8').on('data', (text: string) => {
			output += text;
			said += text;
			look();
		});
		child.stderr!.setEncoding('utf8').on('data', (text: string) => {
			said += text;
			look();
		});
		child.once('exit', (code) => reject(new Error(`The server exited with ${code}:\n${said}`)));
	});
	return {
		child,
		port,
		output: () => output,
		log: () =>
			output
				.split('\n')
				.filter((line) => line.startsWith('{'))
				.map((line) => JSON.parse(line)),
		stop(signal = 'SIGTERM') {
			child.kill(signal);
			return exitOf(child);
		},
	};
}
