/**
 * Makes a CSV file from rows, with every column that occurs in any row. Lists are joined with semicolons, and null
 * becomes an empty cell.
 */
export function toCsv(rows: readonly object[]): string {
	const columns = [...new Set(rows.flatMap(Object.keys))];
	const lines = rows.map((row) => columns.map((column) => cell((row as { [column: string]: unknown })[column])));
	return [columns, ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

function cell(value: unknown): string {
	const isOfObjects = Array.isArray(value) && typeof value[0] === 'object';
	const text = isOfObjects ? JSON.stringify(value) : Array.isArray(value) ? value.join(';') : String(value ?? '');
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
