import { UserError } from './user-error.ts';

/**
 * Does some work. Replaces known file system errors with errors that have clear messages:
 * `explain(() => makeFolder(dir), 'make the state folder', dir)`.
 */
export function explain<T>(work: () => T, purpose: string, path: string): T {
	try {
		return work();
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		const reason = code === undefined ? undefined : REASONS[code];
		if (reason === undefined) throw error;
		throw new UserError(`Could not ${purpose} ${path}: ${reason}.`, { cause: error });
	}
}

const REASONS: { readonly [code: string]: string } = {
	EACCES: 'permission denied; choose another path or change its owner',
	EPERM: 'not permitted; choose another path or change its owner',
	ENOENT: 'the file or folder does not exist',
	ENOTDIR: 'part of the path is not a folder',
	EISDIR: 'it is a folder',
	EEXIST: 'a file with this name exists',
	ENOSPC: 'the disk is full; free some space and try again',
	EDQUOT: 'your disk quota is full; free some space and try again',
	ERR_FS_FILE_TOO_LARGE: 'the file is larger than 2 GiB; split it into smaller files',
	EROFS: 'the file system is read-only; choose another path',
};
