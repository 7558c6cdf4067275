/** Reads files in a thread that can be ended, because a harmful file can take any amount of time and memory. */
import { memory } from '../../shared/memory.mjs';
import { runThread, ThreadLimit } from '../../shared/run-thread.ts';
import { UserError } from '../../shared/user-error.ts';
import type { FileRequest, FileResponse } from './read-file-thread.ts';
import type { Table } from './table/table.ts';

/** A spreadsheet with 100,000 programs takes 4 seconds and 300 MB on a machine that does nothing else. */
const LIMITS = { seconds: 120, megabytes: Math.min(1500, memory() / 2e6) };

/**
 * Reads a table.
 *
 * @throws UserError when a file is damaged, holds no table, or takes too much time or memory
 */
export async function readFile(request: FileRequest): Promise<Table> {
	const response = await runThread<FileResponse>('snapshot/import/read-file-thread.ts', request, LIMITS).catch(
		(error) => {
			if (!(error instanceof ThreadLimit)) throw error;
			const fix = 'Save the table with the programs as CSV, without other sheets, and import that.';
			throw new UserError(`${request.file} takes too much ${error.limit} to read. ${fix}`, { cause: error });
		},
	);
	if ('problem' in response) throw new UserError(response.problem);
	return response.table;
}
