/** Runs tools that npx downloads, because they are too large for devDependencies. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { exitOf, type Finished } from './run-command.ts';

export interface Tool {
	/** The packages that npx downloads, each with its version: `@redocly/cli@2.77.0`. */
	readonly packages: readonly string[];
	/** The name of the command. */
	readonly command: string;
}

/** Runs a tool in a folder. Usage reports, which some tools send by default, are turned off. */
export async function npx(folder: string, { packages, command }: Tool, ...args: readonly string[]): Promise<Finished> {
	const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', DO_NOT_TRACK: '1' };
	const options = ['--yes', ...packages.map((name) => `--package=${name}`), '--', command, ...args];
	const child = spawn('npx', options, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
	const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
	return { status, stdout, stderr };
}
