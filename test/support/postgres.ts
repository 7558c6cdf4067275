/** Provides one PostgreSQL server for all test files of a run. The server starts when a test first needs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createDatabase, PostgresServer } from './postgres-server.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/**
		 * The path of a socket. The first connection to the socket starts the server, and each receives the server's
		 * address.
		 */
		readonly postgresSocket: string;
	}
}

/** Vitest calls this once, in the process that starts the test processes. */
export default function setup(project: TestProject): () => Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'postgres-socket-'));
	const path = join(folder, 'socket');
	let starting: Promise<PostgresServer> | undefined;
	const sockets = createServer((socket) => {
		starting ??= PostgresServer.start();
		starting.then(
			(server) => socket.end(server.url('postgres')),
			(error) => socket.end(`failed: ${error}`),
		);
	}).listen(path);
	project.provide('postgresSocket', path);
	return async () => {
		sockets.close();
		await (await starting?.catch(() => undefined))?.remove();
		rmSync(folder, { recursive: true, force: true });
	};
}

/** Creates an empty database on the server, and returns its address. */
export async function emptyDatabase(): Promise<string> {
	const socket = inject('postgresSocket') as string | undefined;
	if (socket === undefined)
		throw new Error('Tests that need PostgreSQL run in npm run test:long. See NEED_POSTGRESQL.');
	const answer = await text(connect(socket));
	if (!answer.startsWith('postgres:')) throw new Error(`PostgreSQL did not start. ${answer}`);
	return createDatabase(answer);
}
