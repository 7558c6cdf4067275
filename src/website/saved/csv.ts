/** Saved programs as a CSV file for spreadsheets. */
import { programAddress } from '../addresses.ts';
import { type SavedProgram, STATUS_WORDS } from './saved-programs.ts';

const HEADER = ['Name', 'Address', 'Status', 'Note', 'Saved on'];
/** Excel reads a file as UTF-8 only if it starts with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** @param origin the origin of the site, for the addresses of the programs */
export function savedCsv(programs: readonly SavedProgram[], origin: string): string {
	const rows = programs.map(({ slug, name, day, status, note }) => [
		name,
		origin + programAddress(slug),
		status === null ? '' : STATUS_WORDS[status],
		note,
		day,
	]);
	const lines = [HEADER, ...rows].map((cells) => `${cells.map((text) => quoted(harmless(text))).join()}\r\n`);
	return BYTE_ORDER_MARK + lines.join('');
}

/** Adds an apostrophe to text that spreadsheets would run as a formula. */
function harmless(text: string): string {
	return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}
