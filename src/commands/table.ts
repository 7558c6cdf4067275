import { CONTROL } from '../catalog/readable-text.ts';

/** Prints rows under headings, in columns as wide as needed. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
	for (const line of tableLines(headings, rows)) console.log(line);
}

/** Returns the lines of a table. No cell can send the terminal a command. */
export function tableLines(headings: readonly string[], given: readonly (readonly string[])[]): string[] {
	const rows = given.map((row) => row.map((cell) => cell.replace(CONTROLS, '\ufffd')));
	const widths = headings.map((heading, column) =>
		rows.reduce((width, row) => Math.max(width, row[column]!.length), heading.length),
	);
	return [headings, ...rows].map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column]!))
			.join('  ')
			.trimEnd(),
	);
}

export function printMarkdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
	for (const row of [headings, headings.map(() => '---'), ...rows.map((row) => row.map(escapeMarkdown))]) {
		console.log(`| ${row.join(' | ')} |`);
	}
}

function escapeMarkdown(text: string): string {
	return text.replaceAll(/[\\|`*_<>[\]]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

const CONTROLS = new RegExp(CONTROL, 'g');
