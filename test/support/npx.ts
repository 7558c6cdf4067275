/** Runs tools that npx downloads, because they are too large for devDependencies. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { exitOf, type Finished } from './run-command.ts';

/**
 * Runs a tool in a folder. It cannot send usage reports, which some tools do by default.
 *
 * @param tool the name of the package with its version: `@redocly/cli@2.77.0`
 */
export async function npx(folder: string, tool: string, ...args: readonly string[]): Promise<Finished> {
	const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', DO_NOT_TRACK: '1' };
	const child = spawn('npx', ['--yes', tool, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
	const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
	return { status, stdout, stderr };
}

/** Runs a tool that must succeed. */
export async function npxSucceeds(folder: string, tool: string, ...args: readonly string[]): Promise<string> {
	const { status, stdout, stderr } = await npx(folder, tool, ...args);
	if (status !== 0) throw new Error(`${tool} exited with ${status}:\n${stdout}${stderr}`);
	return stdout;
}
