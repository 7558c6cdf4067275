/** Starts the two servers, each in a process of its own. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { listening, type ServerProcess, startServer } from '../support/running-server.ts';
import { SITE_URL } from './directory.ts';

const ASTRO_SERVER = fileURLToPath(new URL('../support/astro-server.ts', import.meta.url));

export function startNodeServer(out: string, state: string): Promise<ServerProcess> {
	return startServer({ out, state }, { env: { SITE_URL } });
}

/** @param entry what the build made of Astro's own server */
export function startAstroServer(entry: string, out: string, state: string): Promise<ServerProcess> {
	const env = { ...process.env, OUT_DIR: out, STATE_DIR: state, SITE_URL, LOG_LEVEL: 'info', NODE_ENV: 'production' };
	return listening(spawn(process.execPath, [ASTRO_SERVER, entry], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}
