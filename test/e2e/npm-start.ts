import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listening, type ServerProcess } from '../support/running-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The environment of a shell in a new copy of the project. All files that the commands write are in `folder`, and the
 * server listens on any free port.
 */
export function newcomersEnvironment(folder: string): NodeJS.ProcessEnv {
	const ours = /^(?:VITEST.*|NODE_.*|TEST|DEV|PROD|MODE|HOST|SITE_URL|LOG_LEVEL)$/;
	const others = Object.entries(process.env).filter(([name]) => !ours.test(name));
	const places = {
		SNAPSHOT: join(folder, 'snapshot.sqlite'),
		OUT_DIR: join(folder, 'out'),
		STATE_DIR: join(folder, 'state'),
	};
	return { ...Object.fromEntries(others), ...places, PORT: '0' };
}

/** Starts `npm start` and waits until it serves. It leads a process group with all processes that it starts. */
export function npmStart(folder: string): Promise<ServerProcess> {
	const options = { cwd: ROOT, env: newcomersEnvironment(folder), detached: true } as const;
	return listening(spawn('npm', ['start'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
}
