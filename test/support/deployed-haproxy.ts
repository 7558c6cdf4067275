import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../bench/servers.ts';
import { deployedFile } from './deployed-file.ts';
import { exitOf } from './run-command.ts';

export interface DeployedHaproxy {
	readonly port: number;
	stop(): Promise<void>;
}

/** Starts HAProxy with the documented configuration, on a free port and in front of two servers, given by their ports. */
export async function startDeployedHaproxy(folder: string, [one, two]: readonly number[]): Promise<DeployedHaproxy> {
	const port = await freePort();
	const file = join(folder, 'haproxy.cfg');
	const text = deployedFile('haproxy.cfg', {
		'bind :80\n': `bind 127.0.0.1:${port}\n`,
		'10.0.0.1:4321': `127.0.0.1:${one}`,
		'10.0.0.2:4321': `127.0.0.1:${two}`,
	}).replace(/^\s*(?:bind :443|http-request redirect) .*\n/gm, '');
	writeFileSync(file, text);
	const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'inherit' });
	return {
		port,
		async stop() {
			haproxy.kill('SIGKILL');
			await exitOf(haproxy);
		},
	};
}
