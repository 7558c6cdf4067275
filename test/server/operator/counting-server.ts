/** A server that has counted views, with the addresses for the operator. */

import { openSqlite, type SqliteState } from '../../../src/state/sqlite/open-sqlite.ts';
import { type ServerProcess, startServer } from '../../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../../support/small-directory.ts';

export const TOKEN = 'a-token-of-the-operator-with-32-characters';
const DAY = 86_400_000;
export const today = new Date().toISOString().slice(0, 10);
export const dayBefore = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);

export interface CountingServer {
	readonly directory: SmallDirectory;
	readonly state: SqliteState;
	readonly server: ServerProcess;
	remove(): Promise<void>;
}

export async function startCountingServer(): Promise<CountingServer> {
	const directory = copyDirectory('site');
	const state = openSqlite(directory.state);
	const count = { program: 'acme', site: '', views: 1, clicks: 0 };
	await state.views.add([
		{ ...count, day: dayBefore(1), site: 'news.example', views: 4, clicks: 2 },
		{ ...count, day: dayBefore(1) },
		{ ...count, day: dayBefore(1), program: 'borealis' },
		{ ...count, day: dayBefore(3), views: 7 },
		{ ...count, day: dayBefore(40), views: 100 },
		{ ...count, day: today, views: 100 },
	]);
	const server = await startServer(directory, { env: { OPERATOR_TOKEN: TOKEN } });
	return {
		directory,
		state,
		server,
		async remove() {
			await server.stop('SIGKILL');
			await state.close();
			directory.remove();
		},
	};
}
