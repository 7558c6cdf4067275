/** Saved programs as a CSV file for spreadsheets. */
import type { SavedProgram } from '../../catalog/saved-program.ts';
import { csvFile } from '../../shared/csv.ts';
import { programAddress } from '../addresses.ts';
import { STATUS_WORDS } from './saved-programs.ts';

const HEADER = ['Name', 'Address', 'Status', 'Note', 'Saved on'];

/** @param origin the origin of the site, for the addresses of the programs */
export function savedCsv(programs: readonly SavedProgram[], origin: string): string {
	const rows = programs.map(({ slug, name, day, status, note }) => [
		name,
		origin + programAddress(slug),
		status === null ? '' : STATUS_WORDS[status],
		note,
		day,
	]);
	return csvFile([HEADER, ...rows]);
}
