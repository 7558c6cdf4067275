/** Excel reads a file as UTF-8 only if it starts with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Makes a CSV file for spreadsheets (RFC 4180). */
export function csvFile(rows: readonly (readonly string[])[]): string {
	return BYTE_ORDER_MARK + csvRows(rows);
}

/** Makes more rows of a CSV file. */
export function csvRows(rows: readonly (readonly string[])[]): string {
	return rows.map((cells) => `${cells.map((text) => `"${harmless(text).replaceAll('"', '""')}"`).join()}\r\n`).join('');
}

/** Adds an apostrophe to text that spreadsheets would run as a formula. */
function harmless(text: string): string {
	return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `csvFile` adds. */
export function withoutApostrophe(text: string): string {
	return text.startsWith("'") && harmless(text.slice(1)) === text ? text.slice(1) : text;
}
