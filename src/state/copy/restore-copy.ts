/** Makes the state to restore from a backup. */
import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isDiskFull } from '../../shared/explain.ts';
import { closing } from '../../shared/sqlite.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import { NOTE_BACKUP } from '../about-store.ts';
import { ENDED_KEYS_KEPT } from '../keys/key.ts';
import { madeAtOf, openBackup } from '../sqlite/backup-file.ts';
import { runMigrations } from '../sqlite/migrate.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { countRows, type StateCounts } from '../sqlite/state-counts.ts';
import { type EndedAgain, type Endings, endAgain } from './endings.ts';
import { ORDERED, type StateTable, TABLES } from './side.ts';

interface RestoredCopy extends StateCounts {
	/**
	 * The time when the backup was made, in ISO 8601. If the file is a plain copy of a state, not a backup, this is the
	 * time when the file was last changed.
	 */
	readonly madeAt: string;
	/** The keys and accounts that stay ended. Undefined if there was no previous state or it was damaged. */
	readonly ended: EndedAgain | undefined;
}

export interface RestoredState extends RestoredCopy {
	/** The folder or backup with the replaced state, or undefined if there was no previous state. */
	readonly replaced: string | undefined;
}

const DAY = 24 * 60 * 60 * 1000;

/** What lives for a day or so, and everything that lets somebody in. It could have ended since the backup. */
const LEFT_OUT: readonly StateTable[] = [
	'sessions',
	'verifications',
	'sign_ups',
	'jobs',
	'webhook_messages',
	'webhook_deliveries',
	'webhook_releases',
	'idempotency_keys',
	'saved_feeds',
];

/** Ends other access that could have ended since the backup. Its owners can make it anew. */
const WIPE = `
	UPDATE two_factors SET recovery_codes = '[]';
	UPDATE webhooks SET secret = '', previous_secret = NULL, previous_until = NULL, off = 'secret', off_since = '@now';
	UPDATE accounts SET plan = 'free' WHERE plan = 'claimed' AND id IN (SELECT account_id FROM claims WHERE raised = 1);
	UPDATE claims SET status = 'pending', method = NULL, raised = 0, problem = NULL, checked_at = NULL, verified_at = NULL,
		failed_checks = 0 WHERE status <> 'withdrawn';`;

/**
 * Makes a new state in an empty folder, and copies the rows of a backup into it. Leaves out what could have ended since.
 *
 * @param endings what has ended in the state that is replaced
 * @throws UserError when the backup is damaged, from a newer version or changed by another program
 */
export async function restoreCopy(
	backup: string,
	folder: string,
	endings: Endings | undefined,
	now: Date,
): Promise<RestoredCopy> {
	const copy = join(folder, 'backup.sqlite');
	const state = openSqlite(folder);
	try {
		// Without the log beside it, because that could be of another database.
		copyFileSync(backup, copy);
		const madeAt = updateCopy(copy, backup) ?? statSync(backup).mtime.toISOString();
		state.database.prepare('ATTACH ? AS backup').run(copy);
		state.database.transaction(copyRows)(state.database);
		state.database.exec('DETACH backup');
		state.database.exec(WIPE.replace('@now', toTimestamp(now)));
		state.database.prepare(NOTE_BACKUP).run({ at: madeAt });
		// All keys that have ended more recently than this are still in the previous state.
		const isRecent = now.getTime() - Date.parse(madeAt) <= ENDED_KEYS_KEPT * DAY;
		const ended = endings && (await endAgain(state, endings, now, isRecent));
		return { ...countRows(state.database), madeAt, ended };
	} catch (error) {
		if (!(error instanceof Database.SqliteError) || isDiskFull(error)) throw error;
		throw new UserError(`${backup} cannot be restored, because it is damaged or was changed: ${error.message}.`, {
			cause: error,
		});
	} finally {
		await state.close();
		rmSync(copy, { force: true });
	}
}

/** Checks a copy of a backup, and updates it to this version. Returns when the backup was made. */
function updateCopy(copy: string, backup: string): string | undefined {
	using db = closing(openBackup(copy, backup));
	const problem = db.pragma('integrity_check(1)', { simple: true });
	if (problem !== 'ok') throw new UserError(`${backup} is damaged: ${problem}.`);
	db.transaction(() => runMigrations(db))();
	return madeAtOf(db);
}

function copyRows(db: Database.Database): void {
	for (const table of TABLES) {
		if (LEFT_OUT.includes(table)) continue;
		const names = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
		const columns = [...(ORDERED.includes(table) ? ['rowid'] : []), ...names].join(', ');
		db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM backup.${table}`);
	}
}

export function needBackup(file: string): void {
	if (statSync(file, { throwIfNoEntry: false })?.isFile()) return;
	throw new UserError(`There is no file ${file}. Give the path of a file that npm run backup wrote.`);
}
