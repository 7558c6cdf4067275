/** States in either database that tests back up and restore. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { RestoredState } from '../../src/state/copy/restore-copy.ts';
import { backUpPostgres, restorePostgres } from '../../src/state/postgres/backup.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { backUpState } from '../../src/state/sqlite/backup.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { restoreState } from '../../src/state/sqlite/restore.ts';
import type { StateCounts } from '../../src/state/sqlite/state-counts.ts';
import type { State } from '../../src/state/state.ts';
import { emptyDatabase } from './postgres.ts';

export const BACKUP_TIME = new Date('2026-05-01T13:00:00Z');
const RESTORE_TIME = new Date('2026-05-02T09:00:00Z');

/** A state that can be backed up and restored. */
export interface RestorableState {
	open(): Promise<State>;
	backUp(to: string): Promise<StateCounts>;
	restore(from: string, at?: Date): Promise<RestoredState>;
	readonly settings: { readonly [name: string]: string };
}

/** Makes a place for a state. @param root the folder for its files */
export async function restorableState(root: string, engine: 'SQLite' | 'PostgreSQL'): Promise<RestorableState> {
	if (engine === 'SQLite') {
		const folder = mkdtempSync(join(root, 'state-'));
		return {
			open: async () => openSqlite(folder),
			backUp: (to) => backUpState(folder, to, BACKUP_TIME),
			restore: (from, at = RESTORE_TIME) => restoreState(from, folder, at),
			settings: { STATE_DIR: folder },
		};
	}
	const url = await emptyDatabase();
	return {
		open: () => openPostgres(url),
		backUp: (to) => backUpPostgres(url, to, BACKUP_TIME),
		restore: (from, at = RESTORE_TIME) => restorePostgres(from, url, at),
		settings: { DATABASE_URL: url },
	};
}

/** Opens the state while something works with it. */
export async function during<T>({ open }: RestorableState, work: (state: State) => Promise<T>): Promise<T> {
	const state = await open();
	try {
		return await work(state);
	} finally {
		await state.close();
	}
}
