import { UserError } from './user-error.ts';

/**
 * The error codes for a full disk, from the operating system and from SQLite. SQLITE_IOERR_SHMSIZE means that SQLite
 * could not enlarge the `-shm` file beside a database.
 */
const CODES = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'];

/** Whether an error means that a disk or a user's quota is full. */
export function isDiskFull(error: unknown): boolean {
	return CODES.includes((error as { readonly code?: string }).code ?? '');
}

export function diskFull(file: string, cause?: unknown): UserError {
	return new UserError(`The disk with ${file} is full. Free some space and try again.`, { cause });
}
