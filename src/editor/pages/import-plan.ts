/** Plans and performs the import of uploaded files. */
import { basename, extname } from 'node:path';
import { errorLines } from '../../commands/import-report.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { UserError } from '../../shared/user-error.ts';
import { findSourceToImport, openSources } from '../../snapshot/import/files.ts';
import { type Imported, type ImportOptions, importInto, separateRows } from '../../snapshot/import/import-into.ts';
import type { Source } from '../../snapshot/import/source.ts';
import { applyMapping } from '../../snapshot/import/table/apply-mapping.ts';
import { readKnownNames } from '../../snapshot/import/table/identities.ts';
import { type Mapping, savedMappings } from '../../snapshot/import/table/mapping.ts';
import type { Table } from '../../snapshot/import/table/table.ts';
import { lockSnapshot } from '../../snapshot/write.ts';
import { type ChosenMapping, chooseColumns } from './choose-columns.ts';
import { textIn } from './edit-request.ts';
import { reason } from './save-record.ts';

export interface PlannedTable extends ChosenMapping {
	readonly table: Table;
}

export interface PlannedImport {
	readonly source: string;
	readonly tables: readonly PlannedTable[];
	readonly sources: readonly Source[];
	/** Undefined if a table lacks a field that it needs. */
	readonly imported: Imported | undefined;
	/** The errors of rows, one in each line. */
	readonly errors: readonly string[];
}

/** The maximum length of a source's name. */
const LONGEST_NAME = 100;

/**
 * Finds out what an import would change, or performs it.
 *
 * @param paths the uploaded files
 * @param form the choices of the user, if there are any
 * @throws UserError when a file cannot be read, and with `performs` when the snapshot cannot be written
 */
export async function planUpload(
	snapshot: string,
	paths: readonly string[],
	form: FormData | undefined,
	performs = false,
): Promise<PlannedImport> {
	const typed = form === undefined ? '' : textIn(form, 'source').trim().slice(0, LONGEST_NAME);
	const [first] = paths as [string];
	const { source, mapping: saved } = findSourceToImport(snapshot, paths, typed || basename(first, extname(first)));
	const earlier = savedMappings(source.name, saved);
	const tables: PlannedTable[] = [];
	const sources = await openSources(paths, (table) => {
		const chosen = chooseColumns(table, earlier, tables.length, form);
		tables.push({ table, ...chosen });
		return chosen.missing.length > 0
			? { file: table.file, words: table.words, notes: [], read: () => {} }
			: applyMapping(table, chosen.mapping, readKnownNames(snapshot, source.name));
	});
	const planned = { source: source.name, tables, sources };
	if (tables.some(({ missing }) => missing.length > 0)) return { ...planned, imported: undefined, errors: [] };
	const mappings: Mapping[] = tables.map(({ mapping }) => mapping);
	const options: ImportOptions = {
		...{ snapshot, source, sources, now: toTimestamp(new Date()) },
		mapping: mappings.length === 0 ? null : JSON.stringify(mappings),
		removeMissing: form?.has('remove') === true,
		...(form === undefined ? {} : reason(form)),
	};
	const { imported, errors } = runImport(options, form?.has('partial') === true, performs);
	if (performs && errors.length > 0) throw new UserError(errors.join('\n'));
	return { ...planned, imported, errors };
}

function runImport(options: ImportOptions, isPartial: boolean, performs: boolean) {
	const run = (sources: readonly Source[]) =>
		performs
			? lockSnapshot(options.snapshot, (write) => importInto({ ...options, sources }, write))
			: importInto({ ...options, sources });
	const imported = run(options.sources);
	if (imported.plan.problems.length === 0) return { imported, errors: [] };
	const errors = errorLines(options.sources, imported.plan, 'Rows with errors cannot be imported.');
	return isPartial
		? { imported: run(separateRows(options).accepted), errors: performs ? [] : errors }
		: { imported, errors };
}
