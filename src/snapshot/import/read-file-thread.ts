/** The thread that reads a file. */
import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../../shared/user-error.ts';
import { parseJson } from './json.ts';
import { readProgramFiles } from './openaffiliate-files.ts';
import { isRegistry, type Registry } from './openaffiliate-format.ts';
import { isJson, jsonTable, openTable } from './table/open-table.ts';
import type { Table } from './table/table.ts';

/** A file, or OpenAffiliate's folder and the names of its files. */
export type FileRequest =
	| { readonly file: string; readonly bytes: Uint8Array }
	| { readonly file: string; readonly names: readonly string[] };

export type FileContent = { readonly table: Table } | { readonly registry: Registry };

export type FileResponse = FileContent | { readonly problem: string };

try {
	parentPort!.postMessage(contentOf(workerData));
} catch (error) {
	if (!(error instanceof UserError)) throw error;
	parentPort!.postMessage({ problem: error.message } satisfies FileResponse);
}

function contentOf(request: FileRequest): FileContent {
	const { file } = request;
	if ('names' in request) return { registry: readProgramFiles(file, request.names) };
	// As a Uint8Array, a Buffer arrives without its methods.
	const { buffer, byteOffset, byteLength } = request.bytes;
	const bytes = Buffer.from(buffer, byteOffset, byteLength);
	if (!isJson(file, bytes)) return { table: openTable(file, bytes) };
	const json = parseJson(file, bytes);
	return isRegistry(json) ? { registry: json } : { table: jsonTable(file, json) };
}
