/** A server that has counted views, with the addresses for the operator. */

import { afterAll } from 'vitest';
import { openSqlite } from '../../../src/state/sqlite/open-sqlite.ts';
import { ownDirectory, ownServer } from '../../support/own-server.ts';

export const TOKEN = 'a-token-of-the-operator-with-32-characters';
const DAY = 86_400_000;
export const today = new Date().toISOString().slice(0, 10);
export const dayBefore = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);

/** Starts the server for a file of tests. It is gone after its tests. */
export async function startCountingServer() {
	const directory = ownDirectory('site');
	const state = openSqlite(directory.state);
	const count = { program: 'acme', site: '', views: 1, clicks: 0 };
	await state.visits.add([
		{ ...count, day: dayBefore(1), site: 'news.example', views: 4, clicks: 2 },
		{ ...count, day: dayBefore(1) },
		{ ...count, day: dayBefore(1), program: 'borealis' },
		{ ...count, day: dayBefore(3), views: 7 },
		{ ...count, day: dayBefore(40), views: 100 },
		{ ...count, day: today, views: 100 },
	]);
	const server = await ownServer(directory, { env: { OPERATOR_TOKEN: TOKEN } });
	afterAll(() => state.close());
	return { directory, state, server };
}
