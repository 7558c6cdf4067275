/** Makes the state to restore from a backup. */
import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { UserError } from '../../shared/user-error.ts';
import { ENDED_KEYS_KEPT } from '../keys/key.ts';
import { copyStateFile, type StateCounts } from '../sqlite/copy-file.ts';
import { runMigrations } from '../sqlite/migrate.ts';
import { type EndedAgain, type Endings, endAgain } from './endings.ts';

interface RestoredCopy extends StateCounts {
	/**
	 * The time when the backup was made, in ISO 8601. If the file is a plain copy of a state, not a backup, this is the
	 * time when the file was last changed.
	 */
	readonly madeAt: string;
	/** The access that stays ended. Undefined if there was no previous state or it was damaged. */
	readonly ended: EndedAgain | undefined;
}

export interface RestoredState extends RestoredCopy {
	/** The folder or backup with the replaced state, or undefined if there was no previous state. */
	readonly replaced: string | undefined;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Copies a backup to the new file `to`, checks it, updates it to this version, and ends what has ended since.
 *
 * @throws UserError when the backup is damaged, from a newer version or changed by another program
 */
export async function restoreCopy(
	backup: string,
	to: string,
	endings: Endings | undefined,
	now: Date,
): Promise<RestoredCopy> {
	let madeAt = statSync(backup).mtime.toISOString();
	let ended: EndedAgain | undefined;
	const change = (copy: Database.Database) => {
		madeAt = takeDate(copy) ?? madeAt;
		runMigrations(copy);
		// All keys that have ended more recently than this are still in the previous state.
		const isRecent = now.getTime() - Date.parse(madeAt) <= ENDED_KEYS_KEPT * DAY;
		ended = endings && endAgain(copy, endings, now, isRecent);
	};
	const counts = await copyStateFile(backup, to, change, { readonly: true });
	return { ...counts, madeAt, ended };
}

export function needBackup(file: string): void {
	if (statSync(file, { throwIfNoEntry: false })?.isFile()) return;
	throw new UserError(`There is no file ${file}. Give the path of a file that npm run backup wrote.`);
}

/**
 * Returns the date of a backup, and removes the table that stores the date. Returns undefined if the file was not a
 * backup.
 */
function takeDate(copy: Database.Database): string | undefined {
	if (copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup'").get() === undefined) return undefined;
	const date = copy.prepare<[], string>('SELECT made_at FROM backup').pluck().get();
	copy.exec('DROP TABLE backup');
	return date;
}
