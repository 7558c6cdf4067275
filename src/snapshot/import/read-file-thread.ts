/** The thread that reads a file. */
import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../../shared/user-error.ts';
import { openTable, openYamlFolder } from './table/open-table.ts';
import type { Table } from './table/table.ts';

/** A file, or a folder and the names of its YAML files. */
export type FileRequest =
	| { readonly file: string; readonly bytes: Uint8Array }
	| { readonly file: string; readonly names: readonly string[] };

export type FileResponse = { readonly table: Table } | { readonly problem: string };

try {
	parentPort!.postMessage({ table: tableIn(workerData) } satisfies FileResponse);
} catch (error) {
	if (!(error instanceof UserError)) throw error;
	parentPort!.postMessage({ problem: error.message } satisfies FileResponse);
}

function tableIn(request: FileRequest): Table {
	if ('names' in request) return openYamlFolder(request.file, request.names);
	// As a Uint8Array, a Buffer arrives without its methods.
	const { buffer, byteOffset, byteLength } = request.bytes;
	return openTable(request.file, Buffer.from(buffer, byteOffset, byteLength));
}
