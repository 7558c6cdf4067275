import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import type { AnswerNotes } from '../support/answer-notes.ts';
import { noteAnswers, readAnswerNotes } from '../support/answer-notes-setting.ts';
import type { Seen } from '../support/key-client.ts';
import { ownDirectory } from '../support/own-server.ts';
import { makeKeys } from '../support/revocable-keys.ts';
import { startServer } from '../support/running-server.ts';
import { startKeyClient } from '../support/start-key-client.ts';

const KEYS = 200;
const CLIENTS = 3;
/** The number of responses before the next key is revoked. */
const ANSWERS_A_KEY = 1000;

const directory = ownDirectory('api');

const state = openSqlite(directory.state);
afterAll(() => state.close());

describe('Two processes under load', () => {
	/** The time at which the commit of each revocation returned, by the ID of the key. */
	const committed = new Map<string, bigint>();
	let seen: Seen[];
	/** The notes of each process. */
	let notes: AnswerNotes[];

	beforeAll(async () => {
		const keys = await makeKeys(state, KEYS);
		const folder = join(directory.folder, 'notes');
		mkdirSync(folder);
		const env = { ...noteAnswers(folder), WORKERS: '2', LOG_LEVEL: 'error' };
		const server = await startServer(directory, { env });
		const progress = new Int32Array(new SharedArrayBuffer(12));
		const secrets = keys.map(({ secret }) => secret);
		const start = performance.now();
		const clients = Array.from({ length: CLIENTS }, () =>
			startKeyClient({ port: server.port, keys: secrets, progress }),
		);
		for (const [i, { id }] of keys.entries()) {
			while (Atomics.load(progress, 2) < (i + 1) * ANSWERS_A_KEY) await sleep(1);
			expect(await state.keys.revoke(id, toTimestamp(new Date()))).toBe(true);
			committed.set(id, process.hrtime.bigint());
			Atomics.store(progress, 0, i + 1);
		}
		await sleep(100);
		Atomics.store(progress, 1, 1);
		seen = await Promise.all(clients);
		const seconds = (performance.now() - start) / 1000;
		await server.stop();
		notes = readAnswerNotes(folder);
		report(progress[2]!, seconds);
	});

	/** The sum of an observation of all clients. */
	const sum = (of: keyof Seen) => seen.reduce((total, one) => total + one[of], 0);

	/** Prints figures that depend on the machine and are therefore not asserted. */
	function report(answers: number, seconds: number): void {
		const milliseconds = (time: bigint) => (Number(time) / 1e6).toFixed(3);
		const most = (times: readonly bigint[]) => times.reduce((most, time) => (time > most ? time : most), 0n);
		const after = notes.flatMap(({ keys }) => [...keys].map(([id, { started }]) => started - committed.get(id)!));
		console.log(
			`${answers} answers, ${Math.round(answers / seconds)} a second. From a decision to the first byte of its answer: ${milliseconds(most(notes.map(({ longest }) => longest)))} ms at most. Begun after a commit, on a decision before it: ${after.filter((time) => time > 0).length}, by ${milliseconds(most(after))} ms at most.`,
		);
	}

	test('refuse each of 200 keys in every request sent after its revocation was acknowledged', () => {
		expect({ late: sum('late'), others: sum('others') }).toEqual({ late: 0, others: 0 });
		expect(sum('refused')).toBeGreaterThan(KEYS);
	});

	test('accept no key in a check after the commit of its revocation returned', () => {
		const late = notes.flatMap(({ keys }) => [...keys].filter(([id, { decided }]) => decided > committed.get(id)!));
		expect(late).toEqual([]);
	});

	test('check the key anew for each response, just before it starts', () => {
		expect(notes.map(({ strays }) => strays)).toEqual([0, 0]);
		const noted = notes.flatMap(({ keys }) => [...keys.values()]).reduce((sum, { answers }) => sum + answers, 0);
		expect(noted).toBe(sum('accepted'));
	});
});
