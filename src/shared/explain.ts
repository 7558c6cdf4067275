import { getSystemErrorName } from 'node:util';
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

/** Why a connection failed, by the code of the error. Each completes a sentence that begins with the server. */
const CONNECTION_REASONS: { readonly [code: string]: string } = {
	ENOTFOUND: 'has a host that does not exist',
	EAI_NONAME: 'has a host that does not exist',
	EAI_AGAIN: 'has a host whose address cannot be looked up at the moment',
	ECONNREFUSED: 'refused the connection',
	ECONNRESET: 'closed the connection',
	EPIPE: 'closed the connection',
	ETIMEDOUT: 'did not answer in time',
	EHOSTUNREACH: 'cannot be reached from here',
	ENETUNREACH: 'cannot be reached from here',
	CERT_HAS_EXPIRED: 'has an expired certificate',
	ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed certificate',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that cannot be verified',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate that cannot be verified',
};

/**
 * Says in words why a connection failed, to complete a sentence that begins with the server: `refused the connection`.
 * Undefined for errors of another kind.
 */
export function connectionReason({ code, errno }: Pick<NodeJS.ErrnoException, 'code' | 'errno'>): string | undefined {
	// Libraries replace the code with their own, but leave the number.
	const name = errno === undefined ? code : getSystemErrorName(errno);
	return name === undefined ? undefined : CONNECTION_REASONS[name];
}

/** The versions of a file of this application that it can read. */
export interface ReadableVersions {
	readonly first: number;
	readonly last: number;
	/** The commit of this application that updates earlier versions to the first one. */
	readonly updater?: string;
}

/**
 * Says which version a file of this application has, and what can read it.
 *
 * @param name names the file, at the start of the sentence
 */
export function otherVersion(name: string, version: number, { first, last, updater }: ReadableVersions): string {
	const reads = `this one reads ${first === last ? `version ${last}` : `versions ${first} to ${last}`}`;
	if (version > last) {
		return `${name} was written by a newer version of this application: it has version ${version}, and ${reads}. Use the version that wrote it, or a later one.`;
	}
	return `${name} was written by an earlier version of this application: it has version ${version}, and ${reads}. Keep it: the version that wrote it can use it${updater === undefined ? '' : `, and the commit ${updater} updates it to version ${first}`}.`;
}

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
