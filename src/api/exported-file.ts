/** The files of `GET /v1/export`, as the API sends them. */

import { ApiError } from './error.ts';

export const EXPORTED_KINDS = ['programs', 'organizations', 'categories', 'reviews'] as const;
export type ExportedKind = (typeof EXPORTED_KINDS)[number];

export const EXPORT_ENCODINGS = ['identity', 'gzip'] as const;
export type ExportEncoding = (typeof EXPORT_ENCODINGS)[number];

/** The name of the database with all records. */
export const DATABASE = 'directory.sqlite';

/** The name of the file that says what the others are. */
export const ABOUT = 'export.json';

export const EXPORTED_FILES = [...EXPORTED_KINDS.map((kind) => `${kind}.ndjson` as const), DATABASE, ABOUT] as const;
export type ExportedName = (typeof EXPORTED_FILES)[number];

/** The kind of the records in an NDJSON file; undefined for the other files. */
export function kindIn(name: ExportedName): ExportedKind | undefined {
	return EXPORTED_KINDS.find((kind) => name === `${kind}.ndjson`);
}

/** The media types of exported files. */
export const NDJSON = 'application/x-ndjson';
export const SQLITE = 'application/vnd.sqlite3';

export interface ExportedFile {
	readonly name: ExportedName;
	readonly records: number;
	/**
	 * The encoded forms of the file that are ready to send. Empty if the file has not been made yet. Otherwise,
	 * `identity` is always one of them.
	 */
	readonly forms: { readonly [encoding in ExportEncoding]?: ExportedForm };
}

/** A file in one encoding. */
export interface ExportedForm {
	/** The length in bytes. */
	readonly length: number;
	/** A tag that changes if a byte changes. Each form of a file has a different tag. */
	readonly tag: string;
	/** The SHA-256 in Base64. */
	readonly sha256: string;
	/**
	 * Opens the bytes from `start` up to, but not including, `end`. The bytes stay readable even if the release is
	 * removed.
	 */
	open(start: number, end: number): OpenFile;
}

/** A part of a file that is being sent. */
export interface OpenFile {
	readonly pieces: AsyncIterable<Buffer>;
	close(): void;
}

/** How long a client should wait for a file that is being made, in seconds. */
const RETRY_FILE = 10;

export function fileNotReady(): ApiError {
	return new ApiError('UNAVAILABLE', `The server is still making this file. Try again in ${RETRY_FILE} s.`, {
		retryAfter: RETRY_FILE,
	});
}
