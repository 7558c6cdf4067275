import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { type CommandOptions, runCommand, startCommand, succeed } from '../support/run-command.ts';
import { listening, startServer } from '../support/running-server.ts';

const directory = ownDirectory('api');
const taken: Server = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
const takenPort = (taken.address() as { port: number }).port;
afterAll(() => taken.close());

/** Starts a server that must refuse to start. Returns its output without commander's hint at `--help`. */
async function refusal(args: readonly string[], env: CommandOptions['env'] = {}): Promise<string> {
	const { out, state } = directory;
	const options = { env: { OUT_DIR: out, STATE_DIR: state, ...env }, timeout: 60_000 };
	const { status, stderr } = await runCommand('serve', args, options);
	expect({ status, stderr }).toMatchObject({ status: 1 });
	return stderr.replace('(--help shows the options)\n', '');
}

describe.concurrent('serve refuses with one clear line', () => {
	test('when there is no release', async () => {
		const out = join(directory.folder, 'nothing');
		expect(await refusal(['--out', out])).toBe(
			`There is no release in ${out}. Build one: npm run build -- --snapshot FILE --out ${out}\n`,
		);
	});

	test('when the port is in use, before a first build', async () => {
		const [snapshot, out] = [join(directory.folder, 'first.sqlite'), join(directory.folder, 'first')];
		const args = ['--snapshot', snapshot, '--out', out, '--state', directory.state, '--port', String(takenPort)];
		const { status, stdout, stderr } = await runCommand('start', args);
		expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
		expect(stderr).toMatch(/^The server cannot listen: port \d+ is in use\. .*\n$/);
		expect([snapshot, out].map(existsSync)).toEqual([false, false]);
	});

	test('when the port is in use', async () => {
		expect(await refusal(['--port', String(takenPort)])).toBe(
			`The server cannot listen: port ${takenPort} is in use. Stop the program that uses it, or set another port with --port or PORT.\n`,
		);
	});

	test.skipIf(mayListenAnywhere())('when the port needs more permissions', async () => {
		expect(await refusal(['--port', '1'])).toBe(
			'The server cannot listen: port 1 needs more permissions. Set a port above 1023 with --port or PORT.\n',
		);
	});

	test('when the address is not one of this machine', async () => {
		expect(await refusal(['--host', '192.0.2.1', '--port', '0'])).toBe(
			'The server cannot listen: 192.0.2.1 is not an address of this machine. Set an address with --host or HOST.\n',
		);
	});

	test.each([
		['PORT', '65536', 'It must be a whole number from 0 to 65535.'],
		['PORT', 'http', 'It must be a whole number from 0 to 65535.'],
		[
			'SITE_URL',
			'https://directory.example/path',
			'It must be an origin such as https://directory.example, without a path.',
		],
		['LOG_LEVEL', 'loud', 'Allowed choices are debug, info, warn, error, silent.'],
	])('when %s is "%s"', async (name, value, rule) => {
		const said = await refusal([], { PORT: '0', [name]: value });
		expect(said).toMatch(/^error: option .*\n$/);
		expect(said).toContain(`value '${value}' from env '${name}' is invalid. ${rule}`);
	});

	test('when HOST is empty, instead of listening on every address', async () => {
		expect(await refusal(['--port', '0'], { HOST: '' })).toBe(
			'The server cannot listen: HOST is empty. Set an address with --host or HOST.\n',
		);
	});

	test.each([
		['lies below a file', ['state']],
		['is a file', []],
	])('when the state folder %s', async (_, below) => {
		const state = join(directory.folder, 'snapshot.sqlite', ...below);
		expect(await refusal(['--state', state])).toBe(
			`The state folder ${state} cannot be created, because a file with this name exists. Choose another folder with --state or STATE_DIR.\n`,
		);
	});

	test('when nobody can write to the state folder', async () => {
		expect(await refusal(['--state', '/proc/state'])).toMatch(
			/^The state folder \/proc\/state cannot be written \(E\w+\)\. Make it writable .* --state or STATE_DIR\.\n$/,
		);
	});
});

describe('serve', () => {
	test('ignores an empty variable', async () => {
		const empty = { OUT_DIR: '', STATE_DIR: '', PORT: '', SITE_URL: '', LOG_LEVEL: '', WORKERS: '', TRUST_PROXY: '' };
		const server = await startServer(directory, { env: empty });
		const response = await requestOnce(server.port, 'GET', '/v1/programs', [`X-API-Key: ${directory.key}`]);
		expect(response.headers.get('link')).toContain('<http://127.0.0.1:4321/v1/programs?page=1>; rel="first"');
		expect(await server.stop()).toBe(0);
	});

	test('takes its settings from options first, then from the environment', async () => {
		const { out, state, key } = directory;
		const env = { OUT_DIR: out, STATE_DIR: state, PORT: String(takenPort), SITE_URL: 'https://affiliates.example' };
		const server = await listening(startCommand('serve', ['--port', '0'], { env: { ...env, LOG_LEVEL: 'warn' } }));
		expect(server.port).not.toBe(takenPort);
		const response = await requestOnce(server.port, 'GET', '/v1/programs', [`X-API-Key: ${key}`]);
		expect(response.headers.get('link')).toContain('<https://affiliates.example/v1/programs?page=1>; rel="first"');
		expect(await server.stop()).toBe(0);
		expect(server.log().filter(({ level }) => level === 'info')).toEqual([]);
	});

	// On other systems, 127.0.0.2 is not an address of the machine.
	test.skipIf(process.platform !== 'linux')('listens only on this machine by default', async () => {
		const server = await startServer(directory);
		await expect(once(connect(server.port, '127.0.0.2'), 'connect')).rejects.toThrow('ECONNREFUSED');
		await server.stop('SIGKILL');
	});

	test('protects the state with mode 0700 for the folder and 0600 for files, under any umask', async () => {
		const state = join(directory.folder, 'lax');
		mkdirSync(state);
		chmodSync(state, 0o777);
		const umask = process.umask(0);
		try {
			const server = await startServer({ ...directory, state });
			await succeed('accounts', ['create', '--email', 'bo@site.example', '--state', state]);
			const modes = readdirSync(state).map((file) => [file, statSync(join(state, file)).mode & 0o777]);
			expect(Object.fromEntries(modes)).toEqual({
				lock: 0o600,
				'state.sqlite': 0o600,
				'state.sqlite-shm': 0o600,
				'state.sqlite-wal': 0o600,
			});
			expect(statSync(state).mode & 0o777).toBe(0o700);
			await server.stop('SIGKILL');
		} finally {
			process.umask(umask);
		}
	});
});

/** Whether this process can listen on any port. */
function mayListenAnywhere(): boolean {
	if (process.getuid?.() === 0) return true;
	const setting = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
	return existsSync(setting) && Number(readFileSync(setting, 'utf8')) <= 1;
}
