/** Excel reads a file as UTF-8 only if it starts with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Makes a CSV file for spreadsheets (RFC 4180). */
export function csvFile(rows: readonly (readonly string[])[]): string {
	return BYTE_ORDER_MARK + rows.map((cells) => `${cells.map((text) => quoted(harmless(text))).join()}\r\n`).join('');
}

/** Adds an apostrophe to text that spreadsheets would run as a formula. */
function harmless(text: string): string {
	return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}
