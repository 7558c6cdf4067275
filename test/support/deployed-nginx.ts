import { freePort, type StartedServer, startNginx } from '../bench/servers.ts';
import { deployedFile, mainDirectives } from './deployed-file.ts';

interface DeployedNginx {
	/** The folder for nginx's files. */
	readonly folder: string;
	/** The ports of the servers behind nginx. */
	readonly servers: readonly number[];
	/** Lines that are removed from the configuration. */
	readonly removed?: readonly string[];
}

/** Starts nginx with the documented configuration, on a free port and in front of the given servers. Its log is access.log. */
export async function startDeployedNginx({ folder, servers, removed = [] }: DeployedNginx): Promise<StartedServer> {
	const port = await freePort();
	const configuration = deployedFile('nginx.conf', {
		'listen 80;': `listen 127.0.0.1:${port};`,
		'server 127.0.0.1:4321;': servers.map((one) => `server 127.0.0.1:${one} max_fails=3 fail_timeout=2s;`).join(' '),
		'/var/lib/nginx/directory': `${folder}/cache`,
		'/var/log/nginx/access.log': `${folder}/access.log`,
		...Object.fromEntries(removed.map((line) => [line, ''])),
	});
	// Test clients may send any number of requests over one connection.
	const http = `keepalive_requests 1000000000;\n${configuration}`;
	return startNginx(folder, http, `http://127.0.0.1:${port}/`, mainDirectives(configuration));
}
