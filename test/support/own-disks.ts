/** Runs scripts that mount disks. Only the script and the processes that it starts see them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { PROJECT } from '../../src/shared/project.ts';

const mounter = (script: string) => ['--map-root-user', '--mount', 'sh', '-c', script];

/** Runs a script in the folder of the project. `$NODE` is Node.js. */
export function runWithDisks(script: string) {
	const env = { ...process.env, NODE: process.execPath };
	return spawnSync('unshare', mounter(script), { encoding: 'utf8', cwd: PROJECT, env });
}

/** On Linux, any user can mount, unless that is forbidden. */
export const MAY_MOUNT = runWithDisks('mount -t tmpfs tmpfs /tmp').status === 0;

/** Serves a directory after a script has mounted something over its files. */
export function serveWithDisks(
	script: string,
	{ out, state }: { readonly out: string; readonly state: string },
): ChildProcess {
	const serve = `exec "${process.execPath}" scripts/serve.ts --out "${out}" --state "${state}" --port 0`;
	return spawn('unshare', mounter(`${script} && ${serve}`), { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
}
