/** Starts the two servers, each in its own process. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { listening, NO_LIMIT, type ServerProcess, startServer } from '../support/running-server.ts';
import { SITE_URL } from './directory.ts';
import type { ContractState } from './state.ts';

const ASTRO_SERVER = fileURLToPath(new URL('../support/astro-server.ts', import.meta.url));

/** Settings by their environment variables. */
type Settings = { readonly [name: string]: string };

/** Webhooks need this setting. */
const AUTH_SECRET = 'a secret of at least 32 characters';

export function startNodeServer(
	out: string,
	{ folder, env }: ContractState,
	settings: Settings = {},
): Promise<ServerProcess> {
	return startServer({ out, state: folder }, { env: { SITE_URL, AUTH_SECRET, ...env, ...settings } });
}

/** @param entry the bundle of Astro's own server */
export function startAstroServer(
	entry: string,
	out: string,
	state: ContractState,
	settings: Settings = {},
): Promise<ServerProcess> {
	const own = {
		OUT_DIR: out,
		STATE_DIR: state.folder,
		...state.env,
		SITE_URL,
		AUTH_SECRET,
		RATE_LIMITS: NO_LIMIT,
	};
	const env = { ...process.env, ...own, LOG_LEVEL: 'info', NODE_ENV: 'production', ...settings };
	return listening(spawn(process.execPath, [ASTRO_SERVER, entry], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}
