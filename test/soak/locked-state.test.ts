import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { FormClient } from '../support/form-client.ts';
import { signUp } from '../support/key-forms.ts';
import { ownDirectory } from '../support/own-server.ts';
import { RawConnection } from '../support/raw-http.ts';
import { startServer } from '../support/running-server.ts';

/** The time for which the files are locked, in milliseconds. */
const LOCKED = 20_000;
/** The pause of a client between two requests, in milliseconds. */
const PAUSE = 10;

const directory = ownDirectory('site');

describe('While another program has locked the state and the counts of attempts for 20 seconds', () => {
	test('readers do not wait, and the server stops cleanly', async () => {
		const server = await startServer(directory, { env: { TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
		const visitor = new FormClient(server.port);
		await signUp(visitor, 'locked@site.example');
		const locks = ['state', 'attempts'].map((name) => new Database(join(directory.state, `${name}.sqlite`)));
		for (const lock of locks) lock.exec('BEGIN IMMEDIATE');
		let isOver = false;

		/**
		 * Sends a request repeatedly. Returns the number of responses with each status, and the longest wait in
		 * milliseconds.
		 */
		async function ask(name: string, send: () => Promise<{ readonly status: number } | undefined>) {
			const statuses: { [status: string]: number } = {};
			let longest = 0;
			while (!isOver) {
				const start = performance.now();
				const { status } = (await send())!;
				longest = Math.max(longest, performance.now() - start);
				statuses[status] = (statuses[status] ?? 0) + 1;
				await sleep(PAUSE);
			}
			return { name, statuses, longest };
		}

		const [known, unknown, search] = await Promise.all(
			Array.from({ length: 3 }, () => RawConnection.open(server.port)),
		);
		const readers = [
			ask('API, known key', () => known!.request('GET', '/v1/programs', [`X-API-Key: ${directory.key}`])),
			ask('API, unknown key', () => unknown!.request('GET', '/v1/programs', ['X-API-Key: svc_wrong'])),
			ask('Search page', () => search!.request('GET', '/programs/search/?q=a')),
			ask('Dashboard', () => visitor.get('/account/keys/')),
		];
		const writers = Array.from({ length: 8 }, () => {
			const client = new FormClient(server.port);
			const wrong = { email: 'locked@site.example', password: 'not the right one' };
			return ask('Sign-in form', () => client.post('/account/sign-in/', wrong));
		});
		await sleep(LOCKED);
		isOver = true;
		const reading = await Promise.all(readers);
		const writing = await Promise.all(writers);
		const start = performance.now();
		const status = await server.stop();
		const end = performance.now() - start;
		for (const lock of locks) lock.close();

		for (const { name, statuses, longest } of [...reading, ...writing]) {
			console.log(`${name}: ${JSON.stringify(statuses)}, longest wait ${Math.round(longest)} ms`);
		}
		console.log(`SIGTERM while locked: status ${status} after ${Math.round(end)} ms`);
		const expected = ['200', '401', '200', '200'];
		expect(reading.map(({ statuses }) => Object.keys(statuses))).toEqual(expected.map((one) => [one]));
		expect(Math.max(...reading.map(({ longest }) => longest))).toBeLessThan(3000);
		expect(status).toBe(0);
	});
});
