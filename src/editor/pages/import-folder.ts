/** Imports the CSV files of the folder that a user edits. */
import { dirname } from 'node:path';
import { KINDS } from '../../catalog/records.ts';
import { errorLines, positionsIn } from '../../commands/import-report.ts';
import { problemLines } from '../../commands/problems.ts';
import { makeFolder } from '../../shared/files.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import { findSourceToImport, openSources } from '../../snapshot/import/files.ts';
import { importInto } from '../../snapshot/import/import-into.ts';
import type { KindCounts } from '../../snapshot/import/report.ts';
import { lockSnapshot } from '../../snapshot/write.ts';
import { filesOf } from './folder-files.ts';

export interface FolderImport {
	/** The errors, one in each line. If there are any, nothing was imported. */
	readonly errors: readonly string[];
	readonly warnings: readonly string[];
	/** What to do with files that were not imported. */
	readonly hints: readonly string[];
	/** The number of records in the files that were new, and the number of those that the snapshot already had. */
	readonly added: number;
	readonly known: number;
}

/**
 * Imports the folder into the snapshot, as the source that is named after it.
 *
 * @throws UserError when a file cannot be read, or the snapshot cannot be written
 */
export async function importFolder(folder: string, snapshot: string): Promise<FolderImport> {
	const { paths, hints } = filesOf(folder);
	const sources = await openSources(hints.length > 0 && paths.length > 0 ? paths : [folder], ({ file }) => {
		throw new UserError(hints.find((hint) => hint.startsWith(`${file} `)) ?? `Cannot import ${file}.`);
	});
	makeFolder(dirname(snapshot));
	const { source, mapping } = findSourceToImport(snapshot, [folder], undefined);
	const now = toTimestamp(new Date());
	const { plan } = lockSnapshot(snapshot, (write) => importInto({ snapshot, sources, source, mapping, now }, write));
	const { added, changed, unchanged } = plan;
	return {
		errors: plan.problems.length > 0 ? errorLines(sources, plan) : [],
		warnings: problemLines('warning', plan.warnings, positionsIn(sources), plan.moreWarnings),
		hints,
		added: total(added),
		known: total(changed) + total(unchanged),
	};
}

function total(counts: KindCounts): number {
	return KINDS.reduce((sum, kind) => sum + counts[kind], 0);
}
