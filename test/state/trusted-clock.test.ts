import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { State } from '../../src/state/state.ts';
import { rowsOf, type StatePlace, statePlace, trustClock } from '../support/states.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let place: StatePlace;
let state: State;

beforeEach(async () => {
	place = await statePlace();
	state = await place.open();
});
afterEach(async () => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	await place.remove();
});

const since = async () => Number((await rowsOf(state, 'SELECT since FROM clock'))[0]!.since);
const isTrusted = async (of = state) => (await of.clock.now()) !== undefined;
/** Makes the state have seen its clock some time ago. */
const seen = (ago: number) => rowsOf(state, `UPDATE clock SET seen = ${Date.now() - ago}`);

test('A clock is trusted after a day, also by processes that start later', async () => {
	expect(await isTrusted()).toBe(false);
	await rowsOf(state, `UPDATE clock SET since = ${Date.now() - DAY + MINUTE}`);
	expect(await isTrusted()).toBe(false);
	await rowsOf(state, `UPDATE clock SET since = since - ${MINUTE}`);
	expect(await isTrusted()).toBe(true);
	expect(await isTrusted(await place.open())).toBe(true);
	expect(Math.abs((await state.clock.now())!.getTime() - Date.now())).toBeLessThan(MINUTE);
});

test.each([
	['ahead, or was off for long', 400 * DAY],
	['behind', -400 * DAY],
])('A clock that is now 400 days %s is watched for a day again', async (_, ago) => {
	await trustClock(state);
	await seen(ago);
	expect(await isTrusted(await place.open())).toBe(false);
	expect(await since()).toBeGreaterThan(Date.now() - MINUTE);
	expect(await isTrusted()).toBe(false);
});

test('A clock stays trusted if nothing runs for some hours', async () => {
	await trustClock(state);
	await seen(20 * 60 * MINUTE);
	expect(await isTrusted(await place.open())).toBe(true);
	await seen(0);
	expect(await isTrusted(await place.open())).toBe(true);
});

test('A clock that jumps while a process runs is watched for a day again', async () => {
	await trustClock(state);
	expect(await isTrusted()).toBe(true);
	// No time has passed for the clock of the database, but two minutes for the clock that nobody can set.
	vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * MINUTE);
	expect(await isTrusted()).toBe(false);
	expect(await since()).toBeGreaterThan(Date.now() - MINUTE);
});

test('A server whose clock is not that of the database does not trust it, but other servers do', async () => {
	await trustClock(state);
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE });
	expect(await isTrusted()).toBe(false);
	vi.useRealTimers();
	expect(await isTrusted()).toBe(true);
});
