/** Servers that are started like a user at a terminal: npm, the launcher and all processes belong to one group. */
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { listening, type ServerProcess } from './running-server.ts';
import type { SmallDirectory } from './small-directory.ts';

/** Starts a server on a free port. No process of its group stays after the test. */
export function startGroup(command: readonly string[], directory: SmallDirectory): Promise<ServerProcess> {
	const { snapshot, out, state } = directory;
	const [program, ...args] = command as [string, ...string[]];
	const env = { ...process.env, SNAPSHOT: snapshot, OUT_DIR: out, STATE_DIR: state, PORT: '0' };
	const child = spawn(program, args, { cwd: PROJECT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	onTestFinished(() => void signalGroup(child.pid!, 'SIGKILL'));
	return listening(child);
}

/** Whether any process of a server's group exists. */
export const isAlive = ({ child }: ServerProcess) => signalGroup(child.pid!, 0);

/** Sends a signal to all processes of a group. Returns whether there are any. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-group, signal);
	} catch {
		return false;
	}
}
