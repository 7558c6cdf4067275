import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite, type SqliteState } from '../../src/state/sqlite/open-sqlite.ts';
import { killWhileCounting } from '../support/kill-while-counting.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const ROUNDS = 4;
/** How often counts are saved, in milliseconds. */
const SECOND = 1000;
/** The longest delay of a timer and a write on a busy machine, in milliseconds. */
const LATE = 1000;

let directory: SmallDirectory;
let state: SqliteState;

beforeAll(async () => {
	directory = copyDirectory('api');
	state = openSqlite(directory.state);
});
afterAll(() => {
	state?.close();
	directory?.remove();
});

describe('Servers that are killed at random', () => {
	test('lose at most the counts of the last second, and count no request twice', async () => {
		for (let round = 1; round <= ROUNDS; round++) {
			const { answered, lost } = await killWhileCounting(directory, state, {
				pause: 10,
				async untilKilled(answered) {
					await sleep((5 + 5 * Math.random()) * SECOND);
					const before = answered();
					await sleep(SECOND + LATE);
					return before;
				},
			});
			expect(answered).toBeGreaterThan(1000);
			console.log(`Round ${round} of ${ROUNDS}: ${answered} requests answered, ${lost} of them not counted.`);
		}
	});
});
