import { UserError } from './user-error.ts';

/**
 * The error codes of the system and of SQLite for a full disk. SQLITE_IOERR_SHMSIZE is one for the file with the ending
 * `-shm`.
 */
const CODES = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'];

/** Whether an error means that a disk, or a user's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
	return CODES.includes((error as { readonly code?: string }).code ?? '');
}

/** An error that says that the disk with a file is full. */
export function diskFull(file: string, cause: unknown): UserError {
	return new UserError(`The disk that ${file} is on is full. Free some space and try again.`, { cause });
}
