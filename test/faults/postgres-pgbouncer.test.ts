/** A server and commands that reach PostgreSQL through PgBouncer, in session mode. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../bench/servers.ts';
import { ownDirectory } from '../support/own-server.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { requestOnce } from '../support/raw-http.ts';
import { exitOf, succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

const HAS_PGBOUNCER = spawnSync('pgbouncer', ['--version']).status === 0;

describe.skipIf(!HAS_PGBOUNCER)(`PgBouncer${HAS_PGBOUNCER ? '' : ' is not installed'}`, () => {
	const directory = ownDirectory('api');
	let pgbouncer: ChildProcess;
	let server: ServerProcess | undefined;
	let env: { readonly DATABASE_URL: string };

	beforeAll(async () => {
		const { hostname, port, pathname, username, password } = new URL(await emptyDatabase());
		const own = await freePort();
		const file = join(directory.folder, 'pgbouncer.ini');
		const lines = [
			'[databases]',
			`directory = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`,
			'[pgbouncer]',
			`listen_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =`,
			'auth_type = any\npool_mode = session',
		];
		writeFileSync(file, lines.join('\n'), { mode: 0o644 });
		// PgBouncer refuses to run as root.
		const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
		pgbouncer = spawn('pgbouncer', ['--quiet', ...user, file], { stdio: 'ignore' });
		env = { DATABASE_URL: `postgres://directory@127.0.0.1:${own}/directory` };
	});
	afterAll(async () => {
		await server?.stop('SIGKILL');
		pgbouncer?.kill();
		if (pgbouncer) await exitOf(pgbouncer);
	});

	test('passes on the state of a server and of commands', async () => {
		await succeed('state', ['copy', '--from', 'sqlite', '--to', 'postgres', '--state', directory.state], { env });
		server = await startServer(directory, { env });
		const status = async () =>
			(await requestOnce(server!.port, 'GET', '/v1/categories', [`X-API-Key: ${directory.key}`])).status;
		expect(await status()).toBe(200);
		const [{ id }] = JSON.parse(await succeed('keys', ['list', '--json'], { env }));
		await succeed('keys', ['revoke', id], { env });
		expect(await status()).toBe(401);
		await succeed('backup', [join(directory.folder, 'backup.sqlite')], { env });
	});
});
