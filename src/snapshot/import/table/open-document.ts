/** Facts about OpenDocument spreadsheets that the library does not tell. */

const ROW_OR_CELL = /<table:(table-row|(?:covered-)?table-cell)\b([^>]*)>/g;

/** Counts the cells that have a value, with their repetitions: a billion of them take a few bytes. */
export function countCells(xml: string): number {
	let count = 0;
	let rows = 1;
	for (const [, tag, attributes = ''] of xml.matchAll(ROW_OR_CELL)) {
		const repeated = Number(/-repeated="(\d{1,12})"/.exec(attributes)?.[1] ?? 1);
		if (tag === 'table-row') rows = repeated;
		else if (/value-type=/.test(attributes) || !attributes.endsWith('/')) count += rows * repeated;
	}
	return count;
}

const HIDDEN_STYLE = /<style:style\b([^>]*)>\s*<style:table-properties\b[^>]*\btable:display="false"/g;

/** Returns the indexes of the hidden sheets. */
export function hiddenSheets(xml: string): ReadonlySet<number> {
	const name = (attributes: string, key: string) => new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1];
	const styles = new Set([...xml.matchAll(HIDDEN_STYLE)].map(([, attributes]) => name(attributes!, 'style:name')));
	const sheets = [...xml.matchAll(/<table:table\b([^>]*)>/g)];
	return new Set(
		sheets.flatMap(([, attributes], index) => (styles.has(name(attributes!, 'table:style-name')) ? [index] : [])),
	);
}
