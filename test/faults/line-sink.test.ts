import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../snapshot/made.ts';
import { ownDirectory } from '../support/own-server.ts';
import { RawConnection } from '../support/raw-http.ts';
import { exitOf } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

describe('A log that nobody reads', () => {
	/** A path that makes a log line of about 4 kB. */
	const LONG = `/${'a'.repeat(4000)}`;
	/** Enough lines to exceed the 16 MiB that are kept for a reader. */
	const LINES = 6000;

	const directory = ownDirectory('api');
	let server: ServerProcess;

	afterEach(() => void server.child.kill('SIGKILL'));

	/** Makes the server log this number of long lines, which nobody reads. */
	async function logUnread(lines: number): Promise<void> {
		server.child.stdout!.pause();
		const connection = await RawConnection.open(server.port);
		for (let line = 0; line < lines; line++) {
			expect((await connection.request('HEAD', LONG))?.status).toBe(404);
		}
		connection.close();
	}

	test.each([1, 2])('lets the server end, with --workers %d', async (workers) => {
		server = await startServer(directory, { env: { WORKERS: String(workers) } });
		await logUnread(500);
		expect(await server.stop()).toBe(0);
	});

	test('is dropped beyond some megabytes, and says so once it is read again', async () => {
		server = await startServer(directory);
		await logUnread(LINES);
		server.child.stdout!.resume();
		await expect.poll(() => server.output().includes('"dropped":'), { timeout: 60_000 }).toBe(true);
		await server.stop();
		const log = server.log();
		const says = log.filter(({ dropped }) => dropped !== undefined);
		expect(says).toMatchObject([{ level: 'warn', dropped: expect.any(Number) }]);
		const { dropped } = says[0]!;
		expect(dropped).toBeGreaterThan(1000);
		expect(log.filter(({ path }) => path !== undefined)).toHaveLength(LINES - Number(dropped));
	});
});

describe('The log just before a crash', () => {
	const CRASH = `
		import { LineSink } from './src/server/line-sink.ts';
		new LineSink().write('said\\n');
		throw new Error('a crash');
	`;
	const args = ['--input-type=module', '--eval', CRASH];

	test('is written to a pipe', async () => {
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
		expect(await text(child.stdout)).toBe('said\n');
	});

	test('is written to a file', async () => {
		const folder = temporaryFolder();
		const file = join(folder, 'log');
		const descriptor = openSync(file, 'a');
		expect(await exitOf(spawn(process.execPath, args, { stdio: ['ignore', descriptor, 'ignore'] }))).toBe(1);
		expect(readFileSync(file, 'utf8')).toBe('said\n');
		closeSync(descriptor);
	});
});
