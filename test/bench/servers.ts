/** Starts the servers of a benchmark, each in its own process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface StartedServer {
	readonly port: number;
	readonly pid: number;
	/** The time from the server's start to its first response, in seconds. */
	readonly readyAfter: number;
	stop(): Promise<void>;
}

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The server of this project.
 *
 * @param env more environment variables
 */
export async function startDirectoryServer(out: string, state: string, env = {}): Promise<StartedServer> {
	const port = await freePort();
	const options = ['--out', out, '--state', state, '--port', String(port), '--log-level', 'info'];
	const child = spawn(process.execPath, [...process.execArgv, script('../../scripts/serve.ts'), ...options], {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, ...env },
	});
	return started(child, port, `http://127.0.0.1:${port}/healthz`);
}

/** Starts this project's server without the key check. */
export async function startUncheckedServer(out: string, state: string): Promise<StartedServer> {
	const port = await freePort();
	const child = spawn(
		process.execPath,
		[...process.execArgv, script('unchecked-server.ts'), out, state, String(port)],
		{
			stdio: ['ignore', 'ignore', 'inherit'],
		},
	);
	return started(child, port, `http://127.0.0.1:${port}/healthz`);
}

/** Starts Node's own HTTP server, without any command-line flags. It always sends the same response. */
export async function startBareServer(body: Buffer): Promise<StartedServer> {
	const child = spawn(process.execPath, [script('bare-server.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin!.end(body);
	const port = await new Promise<number>((resolve) => child.stdout!.once('data', (line) => resolve(Number(line))));
	return started(child, port, `http://127.0.0.1:${port}/`);
}

/** Starts Node's own HTTP server, which streams one file. */
export async function startFileServer(file: string): Promise<StartedServer> {
	const child = spawn(process.execPath, [script('file-server.ts'), file], { stdio: ['ignore', 'pipe', 'inherit'] });
	const port = await new Promise<number>((resolve) => child.stdout!.once('data', (line) => resolve(Number(line))));
	return started(child, port, `http://127.0.0.1:${port}/`);
}

/** Whether Caddy is installed. */
export const HAS_CADDY = spawnSync('caddy', ['version']).error === undefined;
/** Whether nginx is installed. */
export const HAS_NGINX = spawnSync('nginx', ['-v']).error === undefined;

/** Whether HAProxy is installed. */
export const HAS_HAPROXY = spawnSync('haproxy', ['-v']).error === undefined;

/** Starts nginx with one worker and a static file at `path`. Returns undefined if nginx is not installed. */
export async function startStaticNginx(folder: string, path: string, body: Buffer): Promise<StartedServer | undefined> {
	if (!HAS_NGINX) return undefined;
	const port = await freePort();
	mkdirSync(join(folder, 'html', path, '..'), { recursive: true });
	writeFileSync(join(folder, 'html', path), body);
	const http = `
		sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=1000;
		default_type application/json;
		server { listen 127.0.0.1:${port}; root ${folder}/html; }`;
	return startNginx(folder, http, `http://127.0.0.1:${port}${path}`);
}

/**
 * nginx with one worker.
 *
 * @param folder the folder for nginx's files
 * @param http the directives to add to the `http` block
 * @param address an address that answers with 200
 * @param main directives outside of the `http` block, with the block `events`
 */
export function startNginx(
	folder: string,
	http: string,
	address: string,
	main = 'events { worker_connections 1024; }',
): Promise<StartedServer> {
	mkdirSync(folder, { recursive: true });
	const { stderr: parts } = spawnSync('nginx', ['-V'], { encoding: 'utf8' });
	const temporary = ['fastcgi', 'uwsgi', 'scgi'].filter((part) => !parts.includes(`--without-http_${part}_module`));
	writeFileSync(
		join(folder, 'nginx.conf'),
		// As root, nginx would run its worker as a user who cannot read the folder.
		`${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log stderr crit;
		${main}
		http {
			access_log off;
			${['client_body', 'proxy', ...temporary].map((part) => `${part}_temp_path ${folder}/${part};`).join(' ')}
			${http}
		}`,
	);
	const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	return started(child, Number(new URL(address).port), address);
}

/** Caddy. @param folder the folder for Caddy's files @param configuration the content of its Caddyfile */
export function startCaddy(folder: string, configuration: string, address: string): Promise<StartedServer> {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, 'Caddyfile');
	const options = '{\n\tadmin off\n\tauto_https off\n';
	const hasOptions = /^\{\n/m.test(configuration);
	writeFileSync(file, hasOptions ? configuration.replace(/^\{\n/m, options) : `${options}}\n${configuration}`);
	const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
		stdio: ['ignore', 'ignore', 'ignore'],
		env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
	});
	return started(child, Number(new URL(address).port), address);
}

/** In milliseconds. */
const LONGEST_START = 30_000;

async function started(child: ChildProcess, port: number, address: string): Promise<StartedServer> {
	const start = performance.now();
	while (!(await answers(address))) {
		if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with status ${child.exitCode}.`);
		if (performance.now() - start > LONGEST_START) {
			child.kill();
			throw new Error(`${address} does not answer with 200.`);
		}
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
	return {
		port,
		pid: child.pid!,
		readyAfter: (performance.now() - start) / 1000,
		async stop() {
			const ended = new Promise((resolve) => child.once('exit', resolve));
			child.kill('SIGTERM');
			await ended;
		},
	};
}

async function answers(address: string): Promise<boolean> {
	return fetch(address).then(
		(response) => response.ok,
		() => false,
	);
}

/** Finds a free port on this machine. */
export function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address() as { port: number };
			server.close(() => resolve(port));
		});
	});
}

/**
 * Returns a process's current and peak memory, in megabytes, as counted by Linux. Returns undefined on other systems.
 */
export function memoryOf(pid: number): { now: number; most: number } | undefined {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1000;
		return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
	} catch {
		return undefined;
	}
}
