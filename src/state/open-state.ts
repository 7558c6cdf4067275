import { openSqlite } from './sqlite/open-sqlite.ts';
import type { State } from './state.ts';

/**
 * Opens the state, and creates or updates it if necessary. The state is in PostgreSQL if `url` is set, otherwise in a
 * SQLite file in `folder`.
 *
 * @param url the setting `DATABASE_URL`
 * @throws UserError when the state cannot be opened
 */
export async function openState(folder: string, url = process.env.DATABASE_URL): Promise<State> {
	if (!url) return openSqlite(folder);
	const { openPostgres } = await import('./postgres/open-postgres.ts');
	return openPostgres(url);
}

/** Runs `work` with the state in `folder`, or in PostgreSQL if `DATABASE_URL` is set. Closes the state afterwards. */
export async function withState<T>(folder: string, work: (state: State) => Promise<T>): Promise<T> {
	const state = await openState(folder);
	try {
		return await work(state);
	} finally {
		await state.close();
	}
}
